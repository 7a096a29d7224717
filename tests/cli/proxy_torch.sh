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
# A batch: a line for each as it ends; what is wrong with a line is said of that line.
python3 - <<'PY'
import json
right = open("right.py").read()
with open("many", "w") as f:
    for i in range(6):
        f.write(json.dumps({"task": "mine:2", "kernel": right + "# %d\n" % i, "run": "many", "sample": i}) + "\n")
    f.write("\n" + json.dumps({"task": "mine:2", "completion": "I do not know.", "run": "many", "sample": 6}) + "\n")
    f.write(json.dumps({"task": "mine:9", "kernel": right}) + "\n{\"task\":\n")
    f.write(json.dumps({"task": "mine:2", "kernel": right.replace("min=0", "min=1"), "run": "many", "sample": 7}))
PY
ask -N -o out -D head --data-binary @many "$url/evaluate/batch?seed=7"
grep -qi '^content-type: application/x-ndjson' head || fail "$(cat head)"
python3 - <<'PY'
import json
lines = [json.loads(line) for line in open("out")]
found = {v["index"]: v.get("verdict", v.get("error")) for v in lines}
assert len(lines) == len(found) == 10 and sorted(found) == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10], found.keys()
assert [found[i]["outcome"] for i in (0, 1, 2, 3, 4, 5, 7, 10)] == ["measured"] * 6 + ["no_code", "mismatch"], found
assert all(found[i]["stored"] and found[i]["seed"] == 7 for i in (0, 5, 7, 10)), found
assert found[8]["code"] == found[9]["code"] == "bad_request" and "no task" in found[8]["message"], found
assert [v["index"] for v in lines][:2] == [8, 9], "an error waits for evaluations"
PY
is "8,8" "SELECT count(*), count(DISTINCT sample) FROM v_evaluation WHERE run = 'many'"
[ "$(ask -o out -w '%{http_code}' -X POST "$url/evaluate/batch")" = 400 ] || complain "an empty batch: $(cat out)"
# A client that leaves: what has not begun is dropped, and the next is served.
python3 - "$url" <<'PY'
import socket, sys
host, port = sys.argv[1].replace("http://", "").split(":")
body = open("many", "rb").read().replace(b'"run": "many"', b'"run": "left"')
s = socket.create_connection((host, int(port)))
s.sendall(b"POST /evaluate/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
s.recv(1)
PY
idle() { curl -s "$url/health" | grep -q '"requests":1,"evaluations":0'; }
wait_for "the proxy is still at it" idle
ask -o out --data-binary @right.py "$url/evaluate?task=mine:2&run=after"
[ "$(value outcome)" = measured ] || fail "$(cat out)"
[ "$("$ROLLBOOK_BIN" sql --db a.db --format csv "SELECT count(*) < 8 FROM v_evaluation WHERE run = 'left'" | tail -1)" = 1 ] || complain "a client that left was served"
bad() {
    code=$(ask -o out -w '%{http_code}' -d x "$url/evaluate?$2")
    [ "$code" = 400 ] || complain "$2: $code: $(cat out)"
    grep -qF -e "$1" out || complain "$2: not said: $1; but: $(cat out)"
}
bad 'when the server began' task=mine:9
bad 'for PyTorch problems' 'task=l1/4&inputs=suite'
bad 'is not one of' 'task=mine:2&inputs=odd'
bad 'is not one of' 'task=mine:2&rule=odd'
stop_proxy 0
[ "$failures" -eq 0 ]
