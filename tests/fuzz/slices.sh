#!/bin/sh
# Fuzzes all targets in turn, a slice of time each, and adds up what was executed.
#
#   sh tests/fuzz/slices.sh WORK [SECONDS [ROUNDS]]
#
# WORK keeps the build, a corpus a target, crashes and executions.tsv, so that a later call goes on.
# A corpus is minimised once it has grown beyond 2,000 inputs.  Needs clang with libFuzzer.  Status 1
# when an input crashed; it lies in WORK/crashes under the target's name and belongs to the fixtures.
set -eu
work=${1:?name a folder for corpora and results}
seconds=${2:-60}
rounds=${3:-1}
source=$(cd "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$work/seeds" "$work/crashes"
work=$(cd "$work" && pwd)

# Small arena blocks: what goes beyond one is seen by the sanitiser.
cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DROLLBOOK_FUZZ=ON \
    -DCMAKE_C_FLAGS="-O1 -fsanitize=fuzzer-no-link,address -DROLLBOOK_FUZZ -DARENA_BLOCK_BYTES=2048" >"$work/build.log"
targets=$(ninja -C "$work/build" -t targets all | sed -n 's/^\(fuzz_[a-z_0-9-]*\): phony.*/\1/p')
# shellcheck disable=SC2086
ninja -C "$work/build" $targets >>"$work/build.log" || {
    tail -20 "$work/build.log" >&2
    exit 1
}
find "$source/tests/fixtures" "$source/tests/cheats" -type f -size -20k | while read -r f; do
    cp "$f" "$work/seeds/$(sha256sum "$f" | cut -c1-16)"
done

# Without a record of each allocation's callers and with little memory kept from reuse: twice as fast.
export ASAN_OPTIONS=malloc_context_size=2:quarantine_size_mb=4:thread_local_quarantine_size_kb=64
slice() {
    mkdir -p "$work/corpus/$1" "$work/merged"
    "$work/build/tests/$1" -max_total_time="$seconds" -max_len=2048 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$work/crashes/$1." "$work/corpus/$1" "$work/seeds" >"$work/log" 2>&1 || {
        tail -40 "$work/log" >&2
        echo "$1: stopped" >&2
    }
    sed -n 's/^stat::number_of_executed_units: *//p' "$work/log" | while read -r n; do
        printf '%s\t%s\n' "$1" "$n" >>"$work/executions.tsv"
    done
    if [ "$(find "$work/corpus/$1" -type f | wc -l)" -gt 2000 ]; then
        rm -rf "$work/merged"
        mkdir "$work/merged"
        "$work/build/tests/$1" -merge=1 -max_len=4096 "$work/merged" "$work/corpus/$1" >>"$work/log" 2>&1
        rm -rf "$work/corpus/$1"
        mv "$work/merged" "$work/corpus/$1"
    fi
}
round=0
while [ "$round" -lt "$rounds" ]; do
    for target in $targets; do
        slice "$target"
    done
    round=$((round + 1))
done
awk -F '\t' '{ n[$1] += $2; all += $2 } END { for (t in n) print t "\t" n[t]; print "zz\t" all }' "$work/executions.tsv" | sort |
    sed 's/^zz/all targets/'
[ -z "$(ls "$work/crashes")" ] || {
    echo "crashes:" && ls "$work/crashes"
    exit 1
}
