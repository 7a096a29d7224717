# labels: slow
# A real server with a real, if tiny, model: llama.cpp's with random weights and a vocabulary in which
# whole kernel files are tokens.  Samples come with log-probs and run through the CPU evaluator; what the
# table of dialects says of this server is held against it.  docs/internals/integration.md tells what was seen.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
if [ ! -x "${ROLLBOOK_LLAMA_SERVER:-}" ]; then
    echo "ROLLBOOK_LLAMA_SERVER names no program (tests/support/build_llama_server.sh builds one)"
    exit 77
fi
export ROLLBOOK_DB=a.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/tiny_model.sh"

# serve KIND CONTEXT SLOTS: sets url
serve() {
    make_model "$1"
    find_port
    "$ROLLBOOK_LLAMA_SERVER" -m "$1.gguf" --host 127.0.0.1 --port "$port" -c "$2" -np "$3" --threads 1 >"$1.log" 2>&1 &
    servers="$servers $!"
    wait_for_server "$1.log"
}

# draw STATUS NAME MEMBERS MORE...
draw() {
    wanted=$1
    name=$2
    members=$3
    shift 3
    expect "$wanted" run best-of-n --policy openai --case tiny -q --name "$name" \
        --policy-config "{\"base_url\":\"$url\",\"max_tokens\":150$members}" "$@"
}

serve text 32768 4
expect 0 policy probe --policy-config "{\"base_url\":\"$url\"}" --format csv
has '^server,llama.cpp'
has '^recognised,true'
has '^server_facts.total_slots,4'
sed -n 's/^version,/llama.cpp /p' out

# Best of 16 for two tasks, by both endpoints.
for api in chat completions; do
    draw 0 $api ",\"api\":\"$api\"" --tasks 4,28 --k 16 --seed 7
    rows "SELECT count(*), count(DISTINCT task || sample), count(outcome), sum(finish_reason IN ('length', 'stop')) FROM v_rollout
          WHERE run = '$api'" '32,32,32,32\n'
    rows "SELECT sum(correct) > 0, sum(outcome = 'measured') > 0, sum(outcome = 'compile') > 0, sum(outcome = 'mismatch') > 0, max(speedup) > 0
          FROM v_rollout WHERE run = '$api'" '1,1,1,1,1\n'
    # An id and a log-prob for each token that the server counted, and their sum; it means temperature 1.
    rows "SELECT count(*), min(r.completion_tokens - k.n_tokens IN (0, 1)), min(length(k.logprobs) = length(k.token_ids)), min(r.sum_logprob < 0),
          min(r.logprob_temperature = 1), min(mean_logprob BETWEEN -8 AND -2) FROM rollout r JOIN run USING (run_id) JOIN rollout_tokens k USING (rollout_id)
          WHERE run.name = '$api' AND r.extra ->> 'n_missing_logprobs' IS NULL" '32,1,1,1,1,1\n'
    rows "SELECT count(*), count(rollout_id), sum(status = 200) FROM v_attempt WHERE run = '$api'" '32,32,32\n'
done
expect 0 verify

# Log-probs are those of temperature 1 whatever was sampled at: at 0.05 nearly every token is the likeliest, with log-probs near 0 if
# they were scaled.
draw 0 cold '' --tasks 4 --k 4 --temperature 0.05
rows "SELECT min(mean_logprob) < -1, count(DISTINCT logprob_temperature), max(logprob_temperature) FROM rollout JOIN run USING (run_id)
      WHERE run.name = 'cold'" '1,1,1\n'

# The server's defaults cut no token away: no chance is above 0.2 here, so min_p of 0.05 would leave
# none below 0.01 of the likeliest, while others were drawn.
rows "SELECT min(value) < -6, max(value) < ln(0.2) FROM rollout JOIN run USING (run_id) JOIN rollout_tokens k USING (rollout_id),
      floats(k.logprobs, 'f32') WHERE run.name = 'chat'" '1,1\n'

# It scores what it drew, at whatever temperature, with the log-probs that it gave then.
expect 0 run score --run cold --policy-config "{\"base_url\":\"$url\"}" --format csv
rows "SELECT count(*) > 0, min(s.semantics), min(s.aligned_by), min(s.n_tokens = k.n_tokens), max(abs(s.sum_logprob - r.sum_logprob) / s.n_tokens) < 0.01
      FROM score s JOIN rollout r USING (rollout_id) JOIN rollout_tokens k USING (rollout_id) WHERE r.sum_logprob IS NOT NULL" '1,raw,ids,1,1\n'

# Killed with requests under way, the run goes on with what is missing.
"$ROLLBOOK_BIN" run best-of-n --policy openai --case tiny -q --name killed --tasks 4,28 --k 40 \
    --policy-config "{\"base_url\":\"$url\",\"max_tokens\":150}" >out 2>err &
pid=$!
count() {
    "$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_rollout WHERE run = 'killed'" | tail -n +2
}
tries=0
while [ "$(count)" -lt 10 ]; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "no rollout came"
    sleep 0.02
done
kill -9 $pid
wait $pid 2>/dev/null || true
stored=$(count)
[ "$stored" -lt 80 ] || fail "killed too late: the test proved nothing"
expect 0 run --resume killed -q
rows "SELECT count(*), count(DISTINCT task || sample), count(outcome) FROM v_rollout WHERE run = 'killed'" '80,80,80\n'
rows "SELECT count(rollout_id), sum(unseen) BETWEEN 1 AND 64, max(attempt) FROM v_attempt WHERE run = 'killed'" '80,1,2\n'

# A prompt that does not fit is refused once, in the server's words.
serve bytes 1024 1
draw 4 too-long '' --tasks 4 --k 2
said "exceeds the available context size"
rows "SELECT count(*), max(attempt), max(status) FROM v_attempt WHERE run = 'too-long'" '2,1,400\n'

# Bytes that are no text: the answer is stored as text, tokens without a log-prob are counted and leave no sum.
serve bytes 16384 2
draw 0 bytes '' --tasks 4 --k 8
rows "SELECT count(*), min(extra ->> 'n_missing_logprobs') > 0, count(sum_logprob), count(token_ids) FROM rollout JOIN run USING (run_id)
      JOIN rollout_tokens USING (rollout_id) WHERE run.name = 'bytes'" '8,1,0,0\n'
rows "SELECT count(*), count(outcome), count(text) FROM v_rollout JOIN rollout USING (rollout_id) JOIN blob ON blob_id = completion_blob_id
      WHERE run = 'bytes'" '8,8,8\n'
mkdir refine
(cd refine && sh -eu "$ROLLBOOK_SOURCE_DIR/tests/integration/real_refine.sh") || complain "real_refine.sh failed"
exit $((failures > 0))
