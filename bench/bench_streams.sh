# How much memory imports take that are larger than memory, and how fast they are: a folder of many
# files, and JSON Lines through a pipe.
#
#   ninja rollbook && sh bench/bench_streams.sh BUILD_FOLDER FOLDER [FILES [ROLLOUTS]]
#
# FOLDER gets the files and databases and is emptied of them; FILES (10,000) are runs of ten results,
# ROLLOUTS (550,000) of 3.6 KB make 2 GB.
set -eu
rollbook=$1/rollbook
folder=$2/streams.$$
files=${3:-10000}
rollouts=${4:-550000}
here=$(dirname -- "$0")
mkdir -p "$folder"
trap 'rm -rf "$folder"' EXIT

# report WHAT RECORDS: from the file that /usr/bin/time left.
report() {
    awk -v what="$1" -v n="$2" '{ printf "%-40s %9d records %8.2f s wall %8.2f s CPU %8.0f rec/s %6.0f MB\n",
        what, n, $1, $2 + $3, n / $1, $4 / 1024 }' "$folder/time"
}
count() {
    "$rollbook" sql --db "$1" --format csv 'SELECT count(*) FROM rollout' | tail -n 1
}

python3 "$here/make_result_files.py" "$files" "$folder/tree"
for pass in first again; do
    /usr/bin/time -q -o "$folder/time" -f '%e %U %S %M' \
        "$rollbook" ingest auto "$folder/tree" --db "$folder/tree.db" -q >/dev/null 2>"$folder/err" || { tail -n 3 "$folder/err"; exit 1; }
    report "$files files, $pass" "$(count "$folder/tree.db")"
done
rm -rf "$folder/tree" "$folder/tree.db"

python3 "$here/make_rollouts.py" "$rollouts" half | /usr/bin/time -q -o "$folder/time" -f '%e %U %S %M' \
    "$rollbook" ingest jsonl - --map "$here/rollouts_map.json" --run-name stream --db "$folder/stream.db" -q >/dev/null
report 'JSON Lines through a pipe' "$(count "$folder/stream.db")"
ls -l "$folder/stream.db" | awk '{ printf "database %.0f MB\n", $5 / 1e6 }'
