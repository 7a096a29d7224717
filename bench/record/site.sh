#!/bin/sh
# Judgements of a published record as web pages, with the publisher's speedups beside them (docs/internals/record.md).
#   ROLLBOOK_BIN=... sh bench/record/site.sh FOLDER PAGES
# FOLDER: one that record.sh filled, or this folder, which keeps the judgements of 23 November 2026.  It writes PAGES and the database PAGES.db.
set -eu
[ $# -eq 2 ] || { sed -n '3s/^# *//p' "$0"; exit 2; }
folder=$1 pages=$2 db=$2.db
here=$(cd "$(dirname "$0")" && pwd)
[ ! -e "$db" ] && [ ! -e "$pages" ] || { echo "$pages or $db exists; name another folder" >&2; exit 2; }
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
"${ROLLBOOK_PYTHON:-python3}" "$here/../record.py" claims "$folder" >"$rows"
if [ -f "$folder/record.db" ]; then
    "$ROLLBOOK_BIN" init "$db" -q >/dev/null
    "$ROLLBOOK_BIN" merge "$db" "$folder/record.db" -q >/dev/null
    runs=claims$("$ROLLBOOK_BIN" sql --db "$db" --format csv "SELECT group_concat(',' || run, '') FROM v_run WHERE strategy <> 'imported'" | tail -1 | tr -d '"')
else
    "$ROLLBOOK_BIN" init "$db" -q >/dev/null
    runs=claims,kernelbench-eager,own-eager
fi
"$ROLLBOOK_BIN" ingest jsonl "$rows" --map "$here/map.json" --db "$db" -q >/dev/null
"$ROLLBOOK_BIN" site "$pages" --run "$runs" --db "$db"
