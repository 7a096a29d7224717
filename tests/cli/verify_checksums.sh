# Every value of a row that has a checksum: changed by another program it is named by verify.  All writers give
# checksums, rows of before have none and are counted, and a correction can be stated in two ways.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures
rm -f ./*.db

# Rows one by one, many at once, by an importer that adds to a row, and by a merge.
expect 0 run ttt --tasks 4,28 --k 3 --steps 2 --case tiny --seed 3 --name ours -q
for file in fuzz/rollouts.jsonl fuzz/openai_chat.json fuzz/cruxeval.json kernelbench/baseline_time_torch.json records/cuda_l1.json; do
    expect 0 ingest auto "$fixtures/$file" --name "$(basename "$file")"
done
expect 0 init other.db
expect 0 merge other.db x.db --out merged.db
expect 0 verify --db merged.db --format csv
grep -q 'numbers,ok,"",[1-9][0-9]* rows$' out || complain "a merged database: $(cat out)"
expect 0 verify --format csv
grep -q 'numbers,ok,"",[1-9][0-9]* rows$' out || complain "rows without checksums were written: $(cat out)"

# Each column of each of these tables, in a row of its own as far as there are rows.
cat >change.py <<'END'
import sqlite3, struct, sys
db = sqlite3.connect(sys.argv[1])
db.execute("PRAGMA ignore_check_constraints = ON")
places, columns = set(), 0
for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
    info = db.execute("SELECT name, pk FROM pragma_table_info(?)", (table,)).fetchall()
    if "checksum" not in [c for c, _ in info]:
        continue
    key = " || '/' || ".join(c for c, pk in sorted(info, key=lambda x: x[1]) if pk)
    for i, (column, pk) in enumerate(info):
        if pk or column.endswith("_id") or column == "checksum":
            continue
        rows = db.execute("SELECT %s, %s FROM %s WHERE %s IS NOT NULL ORDER BY 1" % (key, column, table, column)).fetchall()
        if not rows:
            continue
        at, v = rows[i % len(rows)]
        if isinstance(v, float):
            v = struct.unpack("<d", struct.pack("<q", struct.unpack("<q", struct.pack("<d", v))[0] ^ 1))[0]
        elif isinstance(v, int):
            v ^= 1
        elif isinstance(v, str):
            v = v[:-1] + ("x" if v[-1:] != "x" else "y")
        else:
            v = bytes([v[0] ^ 1]) + v[1:]
        try:
            db.execute("UPDATE %s SET %s = ? WHERE %s = ?" % (table, column, key), (v, at))
        except sqlite3.IntegrityError:
            continue  # two rows of one key: SQLite itself refuses that
        places.add("%s %s" % (table, at))
        columns += 1
db.commit()
print("\n".join(sorted(places)))
sys.exit(columns < 60)
END
sqlite3 x.db 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
cp x.db y.db
python3 change.py y.db >wanted || complain "too little was changed: $(cat wanted)"
expect 4 verify --db y.db --format csv
sed -n 's/^numbers,damaged,"*\([^",]*\)"*,.*/\1/p' out | sort >named
[ "$(wc -l <wanted)" -lt 100 ] || complain 'verify names no more than 100'
LC_ALL=C sort wanted >sorted
LC_ALL=C sort named | cmp -s - sorted || complain "not named, or wrongly: $(LC_ALL=C sort named | comm -3 - sorted)"

first=$(sqlite3 x.db 'SELECT min(evaluation_id) FROM evidence')
# What a user corrects on purpose: with the checksum, or with words in amendment.
"$ROLLBOOK_BIN" sql "SELECT checksum_with(checksum, 'runtime_us', runtime_us, 5.5) AS c FROM measurement WHERE measurement_id = 2" --format csv >out
sum=$(tail -1 out)
cp x.db y.db
sqlite3 y.db "UPDATE measurement SET runtime_us = 5.5, min_us = NULL, max_us = NULL, samples_us = NULL, n_samples = NULL WHERE measurement_id = 1;
UPDATE evidence SET value = 7 WHERE evaluation_id = $first AND position = 0;
INSERT INTO amendment (table_name, row_key, field, old_value, new_value, who, why, at)
VALUES ('evidence', '$first/0', 'value', NULL, '7', 'me', 'a test', '2026-01-01'), ('measurement', '1', 'runtime_us', NULL, '5.5', 'me', 'a test', '2026-01-01')"
expect 0 verify --db y.db --format csv
grep -q 'rows, 0 of them without a checksum, 2 amended' out || complain "amended rows: $(cat out)"
cp x.db y.db
sqlite3 y.db "UPDATE measurement SET runtime_us = 5.5, checksum = $sum WHERE measurement_id = 2"
"$ROLLBOOK_BIN" verify --db y.db --format csv >out 2>err || true
! grep -q '^numbers,damaged' out || complain "a checksum that was brought along: $(cat out)"

# Rows of before.
sqlite3 y.db "UPDATE measurement SET checksum = NULL; UPDATE evidence SET checksum = NULL, value = 3"
"$ROLLBOOK_BIN" verify --db y.db --format csv >out 2>err || true
n=$(sqlite3 y.db 'SELECT (SELECT count(*) FROM measurement) + (SELECT count(*) FROM evidence)')
grep -q "numbers,ok,\"\",\"[0-9]* rows, $n of them without a checksum, 0 amended\"" out || complain "rows without checksums: $(cat out)"
