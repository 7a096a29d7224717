# A database leaves as sorted text with hashes, as training pairs, as one file; its id follows the facts alone.
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat out err)"
}
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 4 --case tiny --seed 3 --name ours -q >/dev/null
id=$("$ROLLBOOK_BIN" id)
[ "${#id}" -eq 64 ] || complain "id: $id"
expect 0 export a
expect 0 export b
diff -r a b || complain 'two exports differ'
expect 0 export c --format csv
expect 2 export a
[ -e a/manifest.json ] || complain 'a refused export changed the folder'
[ ! -e a.partial ] || complain 'a partial folder stays'
grep -q "\"id\":\"$id\"" a/manifest.json || complain 'the manifest has another id'
grep -q "\"id\":\"$id\"" c/manifest.json || complain 'the manifest of the CSV has another id'
for folder in a c; do
    sed -n 's/.*"file":"\([^"]*\)".*"sha256":"\([0-9a-f]*\)".*/\2  \1/p' "$folder/manifest.json" >"$folder.sums"
    [ "$(wc -l <"$folder.sums")" -ge 20 ] || complain "$folder: the manifest names $(wc -l <"$folder.sums") tables"
    (cd "$folder" && sha256sum -c --quiet "../$folder.sums") || complain "$folder: hashes differ"
done
[ "$(wc -l <a/rollout.ndjson)" -eq 8 ] || complain "rollouts: $(wc -l <a/rollout.ndjson)"
[ "$(wc -l <c/rollout.csv)" -eq 9 ] || complain "rollouts: $(wc -l <c/rollout.csv)"
if command -v python3 >/dev/null; then
    python3 - <<'EOF' || complain 'the export does not hold what the database holds'
import csv, json, sqlite3
csv.field_size_limit(1 << 30)
db = sqlite3.connect("x.db")
db.row_factory = sqlite3.Row
def value(v):
    if isinstance(v, dict):
        return bytes.fromhex(v["hex"]) if "hex" in v else float(v["real"])
    return v
for t in json.load(open("a/manifest.json"))["tables"]:
    rows = [{k: value(v) for k, v in json.loads(line).items()} for line in open("a/" + t["file"])]
    keys = [r["name"] for r in sorted(db.execute(f"PRAGMA table_info({t['table']})"), key=lambda r: r["pk"]) if r["pk"]]
    columns = [r["name"] for r in db.execute(f"PRAGMA table_info({t['table']})")]  # not the generated ones
    want = [dict(r) for r in db.execute(f"SELECT {', '.join(columns)} FROM {t['table']} ORDER BY {', '.join(keys)}")]
    assert rows == want, t
    for a, b in zip(rows, want):
        assert [type(v) for v in a.values()] == [type(v) for v in b.values()], (a, b)
    with open("c/" + t["table"] + ".csv", newline="") as f:
        got = list(csv.DictReader(f))
    assert len(got) == len(want)
    for g, w in zip(got, want):
        for k, v in w.items():
            text = "" if v is None else "x'%s'" % v.hex() if isinstance(v, bytes) else v
            assert (float(g[k]) == v if isinstance(v, float) else g[k] == str(text)), (t, k)
EOF
fi

# A snapshot is one file with the same id; the source may be in use.
expect 0 export --snapshot s.db
[ ! -e s.db-wal ] && [ ! -e s.db.partial ] || complain 'the snapshot has companions'
[ "$("$ROLLBOOK_BIN" id --db s.db)" = "$id" ] || complain 'the snapshot has another id'
expect 0 verify --db s.db --deep
if command -v sqlite3 >/dev/null; then
    [ "$(sqlite3 'file:s.db?immutable=1' 'PRAGMA journal_mode; SELECT count(*) FROM v_rollout' | tr '\n' ' ')" = 'delete 8 ' ] ||
        complain 'the snapshot cannot be read as it is'
    # Other bytes, the same facts; other facts, another id.
    sqlite3 s.db 'PRAGMA page_size = 8192; VACUUM'
    [ "$("$ROLLBOOK_BIN" id --db s.db)" = "$id" ] || complain 'a vacuum changed the id'
    sqlite3 s.db 'UPDATE rollout SET finish_reason = NULL WHERE rollout_id = 1'
    [ "$("$ROLLBOOK_BIN" id --db s.db)" != "$id" ] || complain 'a changed fact did not change the id'
