# Transcripts of coding agents: every kind tells the same story, tokens are counted once, edits are joined to verdicts by the
# hash of the code, and what cannot be read is said with its line.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
given=$ROLLBOOK_SOURCE_DIR/tests/fixtures/session

cp "$given"/*.json* .
for file in claude_code.jsonl claude_sub_agent.jsonl codex.jsonl pi.jsonl traces.jsonl atif.json; do
    expect 0 ingest auto "$file"
    said "$file: session: "
done
# A message of several lines, a sub-agent in two files and totals that repeat are counted once; a copied step never.
rows "SELECT kind, sum(input_tokens), sum(cache_read_tokens), sum(output_tokens), round(sum(cost_usd), 3), sum(calls) FROM v_session GROUP BY kind ORDER BY kind" \
    'atif,900,1600,300,0.05,2\nclaude-code,14,18500,415,NA,5\ncodex,1000,5500,340,NA,4\npi,140,700,300,0.06,3\nverifiers,700,200,162,0.008,2\n'
# The same two texts, whether written, edited, patched, or typed in a shell.
rows "SELECT count(DISTINCT code_sha256), count(DISTINCT how), count(*) FROM v_session_code" '2,5,10\n'
rows "SELECT DISTINCT outcome, speedup, speedup_lower, speedup_upper FROM v_session_code ORDER BY outcome" 'measured,1.5,1.3,1.7\nmismatch,NA,NA,NA\n'
rows "SELECT kernels, right_kernels, fast_kernels, usd_per_fast_kernel FROM v_session WHERE kind = 'pi'" '2,1,1,0.06\n'
rows "SELECT session, reward FROM v_session WHERE reward IS NOT NULL ORDER BY 1" 'verifiers-trace1,0\nverifiers-trace2,1.5\n'
rows "SELECT unknown_lines, unknown FROM v_session WHERE kind = 'claude-code'" '1,wonder (1)\n'
expect 0 show session pi-7e57ab1e-1
has 'gain of each edit'
has ' edit .* right '
expect 0 show session pi-7e57ab1e-1 --json
has '"schema":"rollbook.show.session/1"'
# Transcripts without a cost get one from prices: 13 * 3 + 18000 * 0.3 + 1500 * 3.75 + 410 * 15 of a million dollars, and the other model's.
printf '{"claude": {"input": 1, "cache_read": 0, "output": 1}, "claude-test": {"input": 3, "cache_read": 0.3, "cache_write": 3.75, "output": 15}}' >prices.json
session=$(sqlite3 t.db "SELECT session FROM v_session WHERE kind = 'claude-code'")
expect 0 show session "$session" --prices prices.json
has 'claude-test-1  *6 .* 0.017214 '
has 'all  *7 .* 0.01722 '
expect 0 show session "$(sqlite3 t.db "SELECT session FROM v_session WHERE kind = 'codex'")" --prices prices.json # another model: not 0
has 'all .* -  *-'
echo '{"claude": {"out": 1}}' >prices.json
expect 4 show session "$session" --prices prices.json
said "there is no price 'out'"
expect 3 show session nothing
said "no session 'nothing'"
# Again, and in the other order: nothing new, nothing counted twice.
for file in claude_code.jsonl codex.jsonl traces.jsonl atif.json; do
    expect 0 ingest session "$file" --format csv
    tail -n +2 out | cut -d, -f5 | grep -qx 0 || complain "$file stored something twice: $(cat out)"
done
expect 0 verify

# An evaluation of ours in the database takes the place of what a transcript states of the same text.
cat >kernel.cu <<'END'
//@ launch relu(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}
END
sed 's/y\[i\] = x\[i\];/y[i] = x[i] > 0.0f ? x[i] : 0.0f;/' kernel.cu >right.cu
"$ROLLBOOK_BIN" sql --format csv "SELECT DISTINCT code_sha256 FROM v_session_code WHERE correct" | tail -n +2 >got
sha256sum <right.cu | cut -d' ' -f1 >want
cmp -s got want || complain "the edited text is not the file: $(cat got)"

# A transcript that is still being written: the rest comes later, and nothing of it twice.
export ROLLBOOK_DB="$PWD/grown.db"
head -7 "$given/claude_code.jsonl" >live.jsonl
printf '{"type":"assistant","message":{"id":"msg' >>live.jsonl
expect 0 ingest session live.jsonl --run-name live
said 'live.jsonl: refused: line 8:'
cp "$given/claude_code.jsonl" live.jsonl
expect 0 ingest session live.jsonl --run-name live
rows "SELECT steps, calls, output_tokens, kernels FROM v_session" '8,5,415,2\n'
# The file of a sub-agent first: what the session's own knows comes with it.
export ROLLBOOK_DB="$PWD/order.db"
expect 0 ingest session claude_sub_agent.jsonl
rows "SELECT model, run FROM v_session" 'NA,NA\n'
expect 0 ingest session claude_code.jsonl
rows "SELECT model, run IS NOT NULL, task, steps, output_tokens FROM v_session" 'claude-test-1,1,l1/19,9,415\n'
expect 0 verify
export ROLLBOOK_DB="$PWD/grown.db"
# A session that was forked repeats messages of the first: they count there.
sed 's/5b1f0c9e/6b1f0c9e/' "$given/claude_code.jsonl" >fork.jsonl
expect 0 ingest session fork.jsonl --run-name fork
rows "SELECT session, output_tokens FROM v_session ORDER BY 1" 'fork,NA\nlive,415\n'

# Codex that tells everything as events, and one whose tool takes scripts.
export ROLLBOOK_DB="$PWD/events.db"
cat >events.jsonl <<'END'
{"type":"session_meta","payload":{"id":"v2","cli_version":"0.147.0"}}
{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"u","content":[{"type":"text","text":"go"}]}}}
{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"e1","command":["bash","-lc","cat > k.cu <<'EOF'\nint a;\nEOF"],"exit_code":0,"aggregated_output":""}}}
{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"McpToolCall","id":"e2","tool":"evaluate","arguments":{"path":"k.cu"},"result":{"structuredContent":{"task":"l1/19","outcome":"parse"}}}}}
{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":1500,"cached_input_tokens":500,"cache_write_input_tokens":200,"output_tokens":100}}}}
{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c","name":"exec","input":"const r = await tools.exec_command({\"cmd\":\"cat > k.cu <<'EOF'\\nint b;\\nEOF\"});"}}
{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c","output":"Exit code: 0"}}
{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"c","command":["true"],"exit_code":0}}}
END
expect 0 ingest auto events.jsonl
rows "SELECT steps, calls, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens FROM v_session" '3,3,800,500,200,100\n'
rows "SELECT path, version, how, outcome, before_version FROM v_session_code" 'k.cu,1,shell,parse,NA\nk.cu,2,shell,NA,1\n'

# Hostile: each ends in rows or in words with a line.
export ROLLBOOK_DB="$PWD/bad.db"
line() { # what stands behind the session's header
    head -1 "$given/pi.jsonl" >bad.jsonl
    sed -n 3p "$given/pi.jsonl" >>bad.jsonl
    printf '%s\n' "$1" >>bad.jsonl
    sed -n 4,5p "$given/pi.jsonl" >>bad.jsonl
    rm -f "$ROLLBOOK_DB"
}
deep=$(awk 'BEGIN { while (n++ < 5000) printf "[" }')
line "{\"type\":\"message\",\"message\":$deep}"
expect 0 ingest session bad.jsonl
said 'refused: line 3:'
line '{"type":"message","id":"x","timestamp":"t","message":{"role":"user","content":"a\u0000b"}}'
expect 0 ingest session bad.jsonl
said 'line 3'
line '{"type":7,"id":[],"message":{"role":{},"content":3}}'
expect 0 ingest session bad.jsonl
said 'line without type (1)'
line '{"type":"message","id":{},"timestamp":9,"message":{"role":"assistant","content":[{"type":"toolCall","id":5,"name":[],"arguments":"no"},4,null],"usage":{"input":-5,"output":"many","cost":7}}}'
expect 0 ingest session bad.jsonl
line '[1,2]'
expect 0 ingest session bad.jsonl
said 'refused: line 3: the record is not a JSON object'
line '{"type":"message","id":"y","timestamp":"t","message":{"role":"toolResult","toolCallId":"nobody","content":"{\"outcome\":\"measured\",\"task\":\"l1/19\"}"}}'
expect 0 ingest session bad.jsonl
rows "SELECT steps FROM v_session" '2\n'
printf '{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"agent","message":"hi"},{"step' >cut.json
rm -f "$ROLLBOOK_DB"
expect 4 ingest session cut.json
said 'cut.json:1:'
[ ! -e "$ROLLBOOK_DB" ] || complain "a trajectory that is cut off made a database"
printf '{"type":"wonder"}\n{"type":"wonder"}\n' >strange.jsonl
expect 4 ingest session strange.jsonl
said 'not a transcript of a known kind'
exit $failures
