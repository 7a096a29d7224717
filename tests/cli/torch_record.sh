# --baseline compile, and bench/record.sh, which judges published solutions again by both rules and against it.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
sql() { "$ROLLBOOK_BIN" sql --db "$1" --format csv "$2" | tail -n +2; }
mkdir suite suite/level1
cp problems/2_ReLU.py suite/level1/2_ReLU.py
sed 's/(256, 1024)/(8, 8)/; s/torch.relu(x)/x * 2/' problems/2_ReLU.py >suite/level1/4_Double.py
code='import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return'
cat >published.json <<END2
{"level_id": 1, "task_id": 2, "custom_code": "$code x.clamp(min=0)\n", "score_default": 1000.0, "score_torch_compile_default": 1.5}
{"level_id": 1, "task_id": 4, "custom_code": "$code x * 3\n", "score_default": 2.0, "score_torch_compile_default": null}
{"level_id": 1, "task_id": 5, "custom_code": null, "score_default": null}
END2
ROLLBOOK_BIN="$ROLLBOOK_BIN" sh "$ROLLBOOK_SOURCE_DIR/bench/record.sh" published.json suite judged 3 0 200 cpu >table 2>err || fail "$(cat err)"
said '2 of 2 solutions, drawn by seed 3'
# On a busy machine a call may have no speedup.
for line in '^l1/2 | 1e+03 | 1.5 | .* | measured, measured at class fp32$' '^l1/4 | 2 | NA | NA | NA | NA | mismatch, mismatch$' \
    '^2 of 2 drawn solutions judged by both rules: 0 stand' '^- l1/2: right, and \(.* times as fast where 1e+03 was published\|no speedup is known\)$' \
    "^- l1/4: not right by KernelBench's rule: mismatch output 0: torch.allclose"; do
    grep -q -e "$line" table || fail "not in the table: $line: $(cat table)"
done
# The same command goes on where it was: nothing is judged twice.
before=$(sql judged/record.db 'SELECT count(*) FROM evaluation')
ROLLBOOK_BIN="$ROLLBOOK_BIN" sh "$ROLLBOOK_SOURCE_DIR/bench/record.sh" published.json suite judged 3 0 200 cpu >again 2>err || fail "$(cat err)"
cmp table again || fail "another table"
[ "$(sql judged/record.db 'SELECT count(*) FROM evaluation')" = "$before" ] || fail "judged twice"

# KernelBench's leaderboard has several solutions of a problem, in other words and other file names, and counts problems from 0.
mkdir board
cp suite/level1/2_ReLU.py board/l1_p2.py
printf '[{"level": 1, "problem_id": 1, "code": "%s x.relu()\\n", "torch_speedup": 0.5}, {"level": 1, "problem_id": 1, "code": "%s x * 2\\n", "torch_speedup": 0.5}]' "$code" "$code" >board.json
ROLLBOOK_BIN="$ROLLBOOK_BIN" sh "$ROLLBOOK_SOURCE_DIR/bench/record.sh" board.json board boarded 3 0 200 cpu >table 2>err || fail "$(cat err)"
grep -q '^l1/2, 1 |.* measured, measured at class fp32$' table && grep -q '^l1/2, 2 |.* mismatch, mismatch$' table ||
    { grep -q '^l1/2, 2 |.* measured, measured at class fp32$' table && grep -q '^l1/2, 1 |.* mismatch, mismatch$' table; } || fail "two solutions: $(cat table)"

# The times are stored under the name of what was timed, and evidence says why where that is not what was asked for.
[ "$(sql judged/record.db "SELECT DISTINCT baseline FROM v_evaluation WHERE run LIKE '%-eager' AND baseline IS NOT NULL")" = torch_eager ] || fail "eager's name"
[ "$(sql judged/record.db "SELECT count(*) FROM evidence x JOIN v_evaluation e USING (evaluation_id) WHERE x.kind = 'compiled_baseline' AND e.run <> 'own-compile'")" = 0 ] ||
    fail "somebody else's reference was compiled"
[ "$(sql judged/record.db "SELECT count(*), sum((e.baseline = 'torch_compile') = x.pass), min(length(x.detail)) > 10 FROM evidence x JOIN v_evaluation e USING (evaluation_id)
    WHERE x.kind = 'compiled_baseline' AND e.run = 'own-compile' AND e.outcome = 'measured'")" = 1,1,1 ] || fail "compiled: $(sql judged/record.db "SELECT * FROM evidence WHERE kind = 'compiled_baseline'")"
"$ROLLBOOK_PYTHON" -c 'import sys, torch; sys.exit(hasattr(torch, "compile"))' &&
    [ "$(sql judged/record.db "SELECT DISTINCT detail LIKE '%has no torch.compile' FROM evidence WHERE kind = 'compiled_baseline'")" != 1 ] && fail "the reason"
[ "$(sql judged/record.db "SELECT group_concat(baseline) FROM (SELECT baseline FROM run WHERE name <> 'published' ORDER BY name)")" = '"torch_eager,torch_compile,torch_eager"' ] ||
    fail "the runs' baselines: $(sql judged/record.db 'SELECT name, baseline FROM run')"

expect_status 2 eval judged/solutions/level_1_problem_2_sample_0_kernel.py --problem suite/level1/2_ReLU.py --baseline fast
said "'fast' is neither eager nor compile"
expect_status 2 run best-of-n --tasks 4 --k 1 --baseline compile --db t.db
said 'are only for PyTorch problems'

# Where nothing could be compared no error is told.
printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        raise ValueError("no")\n' >raises.py
expect_status 1 eval raises.py --problem suite/level1/2_ReLU.py
has '^right  *0 of 1 runs, nothing was compared$'

# A task of a suite is named in either way.
expect_status 0 prompt show l1/2 --suite record --db judged/record.db
mv out by_suite
expect_status 0 prompt show record:l1/2 --db judged/record.db
cmp out by_suite || fail "two prompts of one task"
has ReLU
expect_status 3 prompt show 2_ReLU --db judged/record.db
said 'SUITE:l1/4'

# Reference and candidate begin with caches that hold nothing of a call's inputs.
"$ROLLBOOK_PYTHON" - "$ROLLBOOK_SOURCE_DIR/src/eval/torch/beside" suite/level1/2_ReLU.py "$PWD" <<'PY' || fail "a call begins with warm caches"
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import torch
import reference
session = reference.Session({"device": "cpu", "folder": sys.argv[3], "text": open(sys.argv[2]).read(), "model_seed": 1, "seed": 2, "slots": 1})
flush = session.clock.flush
assert flush.numel() * flush.element_size() >= 32 << 20
flush.zero_()
session.draw({"slot": 0, "seed": 3, "inputs": "suite", "exact": True})
assert int(flush.min()) == 1, "after inputs were drawn"
flush.zero_()
seen = []
session.timed = lambda *values: seen.append(int(flush.min()))
session.time({"slot": 0})
assert seen == [1], "when the reference begins"
session.close()
PY
[ "$failures" -eq 0 ]
