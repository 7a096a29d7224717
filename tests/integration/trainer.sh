# labels: slow
# The trainer of the Python package on this processor with a model of random weights: what the policy "tinker" needs of
# a server, and that a killed one goes on from what was saved.  ROLLBOOK_PYTHON names a Python that has transformers and peft.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python=${ROLLBOOK_PYTHON:-python3}
"$python" -c 'import peft, torch, transformers' >/dev/null 2>&1 || {
    echo "$python has no transformers and peft"
    exit 77
}
HF_HUB_OFFLINE=1
PYTHONPATH=$ROLLBOOK_SOURCE_DIR/python
export HF_HUB_OFFLINE PYTHONPATH
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/tiny_model.py" model "$ROLLBOOK_BIN" >made 2>&1 || fail "no model: $(cat made)"
serve() {
    rm -f port
    "$python" -m rollbook.trainer --model "$PWD/model" --device cpu --checkpoints saved --port "$1" --port-file port >>server.log 2>&1 &
    server=$!
    tries=0
    until [ -f port ]; do
        tries=$((tries + 1))
        kill -0 $server 2>/dev/null || fail "the trainer ended: $(tail -5 server.log)"
        [ $tries -lt 300 ] || fail "the trainer did not start: $(tail -5 server.log)"
        sleep 0.5
    done
    url=http://127.0.0.1:$(cat port)
}
at_end='kill $server 2>/dev/null || true; wait $server 2>/dev/null || true'
serve 0
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/trainer_numbers.py" "$url" "$PWD/model" >numbers 2>&1 || complain "numbers: $(cat numbers)"
reduction=sum
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker_serves.sh"

# Killed between two steps and started again at the same port: the run goes on from the weights that were saved.
run ttt killed --k 2 --steps 1 --reward composite:a=0,b=0,c=0,length=1
kill -9 $server
serve "$(cat port)"
"$ROLLBOOK_BIN" run score --db a.db --run killed --checkpoints-of killed >out 2>&1 || complain "after a kill: $(cat out)"
[ "$(sql "SELECT count(*) FROM v_score WHERE run = 'killed'")" -gt 0 ] || complain "nothing was scored after a kill: $(cat out)"
