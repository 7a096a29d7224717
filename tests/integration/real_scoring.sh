# labels: slow
# Stored completions scored by a real server: the one of the Python package llama-cpp-python, which echoes what it was given with
# log-probs, on the model of real_server.sh.  docs/internals/integration.md tells what was seen.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
if [ -z "${ROLLBOOK_LLAMA_PYTHON:-}" ] || ! "$ROLLBOOK_LLAMA_PYTHON" -c 'import llama_cpp.server.app' 2>/dev/null; then
    echo "ROLLBOOK_LLAMA_PYTHON names no Python with llama-cpp-python[server]"
    exit 77
fi
. "$ROLLBOOK_SOURCE_DIR/tests/support/tiny_model.sh"
export ROLLBOOK_DB=a.db
make_model text
find_port
"$ROLLBOOK_LLAMA_PYTHON" -m llama_cpp.server --model text.gguf --n_ctx 8192 --logits_all true --host 127.0.0.1 --port "$port" >log 2>&1 &
servers=$!
wait_for_server log
config="{\"base_url\":\"$url\",\"api\":\"completions\",\"max_tokens\":12}"

expect 0 policy probe --policy-config "$config" --try l1/4 --format csv
has '^server,llama-cpp-python'
has '^capabilities.scoring,echo'
has 'tokens, found by text'
expect 0 run best-of-n --policy openai --policy-config "$config" --tasks 4 --k 8 --case tiny -q --name drawn
rows "SELECT count(*), count(outcome), count(sum_logprob), max(logprob_temperature) FROM v_rollout" '8,8,8,1\n'

# Where the text is tokenised as it was written, the server scores a completion with the log-probs that it was drawn with.
expect 0 run score --run drawn --policy-config "$config" --format csv
rows "SELECT count(*) > 0, min(s.semantics), min(s.aligned_by), max(abs(s.sum_logprob - r.sum_logprob)) < 0.001
      FROM score s JOIN rollout r USING (rollout_id) JOIN rollout_tokens k USING (rollout_id) WHERE s.n_tokens = k.n_tokens" '1,raw,text,1\n'
expect 0 run score --run drawn --policy-config "$config" --format csv
rows "SELECT count(*) = count(DISTINCT rollout_id) FROM score" '1\n'
exit $((failures > 0))
