# labels: slow
# The open server skyrl-tx on this processor with a model of random weights: samples, scores, updates and
# checkpoints of the policy "tinker" mean there what they mean to the mock of tests/cli/policy_tinker.sh.
# ROLLBOOK_PYTHON names a Python that has skyrl-tx (docs/internals/policy.md says how; default: python3).
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python=${ROLLBOOK_PYTHON:-python3}
"$python" -c 'import torch, tx.tinker.api' >/dev/null 2>&1 || {
    echo "$python has no skyrl-tx"
    exit 77
}
HF_HUB_OFFLINE=1
JAX_PLATFORMS=cpu
export HF_HUB_OFFLINE JAX_PLATFORMS
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/tiny_model.py" model "$ROLLBOOK_BIN" >made 2>&1 || fail "no model: $(cat made)"

# The server starts its engine by "uv run ... -m MODULE", which wants a project around it.
mkdir bin
cat >bin/uv <<SH
#!/bin/sh
while [ "\$1" != -m ]; do shift; done
exec "$python" "\$@"
SH
chmod +x bin/uv
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://127.0.0.1:$port
PATH=$PWD/bin:$PATH "$python" -m tx.tinker.api --base-model "$PWD/model" --backend jax --backend-config '{"max_lora_adapters": 4, "max_lora_rank": 8}' \
    --database-url "sqlite:///$PWD/server.db" --checkpoints-base "$PWD/checkpoints" --host 127.0.0.1 --port "$port" >server.log 2>&1 &
server=$!
at_end='kill $server 2>/dev/null || true; wait $server 2>/dev/null || true'
tries=0
until "$python" -c "import urllib.request; urllib.request.urlopen('$url/api/v1/healthz')" 2>/dev/null; do
    tries=$((tries + 1))
    kill -0 $server 2>/dev/null || fail "the server ended: $(tail -5 server.log)"
    [ $tries -lt 300 ] || fail "the server did not start: $(tail -5 server.log)"
    sleep 0.5
done

reduction=mean
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker_serves.sh"
