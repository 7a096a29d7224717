# Problems with several shapes: a definition and a task of kernelbot, imported, solved in their own forms, and cheated.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch, yaml' 2>/dev/null || {
    echo "$python has no torch or no yaml (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
export ROLLBOOK_PYTHON="$python" ROLLBOOK_DB=shapes.db
folder=$ROLLBOOK_SOURCE_DIR/tests/fixtures/shapes

expect_status 0 task import-shapes "$folder" --suite mine
has 'mine  *5  *8  *8  *0'
said 'left out: scaled_rows, workload a3: its file nowhere.safetensors is not there; put it into the folder'
expect_status 0 task import-shapes "$folder" --suite mine
has 'mine  *5  *8  *0  *8'
# A task is called what its user calls it; a name that is typed wrongly says which are near.
expect_status 0 task list --suite mine
has '^mine:row_max@rows=128+width=64 '
! grep -q 'mine:l1/' out || fail 'a number that was made up stands for a name'
expect_status 3 prompt show mine:scaled_row
said "did you mean 'mine:scaled_rows'"
expect_status 3 prompt show scaled_rows
said "did you mean 'mine:scaled_rows'"
expect_status 3 prompt show mine:scaled_rows@rows=18
said "the shapes of 'mine:scaled_rows' are rows=64, rows=17"
expect_status 2 task import-shapes "$folder"
said 'suite'
expect_status 2 task import-shapes nowhere --suite mine
said 'no such folder'
mkdir empty
expect_status 3 task import-shapes empty --suite none
said 'neither definitions nor a task.yml'

# A malformed file is left out, and does not end the import.
sed 's/"dtype": "float32"/"dtype": ["float32"]/' "$folder/definitions/scaled_rows/definition.json" >empty/definition.json
expect_status 3 task import-shapes empty --suite none
said 'has no dtype'

rows=mine:scaled_rows@rows=17 best='mine:row_max@rows=128+width=64'
cat >right.py <<'END'
import torch
def run(x, weight, eps):
    return x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt() * weight
END
expect_status 0 eval right.py --task $rows
has "^task *$rows,"
has 'outcome *measured'
has 'rule_suite'
has 'hidden_shape .*yes *rows='
expect_status 0 eval right.py --task mine:scaled_rows
has 'rows=17  *measured'
has 'rows=64  *measured'
has 'right at all 2 shapes.* workload [0-9.]* .*weights of 1 shapes\|right at 2 of 2 shapes; no speedup of the problem: a shape was not timed'
sed '/def run/a\    assert x.shape[0] == 17' right.py >one_shape.py
expect_status 1 eval one_shape.py --task $rows
has 'message *at a hidden shape'
cat >data.py <<'END'
import torch
from task import input_t
def custom_kernel(data: input_t):
    x, out = data
    torch.amax(x, 1, out=out)
    return out
END
expect_status 0 eval data.py --task "$best" --rule suite
has 'rule_own'
expect_status 2 eval data.py --task "$best" --rule kernelbench
said 'has a rule of its suite'
# Four-bit numbers; a reference whose names are those of the module that is made of it.
cat >packed.py <<'END'
import torch
VALUES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
def run(weight, x, scale, attention_mask):
    codes = weight.view(torch.uint8).to(torch.int64)
    table = torch.tensor(VALUES + tuple(-v for v in VALUES))
    return torch.stack([table[codes & 15], table[codes >> 4]], -1).flatten(-2).matmul(x) * scale * attention_mask
END
if "$python" -c 'import torch; torch.float4_e2m1fn_x2' 2>/dev/null; then
    expect_status 0 eval packed.py --task mine:packed_rows
    has 'rows=16  *measured'
    sed 's/codes >> 4/codes \& 15/' packed.py >halves.py
    expect_status 1 eval halves.py --task mine:packed_rows
    has 'rows=16  *mismatch.*not right'
else
    expect_status 2 eval packed.py --task mine:packed_rows
    said 'the problem needs torch.float4_e2m1fn_x2, which PyTorch '
fi
printf 'import tilelang\ndef custom_kernel(data):\n    return data[1]\n' >tile.py
"$python" -c 'import tilelang' 2>/dev/null || {
    expect_status 1 eval tile.py --task "$best"
    has 'not run: package tilelang is missing in this Python: pip install tilelang'
}
# One answer, one rollout: right at all shapes or wrong, with the summary of the shapes as its speedup.
printf '%s\n' 'right.py scaled_rows' 'one_shape.py scaled_rows' >list.txt
expect_status 0 eval-folder list.txt --suite mine --name again
has '^2 kernels'
expect_status 0 sql "SELECT outcome, message LIKE 'at shape rows=64: %(1 of 2 shapes%' AS is_told, (SELECT count(*) FROM evidence e WHERE e.evaluation_id = r.evaluation_id
    AND e.kind = 'shape') AS n FROM v_rollout r WHERE run = 'again' ORDER BY outcome" --format csv
has '^crash,1,1$'
has '^measured,NA,2$'
expect_status 0 sql "SELECT count(*) AS off FROM v_rollout r WHERE run = 'again' AND abs(ln(speedup) - (SELECT avg(ln(bound / value)) FROM evidence e
    WHERE e.evaluation_id = r.evaluation_id AND kind = 'shape')) > 1e-9" --format csv
