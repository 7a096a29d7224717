# A database as pages: links lead somewhere, the numbers are those of the commands, and a folder of somebody else's is left alone.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
for seed in 1 2; do
    expect_status 0 run best-of-n --db study.db --tasks 4,5 --case tiny --k 4 --seed $seed --name bon-$seed -q
done
expect_status 0 run ttt --db study.db --tasks 4,5 --case tiny --k 4 --steps 2 --seed 1 --name ttt-1 -q
expect_status 0 run refine --db study.db --tasks 4 --case tiny --k 2 --turns 3 --seed 1 --name refine-1 -q

expect_status 0 site pages --db study.db --tokens ttt-1 -q
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" study.db pages >checked 2>&1 || fail "$(cat checked)"
[ -z "$(find . -name '*.partial*')" ] || fail "a draft was left behind: $(find . -name '*.partial*')"

expect 2 site pages --db study.db
said "the site exists; --replace writes it again"
expect_status 0 site again --db study.db --tokens ttt-1 -q
diff -r pages again >differs || fail "the same database gives other pages: $(head -5 differs)"
expect 0 site again --db study.db --run bon-1,bon-2 --replace -q
[ ! -e again/run/3.html ] || complain "a page of a run that was not asked for is left"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" study.db again >checked 2>&1 || fail "$(cat checked)"

# A cell of the grid shows the interval of the speedup that it shows.
python3 - <<'END' || complain "intervals of the grid"
import re, sqlite3
rows = sqlite3.connect("study.db").execute("SELECT speedup, speedup_lower, speedup_upper FROM v_rollout WHERE speedup_lower IS NOT NULL AND speedup IS NOT NULL").fetchall()
cells = re.findall(r'data-v="([^"]*)"><a [^>]*><b>[^<]*</b><span>([0-9.e+-]+) to ([0-9.e+-]+)</span>', open("pages/grid.html").read())
for v, low, high in cells:
    if not any(abs(s - float(v)) < 1e-9 * s and abs(a / float(low) - 1) < 0.01 and abs(b / float(high) - 1) < 0.01 for s, a, b in rows):
        raise SystemExit("no rollout has %s with %s to %s" % (v, low, high))
print(len(cells), "intervals")
END

# The hash of a verdict names the evaluator; one of an earlier version is stale, and one that nobody knows is not.
python3 - <<'END' || fail "no verdict of an earlier evaluator"
import hashlib, sqlite3
db = sqlite3.connect("study.db")
code, task, outcome, key = db.execute("""SELECT c.sha256, t.sha256, e.outcome, e.evaluation_id FROM evaluation e JOIN rollout r USING (rollout_id)
    JOIN blob c ON c.blob_id = r.code_blob_id JOIN task t USING (task_id) WHERE r.rollout_id = 1""").fetchone()
text = "rollbook verdict\n1\n%s\n%s\nown\n%s\n" % (code, task, outcome)
db.execute("UPDATE evaluation SET verdict_sha256 = ? WHERE evaluation_id = ?", (hashlib.sha256(text.encode()).hexdigest(), key))
db.execute("UPDATE evaluation SET verdict_sha256 = ? WHERE rollout_id = 2", ("0" * 64,))
db.commit()
END
expect_status 0 site again --db study.db --run bon-1 --replace -q
has_word() { grep -q "$2" "$1" || complain "$1 does not say: $2"; }
has_word again/sample/0/1.html 'Judged by: evaluator 1,.*<strong>Stale:</strong>'
has_word again/sample/0/2.html 'Judged by: evaluator of unknown version'
has_word again/sample/0/3.html 'Judged by: evaluator [0-9]*,'
! grep -q Stale again/sample/0/3.html || complain "a current verdict is stale"

