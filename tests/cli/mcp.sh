# labels: slow
# "rollbook mcp" without a client's library: errors of the protocol, hostile arguments and paths, a
# session as rows, the wall before held-out tasks, 200 calls at once, clients that go away.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
"$ROLLBOOK_BIN" mcp --db none.db </dev/null 2>err || {
    grep -q 'built without' err && { echo "this program was built without libmicrohttpd"; exit 77; }
    cat err
    exit 1
}
HELD_OUT_AND_OPEN=$(python3 - "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json" <<'END'
import json, sys
split = json.load(open(sys.argv[1]))["problem_ids"]
print(next(i for i in (28, 29) if i in split["eval"]), next(i for i in (19, 20) if i in split["train"]))
END
)
export HELD_OUT_AND_OPEN
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/mcp_raw.py" "$ROLLBOOK_BIN"

# What each client's configuration wants is what starts the program.
for client in claude cursor vscode; do
    "$ROLLBOOK_BIN" mcp config --client "$client" --db a.db >"$client.json"
done
"$ROLLBOOK_BIN" mcp config --client codex --db a.db >codex.toml
python3 - <<'END'
import json, os, subprocess
try:
    import tomllib
except ImportError:
    tomllib = None
entries = [json.load(open(f"{name}.json"))[member]["rollbook"]
           for name, member in [("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")]]
if tomllib:
    entries.append(tomllib.load(open("codex.toml", "rb"))["mcp_servers"]["rollbook"])
for entry in entries:
    got = subprocess.run([entry["command"], *entry["args"]], input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n', stdout=subprocess.PIPE, cwd="/")
    assert json.loads(got.stdout)["id"] == 1, entry
END
