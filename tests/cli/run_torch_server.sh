# A model behind a server writes PyTorch modules, is told how they fared and asked again; another one judges them.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
export ROLLBOOK_DB=t.db
for name in turn dialect; do
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/${name}_server.py" "$name.port" "$name.jsonl" &
    pids="${pids:-} $!"
done
# shellcheck disable=SC2064,SC2086
trap "kill $pids 2>/dev/null || true" EXIT
tries=0
while [ ! -f turn.port ] || [ ! -f dialect.port ]; do
    tries=$((tries + 1))
    [ $tries -lt 400 ] || fail "the servers did not start"
    sleep 0.05
done
url=http://127.0.0.1:$(cat turn.port)/v1
config() { # MORE
    echo "{\"base_url\":\"$url\",\"model\":\"torch\"$1}"
}
expect_status 0 task import-kernelbench problems --suite mine
expect_status 2 run refine --policy openai --suite mine --tasks 2 --k 1 --turns 2 --name none --policy-config "$(config '')"
said 'torch/zero-shot'
expect_status 0 run refine --policy openai --suite mine --tasks 2 --k 2 --turns 3 --history all -q --name talk \
    --policy-config "$(config ',"template":"torch/one-shot"')"
rows "SELECT turn, group_concat(DISTINCT outcome), count(*) FROM v_turn GROUP BY turn ORDER BY turn" \
    '0,parse,2\n1,mismatch,2\n2,measured,2\n'
rows "SELECT count(*) FROM v_rollout WHERE turn = 0 AND prompt LIKE '%class Model(torch.nn.Module)%' AND prompt LIKE '%load_inline%'" '2\n'
grep -q 'with its class ModelNew' turn.jsonl || fail "the form of the answer is not said"
rows "SELECT DISTINCT kind, rule FROM v_evaluation" 'torch,own\n'
judge() {
    expect_status "$1" judge --run talk --template "$2" --format csv \
        --policy-config "{\"base_url\":\"http://127.0.0.1:$(cat dialect.port)/vllm/v1\",\"model\":\"judge-fair\",\"key_env\":\"TEST_KEY\"}"
}
TEST_KEY=sk-very-secret-4711
export TEST_KEY
judge 2 judge/default
said 'judge/torch'
judge 0 judge/torch
rows "SELECT count(*), min(correctness) FROM v_judge" '6,0.9\n'
# Another model's log-probs of what this one wrote.
expect_status 0 run score --run talk --format csv \
    --policy-config "{\"base_url\":\"http://127.0.0.1:$(cat dialect.port)/vllm/v1\",\"model\":\"judge-fair\",\"key_env\":\"TEST_KEY\"}"
has '^talk,[^,]*,1,2,2,0,0,'
[ "$failures" -eq 0 ]
