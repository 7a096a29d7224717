# labels: slow
# run sft, run train and run sdpo, killed with -9 in several phases and resumed, end with the checkpoints of undisturbed runs.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# Nothing of the times enters these rewards.
common="--case tiny --seed 4 --reward composite:c=0,lambda=0 -q"
count() {
    "$ROLLBOOK_BIN" sql -q --db "$1" --format csv "$2" 2>/dev/null | tail -n +2
}

# Starts "$@" and kills it as soon as the query counts so many; 0 when it ended by itself.
run_and_kill() {
    query=$1
    target=$2
    shift 2
    "$ROLLBOOK_BIN" "$@" --db killed.db >out 2>err &
    pid=$!
    while kill -0 "$pid" 2>/dev/null; do
        n=$(count killed.db "$query")
        if [ "${n:-0}" -ge "$target" ]; then
            kill -9 "$pid" 2>/dev/null || break
            wait "$pid" 2>/dev/null || return 1
        fi
    done
    wait "$pid"
}

# NAME OPTIONS: kills the run in several phases, and resumes it to its end.
torture() {
    name=$1
    shift
    n_steps=$(count calm.db "SELECT max(step) FROM v_step WHERE run = '$name'")
    n_rows=$(count calm.db "SELECT count(*) FROM v_evaluation WHERE run = '$name'")
    steps="SELECT count(*) FROM v_step WHERE run = '$name'"
    evaluations="SELECT count(*) FROM v_evaluation WHERE run = '$name'"
    kills=0
    run_and_kill "$steps" 1 run "$@" --name "$name" || kills=1
    run_and_kill "$evaluations" 3 run --resume "$name" -q || kills=$((kills + 1))
    run_and_kill "$steps" $((n_steps / 3 + 1)) run --resume "$name" -q || kills=$((kills + 1))
    run_and_kill "$evaluations" $((n_rows / 2)) run --resume "$name" -q || kills=$((kills + 1))
    run_and_kill "$steps" $((2 * n_steps / 3 + 1)) run --resume "$name" -q || kills=$((kills + 1))
    [ "$kills" -ge 2 ] || fail "killed only $kills times: the test proved nothing"
    status=0
    "$ROLLBOOK_BIN" run --resume "$name" -q --db killed.db >out 2>err || status=$?
    [ "$(count killed.db "SELECT status FROM v_run WHERE run = '$name'")" = complete ] || fail "resume: $status $(cat err)"
    echo "$name: killed $kills times, $((n_steps + 1)) checkpoints"
}

calm() {
    name=$1
    shift
    "$ROLLBOOK_BIN" run "$@" --name "$name" --db calm.db >out 2>err || fail "run $*: $(cat err)"
}

same() {
    name=$1
    shift
    for query in "$@"; do
        count calm.db "$query" >calm
        count killed.db "$query" >killed
        [ -s calm ] || complain "$name: nothing is compared: $query"
        diff calm killed >changed || complain "$name: $query differs: $(head -5 changed)"
    done
}

compare() {
    calm "$@"
    torture "$@"
    same "$name" "SELECT step, checkpoint_sha256, parent_sha256, update_metrics FROM v_step WHERE run = '$name' ORDER BY step" \
        "SELECT task, step, sample, code_sha256, sum_logprob FROM v_rollout WHERE run = '$name' ORDER BY 1, 2, 3" \
        "SELECT task, step, sample, value, advantage FROM v_reward WHERE run = '$name' ORDER BY 1, 2, 3"
}

"$ROLLBOOK_BIN" run best-of-n --db calm.db --tasks 19,20 --k 16 --name teacher --case tiny -q >out 2>err || fail "$(cat err)"
cp calm.db killed.db
# shellcheck disable=SC2086
compare sft sft --teacher teacher --tasks 19,20 --held 22 --epochs 6 --batch 3 --eval-every 6 --eval-k 4 --schedule cosine --warmup 3 $common
# shellcheck disable=SC2086
compare rl train --tasks 19,20,21 --held 22 --k 5 --batch 2 --epochs 3 --substeps 2 --eval-every 3 --eval-k 4 --from sft $common
same sft "SELECT task, step, sample, part, reason FROM v_demonstration WHERE run = 'sft' ORDER BY 1, 2, 3"
# shellcheck disable=SC2086
compare distill sdpo --prompt-only --teacher ema --tasks 19,20 --k 5 --steps 6 $common
same distill "SELECT task, step, sample, role, checkpoint_sha256, sum_logprob FROM v_score WHERE run = 'distill' ORDER BY 1, 2, 3, 4"
# Feedback tells times, so conversations go their own ways; a resumed one has all turns, and scores what was said as it was drawn.
talk="train --tasks 19,20 --held 22 --k 3 --batch 2 --epochs 2 --eval-every 1 --eval-k 2 --turns 3 --estimator trloo"
# shellcheck disable=SC2086
calm talk $talk $common
# shellcheck disable=SC2086
torture talk $talk $common
same talk "SELECT task, step, turn, sample FROM v_rollout WHERE run = 'talk' ORDER BY 1, 2, 3, 4" \
    "SELECT step, json_extract(update_metrics, '\$.items'), abs(json_extract(update_metrics, '\$.mean_ratio') - 1) < 1e-6 FROM v_step
     WHERE run = 'talk' ORDER BY step"
