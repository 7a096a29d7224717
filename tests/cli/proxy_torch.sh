# POST /evaluate takes PyTorch problems that are in the database.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
"$ROLLBOOK_BIN" task import-kernelbench problems --suite mine --db a.db >/dev/null
upstream=http://127.0.0.1:1
start_proxy --workers 1 --queue 2 --python "$ROLLBOOK_PYTHON"
value() {
    python3 -c 'import json, sys; v = json.load(open("out")); print(*[v[k] for k in sys.argv[1:]])' "$@"
}
cat >right.py <<'PY'
import torch
class ModelNew(torch.nn.Module):
    def forward(self, x):
        return x.clamp(min=0)
PY
ask -o out --data-binary @right.py "$url/evaluate?task=mine:2&seed=5&inputs=scaled"
[ "$(value outcome correct stored task case seed kind inputs rule backend)" = "measured True True mine:l1/2 full 5 torch scaled own cpu" ] || fail "$(cat out)"
is "measured,torch,python,scaled,own,full,5,l1/2,mine,torch_eager" "SELECT e.outcome, e.kind, e.grade, e.inputs, e.rule, e.task_case, e.input_seed, e.task, t.suite, e.baseline
    FROM v_evaluation e JOIN v_rollout r USING (rollout_id) JOIN v_task t ON t.task_id = r.task_id WHERE e.evaluation_id = $(value evaluation_id)"
python3 - <<'PY'
import json
text = "So:\n```python\nimport torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return x\n```\n"
json.dump({"task": "mine:l1/2", "completion": text, "run": "rl", "step": 4, "sample": 1}, open("body", "w"))
PY
json='Content-Type: application/json'
ask -o out -H "$json" --data-binary @body "$url/evaluate"
[ "$(value outcome)" = mismatch ] || fail "$(cat out)"
# A kernel file's task beside it, in the same proxy.
ask -o out --data-binary "@$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_4_reference.cu" "$url/evaluate?task=l1/4&case=tiny"
[ "$(value outcome kind inputs)" = "measured kernel_file None" ] || fail "$(cat out)"
bad() {
    code=$(ask -o out -w '%{http_code}' -d x "$url/evaluate?$2")
    [ "$code" = 400 ] || complain "$2: $code: $(cat out)"
    grep -qF -e "$1" out || complain "$2: not said: $1; but: $(cat out)"
}
bad 'when the proxy began' task=mine:9
bad 'for PyTorch problems' 'task=l1/4&inputs=suite'
bad 'none of those' 'task=mine:2&inputs=odd'
bad 'none of those' 'task=mine:2&rule=odd'
stop_proxy 0
[ "$failures" -eq 0 ]
