# A proxy before a server: bytes pass unchanged both ways in every dialect, whole and in pieces, and
# each completion becomes a rollout under its tags.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
start_server
start_proxy

# What is not a completion passes and leaves no row.
ask -i "$url/v1/models?x=%20y" >out
has 'HTTP/1.1 200'
has '"owned_by": "vllm"'
[ "$(grep -c '^X-Twice: ' out)" = 2 ]
ask -I "$url/v1/models" >out
has '^Content-Length: 43'
ask -i "$url/nothing" >out
has '404 Not Found'
ask "$url/big" | sha256sum >got
python3 -c 'import hashlib; print(hashlib.sha256(b"".join(bytes([i]) * (1 << 20) for i in range(8))).hexdigest(), " -")' >want
cmp got want
grep -q '"path": "/v1/models?x=%20y"' log.jsonl

# Every dialect, whole and streamed; tags in the path.  The server notes the hashes of what came and went.
: >log.jsonl
body='"n":2,"temperature":0.5,"prompt":"hi","messages":[{"role":"user","content":"hi"}],"input":"hi","text":"hi"'
for stream in false true; do
    for path in v1/chat/completions v1/completions v1/responses generate completion api/chat api/generate; do
        printf '{"model":"m","stream":%s,%s}' "$stream" "$body" >request
        ask -H 'X-First: 1' -H 'Content-Type: application/json' -H 'X-Last: 2' --data-binary @request -o answer \
            "$url/run/pilot/task/l1-4/step/2/turn/$((${#path} % 7))/$path"
        wait_for "the server wrote no log" test -s log.jsonl
        python3 - "$path" <<'PY'
import hashlib, json, sys
entry = json.loads(open("log.jsonl").readlines()[-1])
h = lambda name: hashlib.sha256(open(name, "rb").read()).hexdigest()
assert entry["path"] == "/" + sys.argv[1], entry
assert entry["body"] == h("request"), "the request was changed"
assert entry["sent"] == h("answer"), "the answer was changed"
headers = dict(entry["headers"])
assert headers["X-First"] == "1" and headers["X-Last"] == "2", headers
assert headers["Content-Type"] == "application/json", headers
PY
        : >log.jsonl
    done
done

# The same text, whoever wrote it and however it came; log-probs where the dialect has them.
all_stored() {
    [ "$(sql "SELECT count(*) FROM exchange WHERE n_rollouts > 0")" = 14 ]
}
wait_for "the rollouts were not stored" all_stored
is "14,16,16,1" "SELECT (SELECT count(*) FROM exchange), count(*), count(r.code_blob_id), count(DISTINCT completion_blob_id) FROM rollout r"
is 'chat,0,2,48,-37.875,-37.5
chat,1,2,48,-37.875,-37.5
completions,0,1,24,-37.5,-37.5
completions,1,1,24,-37.5,-37.5
generate,0,1,24,-37.5,-37.5
generate,1,1,24,-37.5,-37.5
llama.cpp,0,1,24,-37.5,-37.5
llama.cpp,1,1,24,-37.5,-37.5
ollama-chat,0,1,24,NA,NA
ollama-chat,1,1,24,NA,NA
ollama-generate,0,1,24,NA,NA
ollama-generate,1,1,24,NA,NA
responses,0,1,24,NA,NA
responses,1,1,24,NA,NA' "SELECT x.api, x.streamed, count(*), sum(r.completion_tokens), min(r.sum_logprob), max(r.sum_logprob)
    FROM exchange x JOIN rollout r ON r.extra ->> 'exchange' = x.exchange_id GROUP BY x.api, x.streamed"
is 'pilot,l1/4,2' "SELECT DISTINCT run, task, step FROM v_rollout"
is 'proxy,complete' "SELECT DISTINCT strategy, CASE status WHEN 'running' THEN 'complete' ELSE status END FROM v_run"
# Token ids, the meaning of log-probs, reasoning, the prompt, the settings.
is 'vllm,raw,1,think 0,hi,0.5' "SELECT DISTINCT extra ->> 'server', extra ->> 'logprob_semantics', logprob_temperature,
    extra ->> 'reasoning_content', prompt, extra ->> '\$.request.temperature' FROM v_rollout
    WHERE extra ->> 'reasoning_content' = 'think 0'"
is 'temperature-scaled,NA' "SELECT DISTINCT extra ->> 'logprob_semantics', logprob_temperature FROM v_rollout WHERE extra ->> 'server' = 'sglang'"
is '8,8' "SELECT count(*), sum(length(token_ids) = 4 * n_tokens AND length(logprobs) = 4 * n_tokens) FROM rollout_tokens WHERE token_ids IS NOT NULL"
# The answer as it came, the request as it was sent.
is '14,14,answered,200' "SELECT count(*), sum(length(a.response) > 100 AND length(x.request) > 100), max(end_kind), max(status)
    FROM exchange x JOIN attempt a USING (attempt_id)"

# Tags in headers do not reach the server; no tags: a default run.  Samples that nobody numbers follow each other.
: >log.jsonl
for i in 1 2 3; do
    ask -o out -H 'X-Rollbook-Task: anything goes' -H 'X-Rollbook-Note: first try' -d '{"model":"m","messages":[]}' "$url/v1/chat/completions"
done
ask -D head -o out -d '{"model":"m","messages":[]}' "$url/v1/chat/completions"
id=$(tr -d '\r' <head | sed -n 's/^X-Rollbook-Exchange: //p')
[ ${#id} -eq 32 ] || fail "no name of the exchange: $(cat head)"
wait_for "the server wrote no log" grep -q chat log.jsonl
! grep -qi 'x-rollbook' log.jsonl || fail "a tag reached the server"
stored() {
    [ "$(sql "SELECT count(*) FROM exchange WHERE exchange_id = '$id'")" = 1 ]
}
wait_for "an exchange was not stored" stored
is 'anything goes,0,completions
anything goes,1,completions
anything goes,2,completions
untagged,0,completions' "SELECT t.name, r.sample, t.suite FROM rollout r JOIN task t USING (task_id) JOIN run USING (run_id)
    WHERE run.name = 'proxy' ORDER BY t.name, r.sample"
is untagged "SELECT task FROM v_rollout WHERE run = 'proxy' AND task_name = 'untagged'"
is 'note: first try' "SELECT DISTINCT tags ->> '\$.other[0]' FROM exchange WHERE tags LIKE '%note%'"

# The same sample again is the next turn of a conversation.
for i in 1 2 3; do
    ask -o out -d '{"model":"m","messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}' \
        "$url/run/talk/task/l1-4/sample/5/v1/chat/completions"
done
stop_proxy 0
is '0,5,"[{""role"":""user"",""content"":""a""},{""role"":""user"",""content"":""b""}]"
1,5,"[{""role"":""user"",""content"":""a""},{""role"":""user"",""content"":""b""}]"
2,5,"[{""role"":""user"",""content"":""a""},{""role"":""user"",""content"":""b""}]"' \
    "SELECT turn, sample, prompt FROM v_rollout WHERE run = 'talk' ORDER BY turn"
is complete "SELECT DISTINCT status FROM v_run"
[ -z "$(find a.db-spool -name '*.spool')" ] || fail "the spool is not empty"
expect_status 0 verify --db a.db
