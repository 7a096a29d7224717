#!/bin/sh
# The report of 100,000 rollouts, whole process, against matplotlib drawing ten of its figures.
#
#   bench/bench_report.sh BUILD_DIR [ROUNDS]
#
# Both run in turns, so that load of the machine falls on both; medians of processor and wall time.
# The peer reads the CSV files of the report's own figures and draws plain versions of them: it
# neither loads the database nor computes an interval nor lays out a page.  The Python that ROLLBOOK_PYTHON names needs matplotlib.
set -eu
build=$1
rounds=${2:-7}
here=$(cd "$(dirname -- "$0")" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/rollbook-bench.XXXXXX")
trap 'rm -rf "$dir"' EXIT
rollbook=$build/rollbook
python=${ROLLBOOK_PYTHON:-/usr/bin/python3}
"$python" -c 'import matplotlib' 2>/dev/null || {
    echo "$python has no matplotlib, which the peer draws with; $python -m pip install matplotlib, or ROLLBOOK_PYTHON=PATH names another Python" >&2
    exit 2
}
"$build/bench/make_runs" "$dir/runs.db" --tasks 20 --runs 5 --samples 500 --ttt 5 --steps 5 --codes 20
"$rollbook" report ttt-vs-bon --db "$dir/runs.db" -o "$dir/report.pdf" --latex "$dir/folder" -q >"$dir/log"

# timed NAME COMMAND...: "NAME processor-seconds wall-seconds"
timed() {
    name=$1
    shift
    "$python" - "$name" "$@" <<'END'
import os, resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
wall = time.perf_counter() - start
use = resource.getrusage(resource.RUSAGE_CHILDREN)
print(sys.argv[1], use.ru_utime + use.ru_stime, wall)
END
}
i=0
while [ "$i" -lt "$rounds" ]; do
    timed rollbook "$rollbook" report ttt-vs-bon --db "$dir/runs.db" -o "$dir/report.pdf" -q
    timed matplotlib "$python" "$here/peers/report_peer.py" "$dir/folder" "$dir/peer.pdf"
    i=$((i + 1))
done >"$dir/times"

median() {
    awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$dir/times" | sort -n |
        awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
pages=$(pdfinfo "$dir/report.pdf" | awk '/^Pages/ { print $2 }')
bytes=$(wc -c <"$dir/report.pdf")
figures=$(ls "$dir"/folder/figures/*.csv | wc -l)
ours=$(median rollbook 2)
peer=$(median matplotlib 2)
awk -v o="$ours" -v ow="$(median rollbook 3)" -v p="$peer" -v pw="$(median matplotlib 3)" -v pages="$pages" \
    -v bytes="$bytes" -v figures="$figures" 'BEGIN {
    printf "report of 100,000 rollouts: %d pages, %d figures, %d bytes\n", pages, figures, bytes
    printf "rollbook    %.3f s of processor, %.3f s\n", o, ow
    printf "matplotlib  %.3f s of processor, %.3f s (their plain figures)\n", p, pw
    printf "ratio       %.1f, %.1f\n", p / o, pw / ow
}'
