# docs/answers.md: the cookbook's questions still have the answers that the page shows.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/approved.py" study "$ROLLBOOK_BIN" >/dev/null 2>&1
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/make_answers.py" "$ROLLBOOK_BIN" study.db >answers.md
diff answers.md "$ROLLBOOK_SOURCE_DIR/docs/answers.md" ||
    fail "python3 tests/approved/approved.py study ROLLBOOK && python3 tests/approved/make_answers.py ROLLBOOK study.db >docs/answers.md"
[ "$(grep -c '^## ' answers.md)" -eq 10 ] || fail "not ten questions"
