# --baseline compile, and bench/record.sh, which judges published solutions again by both rules and against it.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
sql() { "$ROLLBOOK_BIN" sql --db "$1" --format csv "$2" | tail -n +2; }
mkdir suite suite/level1
sed 's/(64, 256)/(8, 8)/' problems/2_ReLU.py >suite/level1/2_ReLU.py
sed 's/(64, 256)/(8, 8)/; s/torch.relu(x)/x * 2/' problems/2_ReLU.py >suite/level1/4_Double.py
code='import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return'
cat >published.json <<END2
{"level_id": 1, "task_id": 2, "custom_code": "$code x.clamp(min=0)\n", "score_default": 1000.0, "score_torch_compile_default": 1.5}
{"level_id": 1, "task_id": 4, "custom_code": "$code x * 3\n", "score_default": 2.0, "score_torch_compile_default": null}
{"level_id": 1, "task_id": 5, "custom_code": null, "score_default": null}
END2
ROLLBOOK_BIN="$ROLLBOOK_BIN" sh "$ROLLBOOK_SOURCE_DIR/bench/record.sh" published.json suite judged 3 0 200 cpu >table 2>err || fail "$(cat err)"
said '2 of 2 solutions, drawn by seed 3'
for line in '^l1/2 | 1e+03 | 1.5 | .* | measured, measured$' '^l1/4 | 2 | NA | NA | NA | NA | mismatch, mismatch$' \
    '^2 of 2 drawn solutions judged by both rules: 0 stand' '^- l1/2: right, and .* times as fast where 1e+03 was published$' \
    "^- l1/4: not right by KernelBench's rule: mismatch output 0: torch.allclose"; do
    grep -q -e "$line" table || fail "not in the table: $line: $(cat table)"
done
# The same command goes on where it was: nothing is judged twice.
before=$(sql judged/record.db 'SELECT count(*) FROM evaluation')
ROLLBOOK_BIN="$ROLLBOOK_BIN" sh "$ROLLBOOK_SOURCE_DIR/bench/record.sh" published.json suite judged 3 0 200 cpu >again 2>err || fail "$(cat err)"
cmp table again || fail "another table"
[ "$(sql judged/record.db 'SELECT count(*) FROM evaluation')" = "$before" ] || fail "judged twice"

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

expect_status 2 eval judged/solutions/l1_2.py --problem suite/level1/2_ReLU.py --baseline fast
said "'fast' is not eager or compile"
expect_status 2 run best-of-n --tasks 4 --k 1 --baseline compile --db t.db
said 'are for PyTorch problems'
[ "$failures" -eq 0 ]
