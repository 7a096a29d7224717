# Runs over PyTorch problems: stored completions become rollouts, evaluations and analyses.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
sql() { "$ROLLBOOK_BIN" sql --db t.db --format csv "$1" | tail -n +2; }
expect_status 0 task import-kernelbench problems --suite mine --db t.db

# Bodies of forward, as models write them.
cat >bodies.json <<'END2'
{"form": "body", "rollouts": [
{"task": "mine:l1/1", "sample": 0, "text": "return torch.einsum('ij,jk->ik', a, b) * self.scale"},
{"task": "mine:l1/1", "sample": 1, "text": "```python\n        c = a @ b\n        return c * self.scale\n```"},
{"task": "mine:l1/1", "sample": 2, "text": "return a"},
{"task": "mine:l1/2", "sample": 0, "text": "def forward(self, x):\n    return F.relu(x)"},
{"task": "mine:l1/2", "sample": 1, "text": "x = x.clone()\n        return x.clamp_(min=0)"},
{"task": "mine:l1/2", "sample": 2, "text": "return x +"}]}
END2
expect_status 0 run best-of-n --suite mine --tasks 1,2 --k 3 --policy replay --policy-config "$(cat bodies.json)" --name bodies --db t.db
[ "$(sql 'SELECT group_concat(outcome) FROM (SELECT outcome FROM v_rollout ORDER BY task, sample)')" = \
    '"measured,measured,wrong_shape,measured,measured,parse"' ] || fail "other outcomes: $(sql 'SELECT task, sample, outcome, message FROM v_rollout')"
[ "$(sql "SELECT DISTINCT kind, grade, inputs, rule, backend, task_case FROM v_evaluation")" = torch,python,signed,own,cpu,full ] ||
    fail "what the evaluations say of themselves"
# A busy machine takes more samples, or leaves none that count.
[ -z "$(sql "SELECT DISTINCT baseline, n_samples FROM v_timing WHERE subject = 'baseline' AND (baseline <> 'torch_eager' OR n_samples < 5)")" ] || fail "baselines"
[ "$(sql "SELECT count(*) FROM v_rollout r JOIN evaluation e USING (evaluation_id) WHERE (speedup > 0 OR why_no_speedup IS NOT NULL) AND code LIKE '%class ModelNew(Model):%'")" = 4 ] || fail "speedups"
[ "$(sql "SELECT count(*) FROM device WHERE compiler LIKE 'torch %, Python %' AND flags LIKE 'files ____________'")" = 1 ] || fail "device"
[ "$(sql "SELECT count(*) FROM evidence WHERE kind = 'sandbox'")" -ge 5 ] || fail "evidence"
expect_status 0 analyze fast-p --run bodies --db t.db
has 'bodies'
expect_status 0 report run --run bodies --db t.db -o run.pdf
# The same inputs again: outcomes repeat.
expect_status 0 replay bodies --db t.db
[ "$(sql "SELECT count(DISTINCT input_seed) FROM evaluation")" = 1 ] || fail "a replay has other inputs"
[ "$(sql "SELECT count(*) FROM v_rollout a JOIN v_rollout b USING (task, sample, code_sha256) WHERE a.run = 'bodies' AND b.run = 'replay-bodies'")" = 6 ] ||
    fail "a replay assembles other code"

# The best of each task again, on new inputs, by the same rule.
expect_status 0 confirm --run bodies --top 1 --mode fast -j 1 --db t.db
[ "$(sql "SELECT count(*), count(DISTINCT task), sum(outcome = 'measured'), group_concat(DISTINCT kind || inputs || rule) FROM v_evaluation WHERE run = 'bodies' AND purpose = 'confirm'")" = 2,2,2,torchsignedown ] ||
    fail "confirmed: $(sql "SELECT task, outcome, message FROM v_evaluation WHERE purpose = 'confirm'")"

# A run that is stopped goes on where it was, with the same inputs, and leaves nothing behind.
"$ROLLBOOK_BIN" run best-of-n --suite mine --tasks 1,2 --k 3 --timed-runs 1 --policy replay --policy-config "$(cat bodies.json)" --name stopped --db t.db -q >/dev/null 2>err &
pid=$!
tries=0
while [ "$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'stopped'")" = 0 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "nothing was evaluated: $(cat err)"
    sleep 0.1