has '^0$'
expect_status 0 site pages
grep -rq '<td>not tried' pages/sample || fail "the page of a rollout does not tell its shapes"
grep -rq '>scaled_rows@rows=17</a>\|<td>scaled_rows@rows=17' pages/task || fail "the page of a problem does not list its shapes"
expect_status 0 analyze shapes --run again --over workload
has 'scaled_rows .* 1 of 2  *0  '
has 'scaled_rows .* 2 of 2  *2  '
echo 'right.py scaled_rows' >list.txt
for how in worst workload; do
    expect_status 0 task import-shapes "$folder" --suite "$how" --over "$how"
    expect_status 0 eval-folder list.txt --suite "$how" --name "$how"
done
expect_status 0 sql "SELECT count(*) AS off FROM v_rollout r WHERE run IN ('worst', 'workload') AND abs(speedup / (SELECT CASE run WHEN 'worst' THEN min(bound / value)
    ELSE sum(bound * iif(detail = 'rows=64', 3, 1)) / sum(value * iif(detail = 'rows=64', 3, 1)) END
    FROM evidence e WHERE e.evaluation_id = r.evaluation_id AND kind = 'shape') - 1) > 1e-9" --format csv
has '^0$'
expect_status 4 task import-shapes "$folder" --suite mine --over worst
said 'with another text'
expect_status 0 prompt show mine:scaled_rows
has 'right at all 2 shapes'
has '^#   rows=17'

# A model's answer may be a function; the prompt asks for one.
expect_status 0 prompt show $rows
has 'with a function run'
{
    printf '{"rollouts": [{"task": "%s", "sample": 0, "text": "Here:\\n```python\\n' "$best"
    sed 's/$/\\n/' data.py | tr -d '\n'
    printf '```\\nand:\\n```python\\nx = 1\\n```"}]}'
} >answers.json
expect_status 0 run best-of-n --tasks "$best" --k 1 --policy replay --policy-config "$(cat answers.json)" --name answers -q
expect_status 0 sql "SELECT outcome, code LIKE '%custom_kernel%' AS is_function FROM v_rollout WHERE run = 'answers'"
has 'measured *1'

# An agent names a task as its user does, and finds what it tried under that name.
"$ROLLBOOK_BIN" mcp --db shapes.db </dev/null 2>none || grep -q 'built without' none || fail "$(cat none)"
[ -s none ] || "$python" - <<'END' || fail "the tools of agents lose a problem of several shapes"
import json, os, subprocess
agent = subprocess.Popen([os.environ["ROLLBOOK_BIN"], "mcp", "--db", "shapes.db"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(method, **params):
    agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    return json.loads(agent.stdout.readline())["result"]
def call(name, **arguments):
    answer = ask("tools/call", name=name, arguments=dict(arguments, task="mine:scaled_rows"))
    return answer["content"][0]["text"]
ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})
agent.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
text = open("one_shape.py").read()
said = call("evaluate", kernel=text)
assert " of mine:scaled_rows: " in said, said
assert "(1 of 2 shapes were not tried)" in said, said
assert call("history").startswith("evaluation "), call("history")
assert call("submit", kernel=text).startswith("Submitted. "), "not submitted"
said = call("submit", kernel=text)
assert "was submitted before" in said, said
agent.stdin.close()
agent.wait()
END

# Files of the suites; our own importer reads the result.
expect_status 0 export --solutions files
said 'solutions of definitions: 6'
said 'results of kernelbot: 1'
grep -q '"entry_point":"main.py::run"' files/solutions/scaled_rows/rollbook_*.json || fail "no solution"
grep -q 'def custom_kernel' files/kernelbot/*/row_max.py || fail "no submission"
expect_status 0 ingest kernelbot files/kernelbot/*/row_max.json
has 'row_max'
expect_status 2 export --solutions files
said 'exists already'

# Where every shape is timed or one is wrong, the figure has a curve.
printf 'def custom_kernel(data):\n    return data[0].amin(1)\n' >wrong.py
printf 'wrong.py row_max\n' >list.txt
expect_status 0 eval-folder list.txt --suite mine --name wrong
expect_status 0 figure shapes --run wrong -o wrong.svg
has 'above no p'
expect_status 7 figure shapes --run answers -o none.pdf

# A task of Harbor judges all shapes.
expect_status 0 export --harbor harbor --tasks mine:row_max
mkdir app
printf 'def custom_kernel(data):\n    return data[0].amax(1) * (len(data[0]) != 40)\n' >app/solution.py
ROLLBOOK_HARBOR_TESTS=$PWD/harbor/mine-row-max/tests ROLLBOOK_HARBOR_LOGS=$PWD/logs ROLLBOOK_HARBOR_APP=$PWD/app \
    ROLLBOOK_HARBOR_PROGRAM=$ROLLBOOK_BIN sh harbor/mine-row-max/tests/test.sh >graded 2>&1 || fail "$(cat graded)"
[ "$(cat logs/reward.txt)" = 0 ] && grep -q '"message":"at shape rows=40+width=200' logs/verdict.json || fail "$(cat logs/verdict.json)"
