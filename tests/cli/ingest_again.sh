# A record of a mapped file that repeats another is a duplicate, one that differs is refused, even
# in a member kept as a column alone.
"$ROLLBOOK_BIN" ingest map-template >map.json
record() {
    printf '{"task": "t", "problem_id": 1, "sample_id": %s, "code": "%s", "compiled": true, "correct": %s, "runtime_ms": %s, "note": "%s"}\n' "$@"
}
{
    record 0 a true 1.5 x
    record 1 b false null x
    record 2 c true 2 x
} >one.jsonl
"$ROLLBOOK_BIN" ingest jsonl one.jsonl --map map.json --run-name r --db x.db | grep -q " 3 *3 *0 *0 "
"$ROLLBOOK_BIN" ingest jsonl one.jsonl --map map.json --run-name r --db x.db | grep -q " 3 *0 *3 *0 "
extra=$("$ROLLBOOK_BIN" sql -q --db x.db --format csv "SELECT extra ->> 'note', extra ->> 'correct', extra ->> 'runtime_ms' FROM rollout WHERE sample = 0" | tail -n 1)
[ "$extra" = "x,NA,1.5" ] || { echo "extra holds $extra"; exit 1; }
{
    record 0 a false 1.5 x # another verdict
    record 1 b false null y # another note
    record 2 c true 2.5 x # another time
    record 2 d true 2 x # another code
    record 3 d true 3 x
} >two.jsonl
status=0
"$ROLLBOOK_BIN" ingest jsonl two.jsonl --map map.json --run-name r --db x.db >out.txt 2>err.txt || status=$?
[ "$status" -eq 1 ] || { echo "another file that clashes: status $status"; exit 1; }
# As the same file, which was written again, each record is for itself.
mv two.jsonl one.jsonl
"$ROLLBOOK_BIN" ingest jsonl one.jsonl --map map.json --run-name r --db x.db >out.txt 2>err.txt
grep -q " 5 *1 *0 *4 " out.txt
[ "$(grep -c "already has this sample with different content" err.txt)" -eq 4 ]