done
kill -INT $pid
status=0
wait $pid || status=$?
[ $status -ne 0 ] || fail "the run was not stopped"
said '--resume stopped'
[ "$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'stopped'")" -lt 6 ] || fail "the run was over before it was stopped"
expect_status 0 run --resume stopped --db t.db -q
[ "$(sql "SELECT count(*), count(DISTINCT rollout_id), count(DISTINCT input_seed), sum(outcome = 'measured') FROM v_evaluation WHERE run = 'stopped'")" = 6,6,1,4 ] ||
    fail "resumed: $(sql "SELECT sample, outcome, message FROM v_evaluation WHERE run = 'stopped'")"

# Whole modules, among prose; other languages are named.
cat >modules.json <<'END2'
{"rollouts": [
{"task": "mine:l1/2", "sample": 0, "text": "Here:\n```python\nimport torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return x.clamp(min=0)\n```\nIt is fast."},
{"task": "mine:l1/2", "sample": 1, "text": "import torch\nimport tilelang\nclass ModelNew(torch.nn.Module):\n    pass\n"},
{"task": "mine:l1/2", "sample": 2, "text": "I cannot do that."},
{"task": "mine:l1/2", "sample": 3, "text": "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        import os\n        os.kill(os.getpid(), 9)\n        os.abort()\n"}]}
END2
expect_status 0 run best-of-n --tasks mine:2_ReLU --k 4 --policy replay --policy-config "$(cat modules.json)" --name modules --timed-runs 1 --inputs scaled --db t.db
[ "$(sql "SELECT group_concat(outcome) FROM (SELECT outcome FROM v_rollout WHERE run = 'modules' ORDER BY sample)")" = '"measured,parse,no_code,crash"' ] ||
    fail "other outcomes: $(sql "SELECT sample, outcome, message FROM v_rollout WHERE run = 'modules'")"
sql "SELECT message FROM v_rollout WHERE run = 'modules' AND sample = 1" | grep -q 'pip install tilelang' || fail "tilelang is not named: $(sql "SELECT message FROM v_rollout WHERE run = 'modules' AND sample = 1")"

# eval by the stored task, and by file.
printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return torch.relu(x)\n' >new.py
expect_status 0 eval new.py --task mine:2 --db t.db --json
has '"outcome":"measured"'
has '"kind":"torch"'
has '"baseline_name":"torch_eager"'
expect_status 3 eval new.py --task mine:7 --db t.db
said 'no task'

# Baselines of problems, as they are.
expect_status 0 baseline measure --tasks mine:1,mine:l1/2 --kernels torch_eager --backend cpu --mode fast --db t.db --format csv
has '^mine:l1/1,torch_eager,.*,measured,'
[ "$(sql "SELECT count(*) FROM baseline WHERE name = 'torch_eager' AND n_samples >= 5")" = 2 ] || fail "stored baselines: $(sql "SELECT name, n_samples FROM baseline")"
expect_status 3 baseline measure --tasks 4 --kernels torch_eager --backend cpu --mode fast --db t.db
expect_status 2 baseline measure --kernels torch_eager --backend cpu --db t.db
said 'name the problems'
expect_status 0 device --python "$ROLLBOOK_PYTHON" --format csv
has '^torch,torch,[0-9]'
has '^torch,interpreter,/'
expect_status 0 device --python /bin/false --format csv
has '^torch,available,.*/bin/false.*status 1'

# What cannot be asked for.
expect_status 2 run best-of-n --suite mine --tasks 1 --k 1 --db t.db --name builtin
said 'no grammar'
expect_status 2 run best-of-n --tasks mine:l1/1,l1/4 --k 1 --db t.db --name mixed
said 'two kinds'
expect_status 2 run best-of-n --tasks 4 --k 1 --db t.db --name native --inputs suite
said 'for PyTorch problems'
expect_status 2 run best-of-n --suite mine --tasks 1 --case tiny --k 1 --db t.db --name sized
said "its module's"
expect_status 2 run best-of-n --suite mine --tasks 1 --rule odd --k 1 --db t.db --name ruled
said 'not one of own, kernelbench, suite'
expect_status 4 run best-of-n --suite mine --tasks 1 --policy replay --policy-config "$(cat bodies.json)" --k 3 --python /bin/false --name no-python --db t.db
said 'does not start as a Python'
expect_status 2 prompt show mine:1 --template zero-shot --db t.db
said 'torch/NAME'
expect_status 2 prompt show l1/4 --template torch/zero-shot
said 'for PyTorch problems'
expect_status 0 prompt show mine:1 --template torch/body-only --db t.db
has 'def forward(self, a: torch.Tensor,'
[ "$(sql "SELECT group_concat(name) FROM (SELECT name FROM run ORDER BY name)")" = '"bodies,modules,replay-bodies,stopped"' ] || fail "a refused run left a row: $(sql "SELECT name FROM run")"
[ "$failures" -eq 0 ]
