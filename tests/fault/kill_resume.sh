# A run killed with -9 at several moments and resumed holds exactly the rows of an undisturbed one.
export ROLLBOOK_DB=killed.db
args="--tasks 4,28 --k 30 --case tiny --seed 7 -q"

count() {
    "$ROLLBOOK_BIN" sql --format csv "$1" | tail -n +2
}

# Starts "$@" in the background, kills it after $pause seconds; status 0 when it had ended before.
run_and_kill() {
    pause=$1
    shift
    "$ROLLBOOK_BIN" "$@" >out.txt 2>err.txt &
    pid=$!
    sleep "$pause"
    if kill -9 "$pid" 2>/dev/null; then
        wait "$pid" 2>/dev/null || true
        return 1
    fi
    wait "$pid"
}

for strategy in best-of-n ttt; do
    steps=""
    [ "$strategy" = ttt ] && steps="--steps 2"
    kills=0
    # shellcheck disable=SC2086
    if ! run_and_kill 0.3 run $strategy $args $steps --name victim-$strategy; then
        kills=1
        for pause in 0.4 0.7 1.1 0.6 0.9 1.3 60; do
            if ! "$ROLLBOOK_BIN" sql -q --format csv "SELECT status FROM v_run WHERE run = 'victim-$strategy'" |
                grep -q running; then
                # Killed before its first row: start it anew.
                # shellcheck disable=SC2086
                run_and_kill "$pause" run $strategy $args $steps --name victim-$strategy && break
            else
                run_and_kill "$pause" run --resume victim-$strategy -q && break
            fi
            kills=$((kills + 1))
        done
    fi
    echo "$strategy: killed $kills times"
    [ "$kills" -gt 0 ] || { echo "the run was never killed: the test proved nothing"; exit 1; }
    [ "$(count "SELECT status FROM v_run WHERE run = 'victim-$strategy'")" = complete ]
    ROLLBOOK_DB=calm.db
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" run $strategy $args $steps --name victim-$strategy >/dev/null
    rows="SELECT task, step, sample, code_sha256, sum_logprob FROM v_rollout WHERE run = 'victim-$strategy' AND step = 0 ORDER BY 1, 2, 3"
    count "$rows" >calm.csv
    ROLLBOOK_DB=killed.db
    count "$rows" >killed.csv
    diff calm.csv killed.csv
    [ "$(wc -l <killed.csv)" -eq 60 ]
    expected=60
    [ "$strategy" = ttt ] && expected=180
    [ "$(count "SELECT count(*) FROM v_rollout WHERE run = 'victim-$strategy'")" -eq $expected ]
    [ "$(count "SELECT count(*) FROM v_evaluation WHERE run = 'victim-$strategy' AND outcome <> 'infra'")" -eq $expected ]
    [ "$(count "SELECT count(*) FROM v_reward WHERE run = 'victim-$strategy'")" -eq $expected ]
    [ "$(count "SELECT integrity_check FROM pragma_integrity_check")" = ok ]
    [ -z "$(count "SELECT * FROM pragma_foreign_key_check")" ]
done
# A complete run is not resumed, and an unknown one is named.
"$ROLLBOOK_BIN" run --resume victim-ttt && exit 1 || [ $? -eq 2 ]
"$ROLLBOOK_BIN" run --resume nobody && exit 1 || [ $? -eq 3 ]
