# rollbook eval-folder: a KernelBench run folder is evaluated again, resumes after an interruption, and stands beside its own results.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
sql() { "$ROLLBOOK_BIN" sql --db t.db --format csv "$1" | tail -n +2; }
module() { printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return %s\n' "$1"; }

# Samples with holes; a problem that the suite lacks; a kernel without a verdict; text that holds a fence.
mkdir -p runs/mine
module 'x.clamp(min=0)' >runs/mine/level_1_problem_2_sample_0_kernel.py
module 'torch.relu(x)' >runs/mine/level_1_problem_2_sample_2_kernel.py
module 'x.abs()' >runs/mine/level_1_problem_2_sample_5_kernel.py
{ module 'x * (x > 0)'; printf 'import time\ntime.sleep(3)\nNOTE = """\n```python\nclass ModelNew: pass\n```\n"""\n'; } >runs/mine/level_1_problem_2_sample_6_kernel.py
printf 'import torch\nclass ModelNew(torch.nn.Module\n' >runs/mine/level_1_problem_2_sample_7_kernel.py
printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def __init__(self, n):\n        super().__init__()\n        self.scale = torch.nn.Parameter(torch.rand(n))\n    def forward(self, a, b):\n        return torch.mm(a, b) * self.scale\n' >runs/mine/level_1_problem_1_sample_1_kernel.py
module 'x' >runs/mine/level_1_problem_77_sample_0_kernel.py
cat >runs/mine/eval_results.json <<'JSON'
{"1": [{"sample_id": 1, "compiled": true, "correctness": true, "runtime": 0.5, "metadata": {"hardware": "NVIDIA H100"}}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 0.5, "metadata": {"hardware": "NVIDIA H100"}},
       {"sample_id": 2, "compiled": true, "correctness": false, "runtime": -1, "metadata": {"hardware": "NVIDIA H100"}},
       {"sample_id": 5, "compiled": true, "correctness": true, "runtime": 0.4, "metadata": {"hardware": "NVIDIA H100"}},
       {"sample_id": 7, "compiled": false, "correctness": false, "runtime": -1, "metadata": {"hardware": "NVIDIA H100"}}]}
JSON
expect_status 3 eval-folder runs/mine --suite mine --db t.db
said 'import-kernelbench DIR --suite mine'
expect_status 0 task import-kernelbench problems --suite mine --db t.db
ROLLBOOK_PROGRESS_SECONDS=1 expect_status 1 eval-folder runs/mine --suite mine --name again --db t.db --json
said '1 kernels are of problems'
said ' of 6 rollouts'
has '"schema":"rollbook.eval-folder/1"'
has '7 kernels: 5 with two verdicts, 2 without a verdict in the folder, 1 without one here; 2 of these disagree'
has 'recorded, over these 5: compiled 4, fast_0 0.6000, fast_1 NA'
has 'evaluated, over these 5: compiled 4, fast_0 0.6000, fast_1 \(at least \)\?[01]' # a busy machine leaves out a time
[ "$(sql "SELECT group_concat(problem_id || '/' || sample || ' ' || outcome) FROM (SELECT * FROM v_rollout WHERE run = 'again' ORDER BY problem_id, sample)")" = \
    '"1/1 measured,2/0 measured,2/2 measured,2/5 mismatch,2/6 measured,2/7 parse"' ] ||
    fail "other outcomes: $(sql "SELECT problem_id, sample, outcome, message FROM v_rollout WHERE run = 'again'")"
# Every byte of a file is its code.
[ "$(sql "SELECT count(*) FROM v_rollout a JOIN v_rollout b USING (problem_id, sample, code_sha256) WHERE a.run = 'mine' AND b.run = 'again'")" = 6 ] ||
    fail "the code is not the files'"
# Again: nothing is evaluated, the same is said.
before=$(sql 'SELECT count(*) FROM evaluation')
expect_status 1 eval-folder runs/mine/ --suite mine --name again --db t.db --format csv
has '^l1/2,0,0,2,mismatch,measured,'
has '^l1/2,0,0,5,measured,mismatch,'
said "run 'again' exists and is complete; its results are shown"
[ "$(sql 'SELECT count(*) FROM evaluation')" = "$before" ] || fail "it was evaluated twice"
expect_status 0 analyze fast-p --run again --db t.db
expect_status 0 verify --db t.db

# Killed and interrupted while it evaluates: the same command goes on, and nothing is evaluated twice.
mkdir runs/many
for i in $(seq 0 9); do
    module "x.clamp(min=0) + 0.0 * $i" >runs/many/level_1_problem_2_sample_${i}_kernel.py
done
hits=0
for signal in KILL INT; do
    done_before=$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'eval-many'")
    "$ROLLBOOK_BIN" eval-folder runs/many --suite mine --timed-runs 1 -j 1 --db t.db -q >/dev/null 2>err &
    pid=$!
    tries=0
    while [ "$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'eval-many'")" = "$done_before" ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "nothing was evaluated: $(cat err)"
        sleep 0.1
    done
    kill -$signal $pid 2>/dev/null && hits=$((hits + 1))
    wait $pid || true
    [ "$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'eval-many'")" -lt 10 ] || fail "it was over before it was stopped"
done
[ $hits -eq 2 ] || fail "the signals came late"
# A run keeps what it began with, and an option that says otherwise is refused; how many work is this call's.
for other in '--suite yours' '--rule kernelbench' '--baseline compile' '--mode full' '--timed-runs 9' '--inputs suite'; do
    # shellcheck disable=SC2086 # an option and its value
    expect_status 2 eval-folder runs/many $other --db t.db
    said "run 'eval-many' was evaluated with another ${other% *}; 'rollbook eval-folder runs/many --name OTHER' makes a run of its own"
