# A speedup that a source states is kept beside its times, shown when asked for, and compared with them.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cat >kb.json <<'E'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0, "ref_runtime": 2.0, "speedup": 2000.0}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0, "ref_runtime": 2.5, "speedup": 2.5}]}
E
expect 0 ingest kernelbench kb.json --level 1 --run-name kb
cat >traces.jsonl <<'E'
{"definition": "gemm", "workload": {"axes": {"M": 1}, "uuid": "w1"}, "solution": "s", "evaluation": {"status": "PASSED", "performance": {"latency_ms": 1.0, "reference_latency_ms": 4.0, "speedup_factor": 0.25}}}
E
expect 0 ingest traces traces.jsonl --run-name traces
cat >gym.jsonl <<'E'
{"base_task_id": "b", "result": {"compiled": true, "correctness": true, "kernel_runtime": 1.0, "reference_runtime": 2.0, "speedup": 2.2}}
E
expect 0 ingest kernelgym gym.jsonl --run-name gym
cat >map.json <<'E'
{"suite": "s", "fields": {"task": "/t", "correct": "/ok", "runtime_us": "/us", "baseline_us": "/ref", "speedup": "/x"}}
E
cat >mapped.jsonl <<'E'
{"t": "a", "ok": true, "us": 100, "ref": 200, "x": 2}
{"t": "b", "ok": true, "us": 100, "ref": 200, "x": 5}
{"t": "c", "ok": true, "us": null, "ref": null, "x": 4}
{"t": "d", "ok": true, "us": null, "ref": null, "x": 0}
{"t": "e", "ok": false, "us": null, "ref": null, "x": 0}
E
expect 0 ingest jsonl mapped.jsonl --map map.json --run-name mapped
said '1 correct samples state a speedup of 0'
printf '{"id": "a", "code": "x", "iteration_found": 1, "metrics": {"combined_score": 1, "kernel_time_us": 10, "baseline_time_us": 20, "speedup": 3}}\n' >program.json
expect 0 ingest openevolve program.json --run-name evolve
printf 'x_val;a-latency;b-latency;b-speedup\n1;2.0;1.0;3.0\n' >bench.csv
expect 0 ingest tritonbench bench.csv --run-name tb

printf 'task,ok,ms,base,speedup\na,1,0.5,1.0,2.0\nb,1,0.5,1.0,1.5\n' >table.csv
printf '{"suite": "t", "fields": {"task": "task", "correct": "ok", "runtime_us": {"from": "ms", "factor": 1000}, "baseline_us": {"from": "base", "factor": 1000}}}' >table.json
expect 0 ingest csv table.csv --map table.json --run-name table

expect 1 audit --check speedup_stated --format csv
cut -d, -f3,4 out >got
printf 'run,n_rows\nkb,1\ntraces,1\ngym,1\nmapped,1\nevolve,1\ntb/b,1\ntable,1\n' | cmp - got || complain "$(cat out)"
for cause in 'different units (factor 1000)' 'upside down' 'likely a mean of ratios'; do
    grep -qF "$cause" out || complain "no cause '$cause' in $(cat out)"
done

# Two cards: no one baseline divides them.
cat >cards.json <<'E'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "NVIDIA H100"}, "runtime": 1.0}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "NVIDIA H200"}, "runtime": 1.0}]}
E
printf '{"level1": {"1_a.py": {"mean": 2.0, "hardware": "NVIDIA H100"}, "2_b.py": {"mean": 2.0, "hardware": "NVIDIA H100"}}}' >baseline_time_torch.json
expect 0 ingest kernelbench cards.json --level 1 --run-name cards
expect 0 ingest kernelbench-baseline baseline_time_torch.json --name torch
expect 2 analyze summary --run cards --baseline torch
said 'NVIDIA H100 (1 sample), NVIDIA H200 (1 sample)'

# Tables say which of the two they show, and count what has either.
expect 0 analyze summary --run mapped --baseline reference --format csv
sed -n 2p out | awk -F, '{ exit !($4 == 5 && $5 == 5 && $6 == 4 && $7 == 3 && ($10 - 8 / 3) ^ 2 < 1e-12 && $12 == 4) }' || complain "$(cat out)"
said '2 correct samples have both: shown is from the times'
expect 0 analyze summary --run mapped --claims --format csv
sed -n 2p out | awk -F, '{ exit !($4 == 5 && $5 == 5 && $6 == 4 && $7 == 3 && $12 == 5) }' || complain "$(cat out)"
said "2 correct samples have both: shown is the source's own statement"
expect 0 analyze summary --run kb
said '--claims shows them'
