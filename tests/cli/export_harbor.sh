# Tasks for Harbor: what the folders hold, what test.sh makes of candidates, and one verdict with one hash through every door.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
tool="$ROLLBOOK_BIN"

expect 0 export --harbor tasks --tasks l1/19,l1/4 --case tiny --seed 7
said 'tasks of Harbor: 2'
expect 2 export --harbor tasks --tasks l1/19
said 'tasks: exists already'
expect 3 export --harbor other --tasks l1/99999
[ ! -e other ] || complain "a task that is not there left a folder"
expect 2 export --harbor other --sft pairs.jsonl
expect 2 export folder --image mine
expect 0 export --harbor again --tasks l1/19,l1/4 --case tiny --seed 7
diff -r tasks again >/dev/null || complain "the same seed gives other tasks"
expect 0 export --harbor there --tasks l1/19 --case tiny --seed 8 --backend cuda --image registry.example/rollbook:1
grep -q '^gpus = 1$' there/l1-19/task.toml && grep -q '^docker_image = "registry.example/rollbook:1"$' there/l1-19/task.toml ||
    complain "$(cat there/l1-19/task.toml)"
cmp -s there/l1-19/tests/held_out.txt tasks/l1-19/tests/held_out.txt && complain "another seed holds out the same sizes"
# Held-out sizes are nowhere but in tests.
while read -r sizes; do
    grep -rqF -e "$sizes" tasks/l1-19/instruction.md tasks/l1-19/task.toml tasks/l1-19/environment/Dockerfile tasks/l1-19/solution &&
        complain "$sizes is not held out"
done <tasks/l1-19/tests/held_out.txt
[ -s tasks/l1-19/tests/held_out.txt ] || complain "no sizes are held out"

export ROLLBOOK_HARBOR_TESTS="$PWD/tasks/l1-19/tests" ROLLBOOK_HARBOR_LOGS="$PWD/logs" ROLLBOOK_HARBOR_APP="$PWD/app"
export ROLLBOOK_HARBOR_PROGRAM="$tool"
mkdir app
grade() { # STATUS PATTERN
    status=0
    sh tasks/l1-19/tests/test.sh >said 2>&1 || status=$?
    [ $status -eq "$1" ] || complain "test.sh ends with $status, not $1: $(cat said logs/evaluator.txt)"
    grep -q -e "$2" logs/reward.json 2>/dev/null || [ -z "$2" ] || complain "reward: $(cat logs/reward.json), not $2"
}
hash_of() {
    grep -o '"verdict_sha256": *"[0-9a-f]*"' | grep -o '[0-9a-f]\{64\}'
}
grade 0 '"reward": 0, "correct": 0'
[ "$(cat logs/reward.txt)" = 0 ] || complain "reward.txt: $(cat logs/reward.txt)"
cat >wrong.cu <<'END'
//@ launch relu(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}
END
sed 's/= x\[i\]/= fmaxf(x[i], 0.0f)/' wrong.cu >right.cu
# Right at the size that is shown, wrong at others: the plan names no size.
dims=$("$tool" task show l1/19 --json | grep -o '"tiny": *{[^}]*}' | grep -o '"n": *[0-9]*' | grep -o '[0-9]*$')
sed "s/ceil_div(n, 256)/$(((dims + 255) / 256))/; s/, n)/, $dims)/" right.cu >one_size.cu
for name in wrong right one_size; do
    cp "$name.cu" app/solution.cu
    "$tool" eval "$name.cu" --task l1/19 --case tiny --json 2>/dev/null | hash_of >hash || true
    case $name in
    wrong) grade 0 '"reward": 0, "correct": 0' ;;
    one_size) grade 0 '"reward": 0, "correct": 0, "held_out_right": [012]' ;;
    right)
        status=0
        sh tasks/l1-19/tests/test.sh >said 2>&1 || status=$?
        if [ $status -eq 3 ] && grep -q 'too busy to time' said; then
            echo "this machine is too busy to time a kernel"
        elif ! grep -q '"reward": [0-9.]*, "correct": 1, "held_out_right": \([1-9]\), "held_out": \1' logs/reward.json; then
            complain "a right kernel: $status $(cat said logs/reward.json logs/evaluator.txt)"
        fi
        ;;
    esac
    hash_of <logs/verdict.json | cmp -s - hash || complain "$name has another hash through test.sh"
    [ -s hash ] || complain "$name has no hash"
    if command -v python3 >/dev/null; then
        PYTHONPATH=$ROLLBOOK_SOURCE_DIR/python ROLLBOOK_PROGRAM=$tool python3 - "$name.cu" >got <<'END' || complain "the Python call ends with an error"
import sys
import rollbook
print(rollbook.evaluate(open(sys.argv[1]).read(), task="l1/19", case="tiny").data["verdict_sha256"])
END
        cmp -s got hash || complain "$name has another hash through Python: $(cat got)"
    fi
done
if command -v python3 >/dev/null; then
    python3 - wrong.cu >calls <<'END'
import json
import sys
calls = [("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
         ("tools/call", {"name": "evaluate", "arguments": {"task": "l1/19", "kernel": open(sys.argv[1]).read()}})]
for n, (method, params) in enumerate(calls):
    print(json.dumps({"jsonrpc": "2.0", "id": n, "method": method, "params": params}))
END
    "$tool" mcp --db mcp.db <calls >answers 2>err || complain "mcp: $(cat err)"
    "$tool" eval wrong.cu --task l1/19 --case tiny --json 2>/dev/null | hash_of >hash || true
    hash_of <answers | sort -u | cmp -s - hash || complain "another hash through MCP: $(cat answers)"
fi
# Too large to be a kernel: that is the candidate's fault.
head -c 3000000 /dev/zero >app/solution.cu
grade 0 '"reward": 0'
cp right.cu app/solution.cu
# Not the program that was exported, or one that breaks: no reward, rather than none.
printf '#!/bin/sh\nexit 0\n' >fake
chmod +x fake
ROLLBOOK_HARBOR_PROGRAM="$PWD/fake" grade 3 ''
[ ! -e logs/reward.json ] && [ ! -e logs/reward.txt ] || complain "another program gave a reward"
rm app/solution.cu
ln -s "$PWD/right.cu" app/solution.cu
grade 0 '"reward": 0'
exit $failures
