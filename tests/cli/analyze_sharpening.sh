# run score and analyze sharpening over a small adaptation: scores are made once, the first
# checkpoint is the one that sampled, every table prints.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=study.db
expect_status 0 run best-of-n --tasks 4,12 --k 6 --seed 3 --name bon --case tiny
expect_status 0 run ttt --tasks 4,12 --k 4 --steps 2 --seed 3 --name ttt --case tiny
settle study.db

expect_status 7 analyze sharpening --run ttt --scored bon --table rho
grep -q 'run score' err || fail "no advice: $(cat err)"
expect_status 0 run score --run bon --checkpoints-of ttt --format csv
grep -q '^bon,ttt,3,12,36,0,0,0,0,student,NA$' out || fail "scores: $(cat out)"
expect_status 0 run score --run bon --checkpoints-of ttt --format csv
grep -q '^bon,ttt,3,12,0,36,0,NA,0,student,NA$' out || fail "scored twice: $(cat out)"
expect_status 0 sql "SELECT count(*) AS n FROM score" --format csv
grep -q '^36$' out || fail "rows: $(cat out)"

for table in trend patience peaks rho; do
    expect_status 0 analyze sharpening --run ttt --table "$table" --json
    grep -Eq "\"schema\":\"rollbook.analyze.sharpening.$table/[12]\"" out || fail "$table: $(cat out)"
done
expect_status 0 analyze sharpening --run ttt --table trend --format csv
grep -Eq '^ttt,base_fast_1,.*,8$' out || fail "base_fast_1 is of the 8 rollouts of step 0: $(cat out)"
grep -q '^ttt,boa_fast_1_in_sample,' out || fail "no in-sample row: $(cat out)"
expect_status 0 analyze sharpening --run ttt --table rho --json
grep -q '"rho_nll_speedup":' out || fail "the sign's convention is not in the name: $(cat out)"
expect_status 0 analyze sharpening --run ttt --scored bon --table rho --nll sum --format csv
cp out first
expect_status 0 analyze sharpening --run ttt --scored bon --table rho --nll sum --format csv
cmp first out || fail "another answer the second time"
grep -q '^ttt,bon,2,all,12,2,' out || fail "no row of the last step: $(cat out)"

# Under the checkpoint that drew them the samples weigh the same.
expect_status 0 analyze sharpening --run ttt --scored bon --table forecast --format csv
sed -n 2p out | grep -Eq '^ttt,bon,0,12,2,.*,12,1,1,0,' || fail "weights: $(cat out)"
[ "$(sed -n 2p out | cut -d, -f6)" = "$(sed -n 2p out | cut -d, -f8)" ] || fail "$(cat out)"

expect_status 2 analyze sharpening --run ttt --table forecast
expect_status 2 analyze sharpening --run ttt --table nonsense
expect_status 2 analyze sharpening --run ttt --nll median
expect_status 2 run score --run bon
expect_status 3 run score --run bon --checkpoints-of absent
expect_status 3 run score --run absent --checkpoints-of ttt