# The published record that is kept, as pages: what was published stands beside each verdict.
ROLLBOOK_PYTHON=python3 sh "$ROLLBOOK_SOURCE_DIR/bench/record/site.sh" "$ROLLBOOK_SOURCE_DIR/bench/record" record >out 2>err || fail "$(cat err)"
kept=$ROLLBOOK_SOURCE_DIR/bench/record
[ "$(grep -o '[0-9.]* stated</b>' record/grid.html | wc -l)" = "$(($(wc -l <"$kept/published.csv") - 1))" ] || complain "not every published speedup has a cell"
[ "$(grep -o 'title="evaluator [0-9]*, verdict [0-9a-f]\{12\}, ' record/grid.html | wc -l)" = "$(($(wc -l <"$kept/judged.csv") - 1))" ] ||
    complain "not every kept judgement has a cell with its evaluator and hash"
[ "$(grep -o 'stale: evaluator 5' record/grid.html | wc -l)" = "$(grep -c ',5$' "$kept/judged.csv")" ] || complain "a judgement of an earlier evaluator is not stale"
has_word record/grid.html '<b>2.75 stated</b>.*0.991 to 1'
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" record.db record links >checked 2>&1 || fail "$(cat checked)"

# A database of others: names that are not UTF-8, counts that no sum holds, a run without rollouts.
cp study.db odd.db
python3 - <<'END' || fail "no odd database"
import sqlite3
db = sqlite3.connect("odd.db")
db.execute("UPDATE run SET name = CAST(CAST(name AS BLOB) || x'fffe41c3' AS TEXT)")
db.execute("UPDATE rollout SET prompt_tokens = 9223372036854775807, completion_tokens = 9223372036854775807 WHERE prompt_tokens IS NOT NULL")
db.execute("INSERT INTO run (name, strategy, status, config, argv, code_version, libraries, started_at) SELECT 'none', strategy, 'running', config, argv, code_version, libraries, started_at FROM run LIMIT 1")
db.commit()
END
expect_status 0 runs --db odd.db --format csv
[ "$(grep -c , out)" = "$(($(python3 -c 'import sqlite3; print(sqlite3.connect("odd.db").execute("SELECT count(*) FROM run").fetchone()[0])') + 1))" ] || complain "runs with odd names are missing: $(cat out)"
expect_status 0 site odd --db odd.db -q
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" odd.db odd links >checked 2>&1 || fail "$(cat checked)"

# One run without a verdict does not take the numbers of the others away, and is in no pair.
cp study.db young.db
python3 - <<'END' || fail "no young run"
import sqlite3
db = sqlite3.connect("young.db")
for seed in range(1, 5):
    db.execute("INSERT INTO run (name, strategy, status, seed, config, argv, code_version, libraries, started_at) SELECT 'young-' || ?, 'sft', 'running', ?, config, argv, code_version, libraries, started_at FROM run LIMIT 1", (seed, seed))
db.commit()
END
expect_status 0 site young --db young.db -q
has_word young/index.html 'Without 4 of 8 runs'
[ "$(grep -c 'data-command="rollbook analyze \(summary\|fast-p\) --run bon-1,bon-2,ttt-1,refine-1"' young/index.html)" = 2 ] || complain "the numbers of all runs: $(sed -n '/id="numbers"/,$p' young/index.html | head -5)"
! grep -q young- young/compare.html || complain "a run without a rollout is offered for a comparison"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" young.db young >checked 2>&1 || fail "$(cat checked)"

# Rows that do not fit together, and a name that would fill a disk.
cp study.db torn.db
python3 - <<'END' || fail "no torn database"
import sqlite3
db = sqlite3.connect("torn.db")
db.execute("DELETE FROM task WHERE task_id = 2")
db.commit()
END
expect 4 site torn --db torn.db
said "rows do not fit together"
said "rollbook verify --db torn.db"
cp study.db long.db
python3 - <<'END' || fail "no long name"
import sqlite3
db = sqlite3.connect("long.db")
db.execute("UPDATE run SET name = name || hex(zeroblob(100000)) WHERE run_id = 2")
db.commit()
END
expect 4 site long --db long.db
said "run 2 has a name of 200005 bytes"
expect 0 site long --db long.db --run bon-1 -q
[ ! -e torn ] || complain "half a site"

mkdir mine
echo x >mine/index.html
expect 2 site mine --db study.db
expect 2 site mine --db study.db --replace
said "is not a site"
[ "$(ls mine)" = index.html ] || complain "a foreign folder was changed"
expect 3 site new --db study.db --run nobody
expect_status 0 init empty.db
expect 3 site new --db empty.db
[ ! -e new ] || complain "a site of nothing"
exit $failures
