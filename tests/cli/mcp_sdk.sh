# labels: slow
# The official MCP SDK as the client: it finds the right kernels of five tasks, and one kernel gets
# one verdict hash by MCP, by MCP over HTTP, by POST /evaluate and by "rollbook eval".
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
python=${ROLLBOOK_MCP_PYTHON:-python3}
"$python" -c "import mcp, anyio" 2>/dev/null || {
    echo "the package mcp is not installed for $python (ROLLBOOK_MCP_PYTHON names a python that has it)"
    exit 77
}
cat >k.cu <<'END'
//@ launch r(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void r(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
END
"$ROLLBOOK_BIN" serve --listen 127.0.0.1:0 --db b.db >serve.out 2>serve.err &
pids="$pids $!"
wait_for "the server did not start" test -s serve.out
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/mcp_sdk.py" "$ROLLBOOK_BIN" "$(sed 's/.* //' serve.out)"
url=$(sed 's/.* //' serve.out)
[ "$(curl -s "$url/" | grep -c ' /mcp ')" -eq 1 ] || fail "GET / does not list /mcp once"
curl -si "$url/mcp" >stream.txt # an MCP client may ask for a stream of events
grep -q '^HTTP/1.1 405' stream.txt || fail "a stream is not refused as MCP says: $(cat stream.txt)"
grep -qi '^allow: POST, DELETE' stream.txt || fail "a 405 does not say what is allowed: $(cat stream.txt)"
