# labels: slow
# part of: real_server
# Conversations with a real server, on the model of real_server.sh: its chat template, its words for a context that is exceeded.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
if [ ! -x "${ROLLBOOK_LLAMA_SERVER:-}" ]; then
    echo "ROLLBOOK_LLAMA_SERVER names no program (tests/support/build_llama_server.sh builds one)"
    exit 77
fi
export ROLLBOOK_DB=a.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/tiny_model.sh"

make_model text
# serve CONTEXT: sets url
serve() {
    find_port
    "$ROLLBOOK_LLAMA_SERVER" -m text.gguf --host 127.0.0.1 --port "$port" -c "$1" -np 1 --threads 1 >"$1.log" 2>&1 &
    servers="$servers $!"
    wait_for_server "$1.log"
}
refine() {
    name=$1
    shift
    expect 0 run refine --policy openai --tasks 4,28 --case tiny -q --name "$name" --seed 7 \
        --policy-config "{\"base_url\":\"$url\",\"max_tokens\":100}" "$@"
}

serve 16384
refine whole --k 4 --turns 4 --history all
rows "SELECT turn, count(*), count(outcome), sum(n_dropped) FROM v_turn WHERE run = 'whole' GROUP BY turn ORDER BY turn" \
    '0,8,8,NA\n1,8,8,0\n2,8,8,0\n3,8,8,0\n'
# Each turn reads what those before it said.
rows "SELECT count(*) FROM v_turn a JOIN v_turn b ON b.rollout_id = a.parent_id WHERE a.run = 'whole' AND a.prompt_tokens > b.prompt_tokens" '24\n'
expect 0 analyze turns --run whole

# A context of two turns or so: the server refuses, and is asked again without the oldest.
context=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT max(prompt_tokens) + 101 FROM v_turn WHERE run = 'whole' AND turn = 2" | tail -n +2)
"$ROLLBOOK_BIN" sql -q "SELECT turn, min(prompt_tokens), max(prompt_tokens) FROM v_turn WHERE run = 'whole' GROUP BY turn"
serve "$context"
refine tight --k 4 --turns 5 --history all
rows "SELECT max(n_dropped) > 0, count(outcome) = count(*) FROM v_turn WHERE run = 'tight'" '1,1\n'
rows "SELECT count(*) > 0, min(detail IS NULL) FROM v_attempt WHERE run = 'tight' AND status = 400" '1,1\n'
rows "SELECT status FROM v_run WHERE run = 'tight'" 'complete\n'
"$ROLLBOOK_BIN" sql -q "SELECT turn, count(*) AS n, sum(n_dropped) AS dropped, sum(end_reason IS NOT NULL) AS ended FROM v_turn WHERE run = 'tight' GROUP BY turn"
exit $((failures > 0))
