# What tests/approved/damaged.commands print is what was approved.
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/approved.py" check "$ROLLBOOK_BIN" damaged
