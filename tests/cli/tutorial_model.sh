# docs/tutorial-model.md as it is printed: a scripted model's server, and small problems under the numbers of the split.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
unset ROLLBOOK_DB
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/llm_server.py" port server.log &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
mkdir -p KernelBench/KernelBench/level1 bin splits
ln -s "$ROLLBOOK_BIN" bin/rollbook
cp "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json" splits/
for number in $(sed -n 's/.*"eval": *\[\([0-9,]*\)\].*/\1/p' splits/l1_seed42.json | tr , ' '); do
    cp problems/2_ReLU.py "KernelBench/KernelBench/level1/${number}_ReLU.py"
done
awk '/^```sh$/ { inside = 1; n++; next } /^```/ { inside = 0 } inside { print } END { exit n < 6 }' \
    "$ROLLBOOK_SOURCE_DIR/docs/tutorial-model.md" >plain.sh || fail "too few blocks"
sed "s/127[.]0[.]0[.]1:8000/127.0.0.1:$(cat port)/; s/^backend=cuda/backend=cpu/; s/--k 4/--k 1 --tasks 4,28,98/" plain.sh >script.sh
PATH=$PWD/bin:$PATH sh -eu script.sh >log 2>&1 || fail "a block fails: $(tail -n 20 log)"
ROLLBOOK_DB=$(sed -n "s/^export ROLLBOOK_DB=//p" plain.sh)
export ROLLBOOK_DB
rows "SELECT count(*), count(DISTINCT task), sum(outcome NOT IN ('measured', 'infra', 'timeout')) FROM v_rollout WHERE run = 'model-42'" '3,3,0\n'
rows "SELECT count(*) FROM v_rollout WHERE run = 'small'" '2\n'
[ "$(head -c 5 model-42.pdf)" = %PDF- ] || complain "no report was drawn"
