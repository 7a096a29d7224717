#!/bin/sh
# The analyses against numpy and pandas from the same file, interleaved; then linearity and memory.
#
#   bench/bench_analysis.sh ROLLBOOK MAKE_RUNS [REPEATS [MORE_SAMPLES]]
#
# Prints medians of CPU time (user + sys of all threads) and of wall time, and their ratios: on a
# machine that does other work the CPU ratio is the one to read.  MORE_SAMPLES (10000 for 10 M
# rollouts) adds the larger file; 0 leaves it out.  Files go to $BENCH_DIR, /tmp by default, and stay.
set -eu
rollbook=$1
make_runs=$2
repeats=${3:-5}
more=${4:-10000}
dir=${BENCH_DIR:-/tmp}
here=$(dirname "$0")
python=${ROLLBOOK_PYTHON:-/usr/bin/python3}
"$python" -c 'import numpy, pandas' 2>/dev/null || {
    echo "$python lacks numpy and pandas, which the peer uses; $python -m pip install numpy pandas, or ROLLBOOK_PYTHON=PATH names another Python" >&2
    exit 2
}
runs=bon-1,bon-2,bon-3,bon-4,bon-5,bon-6,bon-7,bon-8,bon-9,bon-10
a=bon-1,bon-2,bon-3,bon-4,bon-5
b=ttt-1,ttt-2,ttt-3,ttt-4,ttt-5
[ -e "$dir/analysis_1m.db" ] || "$make_runs" "$dir/analysis_1m.db" --tasks 100 --runs 10 --samples 1000
[ -e "$dir/analysis_ttt.db" ] || "$make_runs" "$dir/analysis_ttt.db" --tasks 100 --runs 5 --ttt 5 --samples 1000

# timed NAME COMMAND...: appends "wall cpu memory_kb" to NAME.
timed() {
    into=$1
    shift
    /usr/bin/time -f '%e %U %S %M' -o "$dir/time.txt" "$@" >"$dir/out.txt" 2>"$dir/err.txt" || {
        cat "$dir/err.txt" >&2
        exit 1
    }
    awk '{ print $1, $2 + $3, $4 }' "$dir/time.txt" >>"$into"
}
median() { # median FILE COLUMN
    cut -d' ' -f"$2" "$1" | sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}
# pair NAME DB PEER_ARGUMENTS -- OUR_ARGUMENTS
pair() {
    name=$1
    db=$2
    shift 2
    peer=
    while [ "$1" != -- ]; do
        peer="$peer $1"
        shift
    done
    shift
    rm -f "$dir/peer.times" "$dir/ours.times"
    i=0
    while [ "$i" -lt "$repeats" ]; do
        # shellcheck disable=SC2086
        timed "$dir/peer.times" "$python" "$here/peers/analysis_peer.py" "$db" $peer
        timed "$dir/ours.times" "$rollbook" analyze "$@" --db "$db"
        i=$((i + 1))
    done
    told "$name" peer
}
# told NAME PEER: medians and ratios of what was timed.
told() {
    awk -v name="$1" -v peer="$2" -v pm="$(median "$dir/peer.times" 3)" -v pw="$(median "$dir/peer.times" 1)" -v pc="$(median "$dir/peer.times" 2)" \
        -v ow="$(median "$dir/ours.times" 1)" -v oc="$(median "$dir/ours.times" 2)" \
        -v m="$(median "$dir/ours.times" 3)" 'BEGIN {
        printf "%-12s %-6s %6.2f s wall %6.2f s CPU %4.0f MB   ours %6.3f s wall %6.3f s CPU %4.0f MB   %5.1fx wall %5.1fx CPU\n",
            name, peer, pw, pc, pm / 1024, ow, oc, m / 1024, (ow ? pw / ow : 0), (oc ? pc / oc : 0) }'
}
pair fast-p "$dir/analysis_1m.db" fast-p --replicates 10000 -- fast-p --runs $runs --by all --replicates 10000
pair scaling "$dir/analysis_1m.db" scaling -- scaling --runs $runs --k 1,2,4,8,16,32,64
pair selection "$dir/analysis_1m.db" selection -- selection --runs $runs
pair compare "$dir/analysis_ttt.db" compare --a $a --b $b -- compare --a $a --b $b

# Engines for columns, where the environment has them: a Parquet file is ready, and they compute no interval.
[ -e "$dir/analysis_1m.parquet" ] || "$python" "$here/peers/columns_peer.py" make "$dir/analysis_1m.db" "$dir/analysis_1m.parquet" 2>/dev/null || :
for engine in duckdb polars; do
    [ -e "$dir/analysis_1m.parquet" ] && "$python" -c "import $engine" 2>/dev/null || {
        echo "$engine: not installed for $python, or no pyarrow"
        continue
    }
    for what in summary fast-p; do
        rm -f "$dir/peer.times" "$dir/ours.times"
        i=0
        while [ "$i" -lt "$repeats" ]; do
            timed "$dir/peer.times" "$python" "$here/peers/columns_peer.py" $engine "$dir/analysis_1m.parquet" $what
            timed "$dir/ours.times" "$rollbook" analyze $what --runs $runs --db "$dir/analysis_1m.db"
            i=$((i + 1))
        done
        told "$what" "$engine"
    done
done

[ "$more" -eq 0 ] && exit 0
[ -e "$dir/analysis_more.db" ] || "$make_runs" "$dir/analysis_more.db" --tasks 100 --runs 10 --samples "$more"
for what in "fast-p --by all --replicates 10000" "scaling --k 1,2,4,8,16,32,64" "selection" "selection --rules all"; do
    for db in analysis_1m analysis_more; do
        rm -f "$dir/ours.times"
        # shellcheck disable=SC2086
        timed "$dir/ours.times" "$rollbook" analyze $what --runs $runs --db "$dir/$db.db"
        awk -v what="$what" -v db="$db" '{ printf "%-34s %-14s %6.2f s wall %6.2f s CPU %5.0f MB\n", what, db, $1, $2, $3 / 1024 }' "$dir/ours.times"
    done
done
