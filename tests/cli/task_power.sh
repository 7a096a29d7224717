# labels: release
# Planted bugs: the same mutants by four checkers, kept as runs; what was begun goes on; a wrong kernel is no right one.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect 0 task check --power l1/28 --mutants 10 --case tiny --db power.db
grep -Eq '^all +fast +10 ' out || complain "no line of all mutants by mode fast: $(cat out)"
grep -Eq 'accepted: 2 of 2 by fast, 2 of 2 by full, 2 of 2 by kernelbench' out || complain "right kernels were refused: $(cat out)"
[ "$("$ROLLBOOK_BIN" sql --db power.db --format csv 'SELECT count(*) FROM v_rollout' | tail -n 1)" -eq 48 ] || complain "not 4 runs of 12 rows"

# A second time nothing is evaluated; other settings are not mixed with the first.
cp out first
expect 0 task check --power l1/28 --mutants 10 --case tiny --db power.db
said 'exists and is complete'
cmp -s out first || complain "the second time it says: $(cat out)"
expect 2 task check --power l1/28 --mutants 11 --case tiny --db power.db
said '--name OTHER'

# Survivors come with the lines that differ; fast_p with the bound.
expect 0 analyze checker --survivors --checker kernelbench --db power.db --json
grep -q '"difference":"@@' out || complain "KernelBench's rule lets nothing pass: $(cat out)"
expect 0 analyze fast-p --run power-1-fast --db power.db
said 'false passes: planted bugs that the checker let pass: '

# A kernel of the user's: a wrong one is told, and its mutants say nothing.
"$ROLLBOOK_BIN" task show l1/28 --kernel baseline | sed 's/3\.0f/2.0f/; s/0\.5f/0.4f/' >wrong.cu
expect 1 task check --power l1/28 --kernel wrong.cu --mutants 3 --case tiny --checkers fast --name mine --db power.db
said 'right kernels were refused'
expect 2 task check --power l1/28 l1/29 --kernel wrong.cu --db power.db
expect 2 task check l1/28 --mutants 3
said '--mutants goes with --power'
expect 2 task check --power l1/28 --checkers slow --db power.db
expect 3 analyze checker --run none --db power.db