done
"$ROLLBOOK_BIN" eval-folder runs/many --suite mine -j 3 --db t.db -q >out 2>err &
pid=$!
most=0
while kill -0 $pid 2>/dev/null && [ $most -lt 3 ]; do
    n=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null | wc -w)
    [ "$n" -le $most ] || most=$n
    sleep 0.05
done
wait $pid || fail "resumed: $(cat err)"
[ $most -ge 3 ] || fail "$most of three workers were seen after a run that began with one"
[ "$(sql "SELECT count(*), count(DISTINCT rollout_id), count(DISTINCT input_seed), sum(outcome = 'measured') FROM v_evaluation WHERE run = 'eval-many'")" = 10,10,1,10 ] ||
    fail "resumed: $(sql "SELECT sample, outcome, message FROM v_evaluation WHERE run = 'eval-many'")"

# A list of files; what the record lacks is taken from a stored baseline of its hardware.
mkdir -p lists/deep
module 'x.clamp(min=0)' >lists/deep/first.py
module 'x.abs()' >'lists/deep/the second.py'
printf '\357\273\277# mine\ndeep/first.py l1/2\n\ndeep/the second.py l1/2\n../runs/mine/level_1_problem_2_sample_6_kernel.py\n' >lists/some.txt
expect_status 0 eval-folder lists/some.txt --suite mine --db t.db -q --correct-trials 3 --timed-runs 7
[ "$(sql "SELECT DISTINCT correct_trials || '/' || timed_runs || '/' || (coalesce(n_samples, 7) >= 7 OR n_samples = 0) FROM v_evaluation WHERE run = 'eval-some.txt' AND outcome = 'measured'")" = '3/7/1' ] ||
    fail "asked for 3 and 7: $(sql "SELECT correct_trials, timed_runs, n_samples, outcome FROM v_evaluation WHERE run = 'eval-some.txt'")"
has '3 kernels: 0 with two verdicts, 3 without a verdict in the folder'
[ "$(sql "SELECT group_concat(problem_id || '/' || sample || ' ' || outcome) FROM (SELECT * FROM v_rollout WHERE run = 'eval-some.txt' ORDER BY sample)")" = '"2/0 measured,2/1 mismatch,2/6 measured"' ] ||
    fail "a list: $(sql "SELECT problem_id, sample, outcome, message FROM v_rollout WHERE run = 'eval-some.txt'")"
for line in 'deep/first.py' 'deep/none.py l1/2' '# nothing'; do
    printf 'deep/first.py l1/2\n%s\n' "$line" >lists/bad.txt
    [ "$line" != '# nothing' ] || echo "$line" >lists/bad.txt
    expect_status 2 eval-folder lists/bad.txt --suite mine --db t.db
done
said 'names no file'
printf 'deep/first.py l1/2\n\0deep/first.py l1/2\n' >lists/bad.txt
expect_status 2 eval-folder lists/bad.txt --suite mine --db t.db
said 'bad.txt: contains a zero byte (byte 19)'
printf '../runs/mine/level_1_problem_2_sample_6_kernel.py\n../runs/mine/level_1_problem_2_sample_6_kernel.py\n' >lists/bad.txt
expect_status 2 eval-folder lists/bad.txt --suite mine --db t.db
said 'bad.txt:2: a second file of level 1, problem 2, sample 6'
echo '{"level1": {"2_ReLU.py": {"mean": 0.6, "std": 0.01, "min": 0.5, "max": 0.7, "num_trials": 100, "hardware": "NVIDIA H100"}}}' >baseline_time_torch.json
expect_status 0 ingest kernelbench-baseline baseline_time_torch.json --db t.db
expect_status 1 eval-folder runs/mine --suite mine --name again --db t.db
has 'recorded, over these 5: compiled 4, fast_0 0.6000, fast_1 at least 0.4000 (2 of 3 right ones have a speedup), fast_2 at least 0.0000'

# A kernel is evaluated whole: what stands before a zero byte would be right.
mkdir runs/odd
{ module 'x.clamp(min=0)'; printf '\0# the rest\n'; } >runs/odd/level_1_problem_2_sample_0_kernel.py
{ module 'x.clamp(min=0)'; printf '# caf\351\n'; } >runs/odd/level_1_problem_2_sample_1_kernel.py
expect_status 0 eval-folder runs/odd --suite mine --db t.db -q
sql "SELECT sample, outcome FROM v_rollout WHERE run = 'eval-odd' ORDER BY 1" >odd
[ "$(tr '\n' ' ' <odd)" = '0,parse 1,measured ' ] || fail "a zero byte: $(cat odd)"

# What cannot be asked for.
expect_status 2 eval-folder nowhere --suite mine --db t.db
expect_status 2 eval-folder runs/mine --suite mine --name levels --level 10 --db t.db
expect_status 2 eval-folder runs/mine --suite mine --name mine --db t.db
expect_status 2 eval-folder runs/mine --suite mine --name other --rule kernelbench --inputs scaled --db t.db
mkdir runs/empty
expect_status 3 eval-folder runs/empty --suite mine --db t.db
said 'is not a run folder: it has neither eval_results.json nor kernels named level_1_problem_19_sample_0_kernel.py'
[ "$failures" -eq 0 ]
