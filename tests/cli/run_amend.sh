# run amend: a run of a file gets its strategy and seed, each change is a row with the old value, and what Rollbook knows stays.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
for run in a b; do
    expect 0 ingest kernelbench "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/array.json" --level 1 --run-name "$run"
done
expect 0 run best-of-n --tasks 4 --k 1 --case tiny --name own -q
"$ROLLBOOK_BIN" id >before
expect 2 run amend a
said 'rollbook run amend a --strategy best-of-n --why'
expect 2 run amend a --strategy bestofn --why x
said "did you mean 'best-of-n'"
expect 2 run amend a,b --seed 1 --why x
expect 2 run amend a,own --strategy ttt --why x
said "was sampled by 'rollbook run best-of-n'"
expect 3 run amend c --strategy ttt --why x
"$ROLLBOOK_BIN" id | cmp -s - before || complain "a refused amendment changed the database"
expect 0 run amend a,b --strategy best-of-n --why "one answer per problem"
expect 0 run amend b --seed 7 --why "its log"
rows "SELECT run, strategy, seed FROM v_run ORDER BY run" 'a,best-of-n,NA\nb,best-of-n,7\nown,best-of-n,42\n'
rows "SELECT field, old_value, new_value, why FROM v_amendment ORDER BY amendment_id" \
    'strategy,imported,best-of-n,one answer per problem\nstrategy,imported,best-of-n,one answer per problem\nseed,NA,7,its log\n'
expect 0 run amend b --seed 7 --why "again"
rows "SELECT count(*) FROM v_amendment" '3\n'
expect 0 verify --deep