fi
expect 2 export --snapshot x.db
expect 2 export
expect 2 export d --sft e
expect 2 export d --split l1_seed44
expect 2 export --sft e --split no_such_split

# Training pairs: correct, once each, without the tasks that the split holds out.
correct=$("$ROLLBOOK_BIN" sql --format csv 'SELECT count(*) FROM v_rollout WHERE correct = 1' | tail -n 1)
expect 0 export --sft all.jsonl
kept=$(sed -n 's/^kept: //p' err)
twice=$(sed -n 's/^twice: //p' err)
[ "$((kept + twice))" -eq "$correct" ] || complain "$kept + $twice pairs of $correct: $(cat err)"
[ "$(wc -l <all.jsonl)" -eq "$kept" ] || complain "pairs: $(wc -l <all.jsonl)"
head -n 1 all.jsonl | grep -q '^{"prompt":"Optimise.*"completion":".*"task":"l1/4","run":"ours"' || complain "$(head -n 1 all.jsonl)"
[ "$(sort all.jsonl | uniq -d | wc -l)" -eq 0 ] || complain 'a pair is there twice'
split=$(awk 'BEGIN { while ((getline line < ARGV[1]) > 0) text = text line; sub(/.*"eval"/, "", text)
    print text ~ /[^0-9]4[^0-9]/, text ~ /[^0-9]28[^0-9]/ }' "$ROLLBOOK_SOURCE_DIR/splits/l1_seed44.json")
expect 0 export --sft some.jsonl --split l1_seed44
for pair in "4:${split% *}" "28:${split#* }"; do
    n=$(grep -c "\"task\":\"l1/${pair%:*}\"" some.jsonl || true)
    if [ "${pair#*:}" = 1 ]; then
        [ "$n" -eq 0 ] || complain "task ${pair%:*} is held out, but $n pairs are there"
        grep -q '^held out: [1-9]' err || complain "not counted: $(cat err)"
    else
        [ "$n" -gt 0 ] || complain "task ${pair%:*} is not held out, but no pair is there"
    fi
done
[ "$split" = '1 0' ] || [ "$split" = '0 1' ] || complain "the split tells nothing: $split"
expect 3 export --sft none.jsonl --min-speedup 1e9
[ ! -e none.jsonl ] || complain 'a file without pairs'
expect 3 export --sft none.jsonl --run nobody
# A kernel that was not right when it was confirmed is no example, and a second time counts instead of the first.
first='SELECT min(rollout_id) FROM v_rollout WHERE speedup > 0'
cp "$ROLLBOOK_DB" plain.db
sqlite3 "$ROLLBOOK_DB" "INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at, purpose)
    VALUES (($first), 'mismatch', 1, 0, 'x', 'confirm')"
expect 0 export --sft fewer.jsonl
grep -q '^not right again: 1$' err || complain "a kernel that failed again: $(cat err)"
[ "$(wc -l <fewer.jsonl)" -eq "$(($(wc -l <all.jsonl) - 1))" ] || complain "it is among the pairs: $(wc -l *.jsonl)"
expect 0 export --sft fewer.jsonl --min-speedup 1e-9 --replace
grep -q '^not right again: 0$' err || complain "it is as fast as 0: $(cat err)"
cp plain.db "$ROLLBOOK_DB"
"$ROLLBOOK_BIN" export --sft - -q 2>err | cmp -s - all.jsonl || complain "standard output differs: $(cat err)"
