# A baseline of another version of the benchmark: told when it is imported, and by the audit.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

entry='{"mean": 1.0, "std": 0.1, "min": 0.9, "max": 1.2, "num_trials": 100, "hardware": "NVIDIA H100"}'
baseline() { # NAME OF PROBLEM 50
    printf '{"level1": {"4_Matrix_vector_multiplication_.py": %s, "%s": %s}}' "$entry" "$1" "$entry"
}
mkdir old new results
baseline 50_Product_reduction_over_a_dimension.py >old/baseline_time_torch.json
baseline 50_conv_standard_2D__square_input__square_kernel.py >new/baseline_time_torch.json
printf '{"4": {"compiled": true, "correctness": true, "runtime": 0.5, "metadata": {"hardware": "NVIDIA H100"}}, "50": {"compiled": true, "correctness": true, "runtime": 0.5, "metadata": {"hardware": "NVIDIA H100"}}}' >results/eval_results.json
expect 0 ingest auto old
said '1 of 2 problem names belong to KernelBench v0, not to v0.2 (level 1, 50_Product_reduction_over_a_dimension)'
expect 0 ingest auto results --level 1
rows "SELECT benchmark FROM import_source ORDER BY 1" 'NA\nv0\n'
expect 1 audit --run results --check benchmark_version --format csv
grep -q '^warning,benchmark_version,results,2,' out || complain "the audit says: $(cat out)"
# The present version, and results that say theirs, give no finding.
export ROLLBOOK_DB="$PWD/new.db"
expect 0 ingest auto new
if grep -q 'problem names' err; then complain "said of the present version: $(cat err)"; fi
expect 0 ingest auto results --level 1
expect 0 audit --run results --check benchmark_version --format csv
rows "SELECT benchmark FROM import_source ORDER BY 1" 'NA\n"v0.1, v0.2"\n'
export ROLLBOOK_DB="$PWD/both.db"
printf '[{"problem_id": 50, "problem_name": "50_Product_reduction_over_a_dimension.py", "sample_id": 0, "compiled": true, "correctness": true, "runtime": 0.5, "hardware": "NVIDIA H100"}]' >named.json
expect 0 ingest kernelbench named.json --level 1 --run-name named
said 'belong to KernelBench v0, not to v0.2'
expect 0 ingest auto old
expect 0 audit --run named --check benchmark_version
expect 0 ingest kernelbench-baseline new/baseline_time_torch.json --name newer
expect 1 audit --run named --check benchmark_version --baseline newer --format csv
grep -q 'samples of KernelBench v0, baseline newer of v0.1, v0.2' out || complain "the audit says: $(cat out)"
# The roofline reaches problems that the program has no task for.
printf '{"1": {"compiled": true, "correctness": true, "runtime": 0.0001, "ref_runtime": 4.0, "metadata": {"hardware": "NVIDIA H100 80GB HBM3"}}}' >fast.json
for level in 1 2 3; do
    expect 0 ingest kernelbench fast.json --level $level --run-name fast-$level
    expect 1 audit --run fast-$level --check speedup_physics --format csv
    grep -q 'speedup_physics' out || complain "level $level: $(cat out)"
done
