# analyze over a small imported run: estimates by hand, denominators, exit statuses.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
# Problem 1: four samples, two correct (0.5 ms, 2 ms); 2: one correct at exactly the baseline;
# 3: does not compile; 4 is absent, 5 correct and not timed.
cat >eval_results.json <<'END'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 0.5, "runtime_stats": {}},
       {"sample_id": 1, "compiled": true, "correctness": false, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}},
       {"sample_id": 2, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 2.0, "runtime_stats": {}},
       {"sample_id": 3, "compiled": false, "correctness": false, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 1.0, "runtime_stats": {}}],
 "3": [{"sample_id": 0, "compiled": false, "correctness": false, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}}],
 "5": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}}]}
END
cat >baseline.json <<'END'
{"level1": {"1_a.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"},
            "2_b.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"},
            "3_c.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"},
            "4_d.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"},
            "5_e.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"}},
 "level2": {}, "level3": {}}
END
expect_status 0 ingest kernelbench eval_results.json --level 1 --run-name small
expect_status 0 ingest kernelbench-baseline baseline.json --name base

fastp() {
    expect_status 0 analyze fast-p --run small --baseline base --format csv "$@"
}
# One sample a problem: strict, then not; the untimed one counts at no p.
fastp --sample 0 --p 0,1,2
has '^small,base,0,2,5,0.4,'
has '^small,base,1,1,5,0.2,'
has '^small,base,2,0,5,0,0,'
fastp --sample 0 --p 1,2 --ge
has '^small,base,1,2,5,0.4,'
has '^small,base,2,1,5,0.2,'
# Denominators.
fastp --sample 0 --p 1 --denominator attempted
has '^small,base,1,1,4,0.25,'
fastp --sample 0 --p 1 --denominator compiled
has '^small,base,1,1,3,0.3333333333333333,'
fastp --sample 0 --p 1 --denominator correct
has '^small,base,1,1,3,0.3333333333333333,'
# Pooled: one of the seven samples is fast, one of eight with the absent problem.
fastp --p 1 --pooled --denominator attempted
has '^small,base,1,1,7,0.14285714285714285,.*,student-t,attempted,4,.*,pooled,mean,NA,'
fastp --p 1 --pooled
has '^small,base,1,1,8,0.125,.*,pooled,mean,NA,'
# All samples: per problem, then the mean over the five.
fastp --p 1
has '^small,base,1,1,8,0.05,.*student-t,all,5'
expect_status 0 analyze fast-p --explain --run small --baseline base --sample 0 --p 0
has '1 problems are absent'
has '1 correct samples have no runtime'
expect_status 0 analyze summary --run small --baseline base --format csv
has '^small,base,5,7,5,4,3,1,1,1.1666666666666667,0.5,2,'

# Scaling: K beyond the smallest cell is refused by number; the run has no baseline of its own.
expect_status 0 analyze scaling --run small --k 1 --format csv --baseline base
has '^small,pass,1,0.625,'
has '^small,fast_1,1,0.0625,'
expect_status 7 analyze scaling --run small --k 2
grep -q 'K = 2' err && grep -q 'n = 1' err || fail "does not name K and n: $(cat err)"
expect_status 0 analyze scaling --run small --k 1 --json
has '"fast_1","k":1,"value":null'

expect_status 3 analyze scaling --run none
expect_status 3 analyze fast-p --run small --baseline none
expect_status 3 analyze fast-p --run small --baseline base --baseline-hardware H
expect_status 3 analyze fast-p --run small --baseline base --sample 9
expect_status 7 analyze fast-p --run small
expect_status 7 analyze selection --run small
expect_status 7 analyze trajectory --run small
expect_status 7 analyze fast-p
expect_status 2 analyze fast-p --run small,
expect_status 2 analyze fast-p --run small,small --baseline base
expect_status 2 analyze fast-p --run small --runs small --baseline base
expect_status 2 analyze fast-p --run small --baseline base --p 1,x
expect_status 2 analyze fast-p --run small --baseline base --denominator most
expect_status 2 analyze fast-p --run small --baseline base --interval wald
expect_status 2 analyze fast-p --run small --baseline base --confidence 1
expect_status 2 analyze scaling --run small --k 0
expect_status 2 analyze scaling --run small --step last
expect_status 2 analyze compare --runs small
expect_status 2 analyze nonsense

# Without log-probs the guided rules are undefined, the others are not.
expect_status 0 analyze selection --run small --baseline base --json
has '"rule":"best-correct","fast_1":0.25,'
has '"rule":"surprisal-guided","fast_1":'
has 'lack log-probs'

# A second run to compare with; one run each pairs by task alone.
expect_status 0 ingest kernelbench eval_results.json --level 1 --run-name again
expect_status 0 analyze compare --a small --b again --baseline base --json
has '"schema":"rollbook.analyze.compare/2"'
has '"quantity":"difference_new_tasks_these_runs","value":0,'
has 'paired only by task'
expect_status 0 analyze equivalent-k --base small --run again --baseline base --step 0 --json
has '"kind":"policy","fast":0.0625,.*"equivalent_k":"1",'

# The same database gives the same bytes.
"$ROLLBOOK_BIN" analyze compare --a small --b again --baseline base --json >first
"$ROLLBOOK_BIN" analyze compare --a small --b again --baseline base --json >second
cmp first second
