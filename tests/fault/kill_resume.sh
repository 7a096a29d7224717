# labels: slow
# A run killed with -9 at several moments and resumed holds exactly the rows of an undisturbed one.
args="--tasks 4,28 --k 30 --case tiny --seed 7 -q"

count() {
    "$ROLLBOOK_BIN" sql -q --db "$1" --format csv "$2" 2>/dev/null | tail -n +2
}

# Starts "$@" and kills it as soon as $target evaluations are stored; 0 when it ended by itself.
run_and_kill() {
    target=$1
    shift
    "$ROLLBOOK_BIN" "$@" --db killed.db >out.txt 2>err.txt &
    pid=$!
    while kill -0 "$pid" 2>/dev/null; do
        n=$(count killed.db "SELECT count(*) FROM evaluation")
        if [ "${n:-0}" -ge "$target" ]; then
            kill -9 "$pid" 2>/dev/null || break
            wait "$pid" 2>/dev/null || return 1
        fi
    done
    wait "$pid"
}

check() {
    strategy=$1
    name=$2
    expected=$3
    [ "$(count killed.db "SELECT status FROM v_run WHERE run = '$name'")" = complete ]
    rows="SELECT task, step, sample, code_sha256, sum_logprob FROM v_rollout
          WHERE run = '$name' AND step = 0 ORDER BY 1, 2, 3"
    count calm.db "$rows" >calm.csv
    count killed.db "$rows" >killed.csv
    diff calm.csv killed.csv
    [ "$(wc -l <killed.csv)" -eq 60 ]
    [ "$(count killed.db "SELECT count(*) FROM v_rollout WHERE run = '$name'")" -eq "$expected" ]
    [ "$(count killed.db "SELECT count(*) FROM v_evaluation WHERE run = '$name' AND outcome <> 'infra'")" \
        -eq "$expected" ]
    [ "$(count killed.db "SELECT count(*) FROM v_reward WHERE run = '$name'")" -eq "$expected" ]
    [ "$(count killed.db "SELECT integrity_check FROM pragma_integrity_check")" = ok ]
    [ -z "$(count killed.db "SELECT * FROM pragma_foreign_key_check")" ]
}

base=0
for strategy in best-of-n ttt; do
    name=victim-$strategy
    steps=""
    expected=60
    if [ $strategy = ttt ]; then
        steps="--steps 2"
        expected=180
    fi
    kills=0
    # shellcheck disable=SC2086
    run_and_kill $((base + 1)) run $strategy $args $steps --name $name || kills=1
    for more in 13 25 47 58 61 75 130; do
        [ $more -lt $expected ] || continue
        run_and_kill $((base + more)) run --resume $name -q || kills=$((kills + 1))
    done
    [ $kills -ge 3 ] || { echo "killed only $kills times: the test proved nothing"; exit 1; }
    "$ROLLBOOK_BIN" run --resume $name -q --db killed.db >out.txt
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" run $strategy $args $steps --name $name --db calm.db >/dev/null
    check $strategy $name $expected
    echo "$strategy: killed $kills times, $expected rollouts as in an undisturbed run"
    base=$((base + expected))
done
# A complete run is not resumed, and an unknown one is named.
"$ROLLBOOK_BIN" run --resume victim-ttt --db killed.db && exit 1 || [ $? -eq 2 ]
"$ROLLBOOK_BIN" run --resume nobody --db killed.db && exit 1 || [ $? -eq 3 ]
