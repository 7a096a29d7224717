# How long the read path takes on large databases, and how much memory.
#
#   ninja rollbook make_runs && sh bench/bench_read.sh BUILD_FOLDER DATABASE_FOLDER [RUNS...]
#
# RUNS (default "10 100") are runs of 100 tasks x 1,000 samples: 1 M and 10 M rollouts.  A database that is
# not there is made, which takes half a minute a million.  Each line is the median of three by CPU time.
set -eu
build=$1
folder=$2
shift 2
here=$(dirname -- "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${ROLLBOOK_PYTHON:-/usr/bin/python3}
"$python" -c 'import pandas' 2>/dev/null || {
    echo "$python lacks pandas, which the peer uses; $python -m pip install pandas, or ROLLBOOK_PYTHON=PATH names another Python" >&2
    exit 2
}

# measure WHAT COMMAND...: wall and CPU seconds, peak memory.
measure() {
    what=$1
    shift
    for again in 1 2 3; do
        status=0
        /usr/bin/time -q -o "$work/time.$again" -f '%e %U %S %M' "$@" >/dev/null 2>"$work/err" || status=$?
        [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { cat "$work/err"; exit 1; } # 3: found nothing
    done
    cat "$work"/time.* | awk '{ print $2 + $3, $1, $4 }' | sort -n | sed -n 2p |
        awk -v what="$what" '{ printf "%-44s %8.3f s wall %8.3f s CPU %8.0f MB\n", what, $2, $1, $3 / 1024 }'
}

fast_1='SELECT run, task, sum(n) AS n, sum(n_correct) AS correct, 1.0 * sum(n_fast_1) / sum(n) AS fast_1
FROM v_cell GROUP BY run_id, task_id ORDER BY run_id, level, problem_id'
rows='SELECT run, task, count(*) AS n, sum(correct) AS correct, avg(coalesce(speedup > 1, 0)) AS fast_1
FROM v_rollout GROUP BY run_id, task_id ORDER BY run_id, level, problem_id'

for runs in ${*:-10 100}; do
    db=$folder/read-$runs.db
    if [ ! -f "$db" ]; then
        "$build/bench/make_runs" "$db" --runs "$runs" --codes 1000 --code-bytes 1000
        "$build/rollbook" find --index nothing --db "$db" -q >/dev/null || :
    fi
    names=$(sqlite3 "$db" "SELECT group_concat(name) FROM run")
    sqlite3 "$db" "SELECT count(*) || ' rollouts, ' || ((SELECT sum(length(columns)) FROM fact_data) / count(*)) || ' bytes of facts each' FROM rollout"
    measure 'fast_1 table, sqlite3, v_cell' sqlite3 "$db" "$fast_1"
    [ "$runs" -gt 10 ] || measure 'fast_1 table, sqlite3, v_rollout' sqlite3 "$db" "$rows"
    measure 'analyze summary' "$build/rollbook" analyze summary --runs "$names" --db "$db"
    measure 'show rollout' "$build/rollbook" show rollout 654321 --db "$db"
    measure 'find, a text that few kernels have' "$build/rollbook" find 'x[4095] * y[4095]' --db "$db"
    measure 'find, a text that nobody has' "$build/rollbook" find 'no such text' --db "$db"
    [ "$runs" -gt 10 ] || measure 'peer: pandas.read_sql, group by' $python "$here/peers/read_peer.py" "$db"
done
