# labels: slow release
# One bit, flipped in a column of a table and in no index: verify --deep finds it, or the script says why it need not.
# A sample of the columns; 'flip_bits.py ROLLBOOK DATABASE SEED' takes all.
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
python3 -c 'import sqlite3, sys; sys.exit(sqlite3.sqlite_version_info < (3, 38))' || { echo "SKIP: Python's SQLite is too old"; exit 77; }
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures
rm -f x.db*
expect 0 run ttt --tasks 4,28 --k 3 --steps 2 --case tiny --seed 3 --name ours --filters no_variance --guards kl=100:warn,entropy=0:warn -q
expect 0 run best-of-n --tasks 4 --k 3 --case tiny --seed 3 --name plain -q
expect 0 run refine --tasks 4 --k 1 --turns 2 --history all --case tiny --seed 1 --name talk -q
expect 0 run score --run plain --checkpoints-of ours -q
for file in fuzz/rollouts.jsonl fuzz/openai_chat.json kernelbench/baseline_time_torch.json records/cuda_l1.json trainer-log/trainer_state.json; do
    expect 0 ingest auto "$fixtures/$file" --name "$(basename "$file")" -q
done
expect 0 declare study --estimand sample --methods best-of-n,ttt --budget 3 --seeds 3 --tasks 4 --stopping enough -q
expect 0 declare attach study --run plain --method best-of-n -q
expect 0 declare attach study --run ours --method ttt -q
expect_status 0 declare look --name study -q
expect 0 verify --deep --format csv
grep -q 'numbers,ok,"",[1-9][0-9]* rows$' out || complain "rows without checksums were written: $(cat out)"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/flip_bits.py" "$ROLLBOOK_BIN" x.db 1 8 >flips 2>&1 || complain "$(cat flips)"
cat flips
