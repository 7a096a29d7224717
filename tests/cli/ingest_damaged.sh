# Damaged copies of a fixture of every format: cut, flipped, nested, packed, of other types.  Each ends in rows or in
# words, and the databases are whole.
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/damage_sweep.py" "$ROLLBOOK_BIN" "$ROLLBOOK_SOURCE_DIR/tests/fixtures" sweep
