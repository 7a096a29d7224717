# A study by one command: declared before its first run, each method within the common budget, killed and repeated to its end, told from its rows.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
study="study run s --tasks 19,20 --held 4,12 -k 4 --ttt-steps 1 --seeds 1,2 --case tiny --teacher-k 3 --group 2 -q"
ask() { sqlite3 r.db "$1"; }
# shellcheck disable=SC2086
"$ROLLBOOK_BIN" $study --db r.db >out 2>err &
pid=$!
tries=0
until [ "$(ask "SELECT count(*) FROM evaluation" 2>/dev/null || echo 0)" -ge 40 ] 2>/dev/null; do
    kill -0 "$pid" 2>/dev/null || break
    tries=$((tries + 1))
    [ "$tries" -lt 6000 ] || fail "no rows: $(cat err)"
    sleep 0.02
done
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
before=$(ask "SELECT count(*) FROM run WHERE status = 'complete'")
[ "$before" -lt 16 ] || fail "it was done before it was killed: the test proved nothing"
"$ROLLBOOK_BIN" study report s --db r.db >out 2>err && fail "a report of half a study"
grep -q "the study is not complete" err || complain "report of half a study: $(cat err)"
# shellcheck disable=SC2086
"$ROLLBOOK_BIN" $study --db r.db >out 2>err || fail "again: $(cat err)"
[ "$(ask "SELECT count(*), sum(status = 'complete') FROM run")" = "16|16" ] || complain "runs: $(ask "SELECT name, status FROM run")"
# Seed by seed: what is cut short has whole comparisons.
[ "$(ask "SELECT (SELECT max(run_id) FROM run WHERE name LIKE 's-%-1') < (SELECT min(run_id) FROM run WHERE name LIKE 's-%-2')")" = 1 ] || complain "phase by phase: $(ask "SELECT name FROM run ORDER BY run_id")"
# Every method has the budget: 2 tasks x 4 rollouts a run.
for method in best-of-n ttt sdpo sdpo-prompt trained; do
    [ "$(ask "SELECT count(*) FROM rollout JOIN run USING (run_id) WHERE run.name IN ('s-$method-1', 's-$method-2')")" = 16 ] || complain "$method has not its budget"
done
# What begins with a trained policy, and what does not.
[ "$(ask "SELECT json_extract(config, '\$.from.value') FROM run WHERE name = 's-trained-2'")" = s-rlvr-2 ] || complain "trained begins elsewhere"
[ "$(ask "SELECT json_extract(config, '\$.from.value') FROM run WHERE name = 's-rlvr-1'")" = s-sft-1 ] || complain "rlvr begins elsewhere"
[ "$(ask "SELECT json_extract(config, '\$.from.value') IS NULL FROM run WHERE name = 's-ttt-1'")" = 1 ] || complain "ttt begins elsewhere"
# It was declared before, and nothing departs from it.
"$ROLLBOOK_BIN" analyze declaration --name s --db r.db --format csv -q >out 2>err || complain "declaration: $(cat err)"
! grep -E "^(seeds|tasks|budget|declared before the run|common budget),.*,true," out || complain "departures"
# Winners are timed again: one a task and run at most.
[ "$(ask "SELECT count(*) > 10 AND count(*) <= 20 AND count(*) = count(DISTINCT rollout_id) FROM evaluation WHERE purpose = 'confirm'")" = 1 ] || complain "confirmed: $(ask "SELECT count(*) FROM evaluation WHERE purpose = 'confirm'")"
mkdir figures copy
"$ROLLBOOK_BIN" study report s --full --figures figures --db r.db >report.md 2>err || fail "report: $(cat err)"
[ "$(grep -c '^## ' report.md)" = 17 ] || complain "$(grep '^## ' report.md)"
! grep "NA: .*ended with status" report.md || complain "a command of the report failed: $(cat err)"
[ "$(find figures -name 'f[1-5]-*.svg' | wc -l)" = 5 ] || complain "figures: $(ls figures)"
grep -q "supports no claim about a language model's surprisal" report.md || complain "the report does not say what a grammar policy cannot show"
# The same rows give the same report, elsewhere and with one thread.
"$ROLLBOOK_BIN" export --snapshot copy/copy.db --db r.db -q >out
(cd copy && mkdir figures && ROLLBOOK_THREADS=1 "$ROLLBOOK_BIN" study report s --full --figures figures --db copy.db >report.md 2>err) || complain "report of a copy: $(cat copy/err)"
cmp -s report.md copy/report.md || complain "a copy gives another report: $(diff report.md copy/report.md | head -3)"
diff -r figures copy/figures >out || complain "a copy gives other figures: $(head -1 out)"
# A verdict says what the declared table says.
"$ROLLBOOK_BIN" analyze declaration --name s --db r.db --format csv -q >pairs.csv
points=$(awk -F, '$2 == "ttt - best-of-n" { printf "%+.3g points", 100 * $(NF - 5) }' pairs.csv)
grep "^C1 |" report.md | grep -qF -e "$points" || complain "C1 is not '$points': $(grep "^C1 |" report.md)"
[ "$(grep -c '^C[123][ab]* | .* | \(supported\|contradicted\|undecided\|not supported\) | ' report.md)" = 4 ] || complain "$(grep '^C' report.md)"
# Repeated it does nothing, asked otherwise it says what differs.
# shellcheck disable=SC2086
"$ROLLBOOK_BIN" $study --db r.db >out 2>err || complain "a third time: $(cat err)"
[ "$(ask "SELECT count(*) FROM run")" = 16 ] || complain "a third time made runs"
refuses() {
    words=$1
    shift
    status=0
    "$ROLLBOOK_BIN" study run "$@" --case tiny --db r.db -q >out 2>err || status=$?
    { [ "$status" = 2 ] && grep -qF -e "$words" err; } || complain "study run $*: $status $(cat err)"
}
refuses "declared with other seeds" s --tasks 19,20 --held 4,12 -k 4 --ttt-steps 1 --seeds 1,3
refuses "--seed: the study says it" t --tasks 19,20 --held 4,12 -k 4 --ttt-steps 1 --seed 4
refuses "is not one of sample, best-of-b, log-best-of-b" t --tasks 19,20 --held 4,12 -k 4 --ttt-steps 1 --estimand best
refuses "a multiple of both" t --tasks 19,20 --held 4,12 -k 6
refuses "name the held-out tasks" t --tasks 19,20 -k 4
refuses "'x' is not a seed" t --tasks 19,20 --held 4 -k 4 --seeds x
