#!/bin/sh
# Makes study.sql anew: make_study.sh ROLLBOOK.  Takes half a minute, and every approved output changes with it, since
# runtimes are measured.  Rows of tables that the program derives, the texts of checkpoints and most of the evidence are left out.
set -eu
PATH=$(dirname "$(realpath "$1")"):$PATH # runs store how they were called
export PATH
here=$(cd "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'kill "${server:-0}" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
export ROLLBOOK_DB=study.db TEST_KEY=sk-approved
tasks=4,5,19,21,23,36
run() {
    rollbook run "$@" --case tiny -q >>log 2>&1
}
rollbook init study.db >log
rollbook declare gain --estimand sample --methods best-of-n,ttt --budget 5 --seeds 42,43 --tasks $tasks --looks 2 --stopping "after two seeds" >>log 2>&1
for seed in 42 43; do
    run best-of-n --tasks $tasks --k 5 --seed $seed --name bon-$seed --declaration gain --method best-of-n
    run ttt --tasks $tasks --k 3 --steps 2 --seed $seed --name ttt-$seed --declaration gain --method ttt
done
run sdpo --tasks 4,5,23 --k 3 --steps 1 --seed 42 --name sdpo-42
run refine --tasks 4,5,23 --k 2 --turns 2 --seed 42 --name refine-42
run ttt --tasks $tasks --k 2 --steps 2 --seed 42 --name ttt-k2
run stages --tasks 19,20 --held 36 --k 2 --epochs 1 --eval-k 3 --name stages
rollbook declare look --name gain >>log 2>&1
rollbook run score --run bon-42 --checkpoints-of ttt-42 -q >>log 2>&1
rollbook run reward --run bon-42 --reward composite -q >>log 2>&1
rollbook confirm --run bon-42 -q >>log 2>&1
python3 "$here/../support/dialect_server.py" port served.jsonl &
server=$!
until [ -s port ]; do sleep 0.1; done
rollbook judge --run bon-42 --limit 5 --policy-config "{\"base_url\":\"http://127.0.0.1:$(cat port)/vllm/v1\",\"model\":\"judge-fair\",\"key_env\":\"TEST_KEY\"}" -q >>log 2>&1
python3 "$here/approved.py" dump study.db >"$here/study.sql"
