# Analyses say the same with derived facts and without, and after rows were changed, removed or added by a plain sqlite3.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# Two strategies and a file whose samples have holes: turns, missing times, no evaluation, infra.
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 6 --case tiny --seed 3 --name bon -q --db x.db >/dev/null
"$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 3 --steps 2 --case tiny --seed 3 --name ttt -q --db x.db >/dev/null
sqlite3 x.db <<'SQL'
INSERT INTO run (name, strategy, status, config, argv, code_version, libraries, started_at)
VALUES ('odd', 'imported', 'complete', '{}', '[]', '', '{}', '');
CREATE TEMP TABLE many AS
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
SELECT i, (SELECT run_id FROM run WHERE name = 'odd') AS run_id, (SELECT min(task_id) FROM task) + i % 2 AS task_id FROM n;
INSERT INTO rollout (run_id, task_id, step, turn, sample, prompt_tokens, completion_tokens, sum_logprob, mean_logprob)
SELECT run_id, task_id, i / 40, i / 2 % 2, i / 4, CASE WHEN i % 7 THEN 100 END, CASE WHEN i % 5 THEN 200 + i * i END,
       CASE WHEN i % 3 THEN -i / 3.0 END, CASE WHEN i % 3 THEN -i / 3.0 / (200 + i * i) END
FROM many ORDER BY -i;
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, import_source_id, created_at)
SELECT r.rollout_id, CASE r.sample % 4 WHEN 0 THEN 'measured' WHEN 1 THEN 'mismatch' WHEN 2 THEN 'infra' ELSE 'compile' END,
       r.sample % 4 <> 3, r.sample % 4 = 0, NULL, ''
FROM rollout r JOIN run ON run.run_id = r.run_id AND run.name = 'odd' AND r.sample % 5 <> 4;
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at)
SELECT rollout_id, CASE WHEN rollout_id % 2 THEN 'infra' ELSE 'measured' END, rollout_id % 2 = 0, rollout_id % 2 = 0, ''
FROM rollout WHERE sample % 7 = 6 AND run_id = (SELECT run_id FROM run WHERE name = 'odd');
INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
SELECT e.evaluation_id, 'candidate', 'imported', 10.0 + r.sample, 'mean'
FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id JOIN run ON run.run_id = r.run_id
WHERE run.name = 'odd' AND e.correct;
INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic)
SELECT m.evaluation_id, 'baseline', 'reference', 'imported', CASE WHEN r.sample % 3 THEN 12.0 ELSE 14.5 END, 'mean'
FROM measurement m JOIN evaluation e ON e.evaluation_id = m.evaluation_id JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
WHERE run.name = 'odd' AND (r.sample + r.turn) % 8 AND r.sample <> 12;
SQL
without() { # the same database whose facts do not count
    cp x.db plain.db
    sqlite3 plain.db 'UPDATE fact_cell SET packed = NULL, data_id = NULL; DELETE FROM fact_data'
}
cells='SELECT run, task, step, n_rollouts, n_unscored, n, n_compiled, n_correct, n_timed, n_fast_1, best_speedup
FROM v_cell ORDER BY run, task, step'
printf '%s\n' 'fast-p --runs bon,odd' 'selection --run odd' 'compare --a bon --b ttt' 'cost --by-step --run odd,ttt' >few
{
    for command in summary scaling 'selection --rules all' trajectory 'compare --a bon --b' 'equivalent-k --base bon --run' \
        diversity sharpening sweep training cost failures; do
        for run in odd ttt; do
            case $command in
            *--rules*) echo "$command --run $run" ;;
            *--*) echo "$command $run" ;;
            *) echo "$command --run $run" ;;
            esac
        done
    done
    cat few
} >every
# Each command of a list, once from a database with facts and once from one without.
same() {
    without
    for database in x.db plain.db; do
        while read -r command; do
            echo "== $command"
            # shellcheck disable=SC2086 # words
            "$ROLLBOOK_BIN" analyze $command --db $database --format csv 2>&1 | sed "/another program changed/d; s/$database/DB/g" || :
        done <"${2:-few}"
        "$ROLLBOOK_BIN" figure failures --db $database --run odd,ttt -o f.pdf --csv f.csv -q >/dev/null || complain "$1: no figure"
        cat f.csv
        sqlite3 $database "$cells"
    done >all
    lines=$(wc -l <all)
    head -n $((lines / 2)) all >one
    tail -n $((lines / 2)) all | diff one - >difference || complain "$1: facts change the output: $(head -n 20 difference)"
    "$ROLLBOOK_BIN" verify --db x.db -q --format csv >out 2>err || : # of the changes some break other things
    grep -q '^facts,ok,' out || complain "$1: verify: $(cat out err)"
}
behind() { # what happened, how many cells are behind
    [ "$(sqlite3 x.db 'SELECT count(*) FROM v_stale')" -eq "$2" ] || complain "$1: stale: $(sqlite3 x.db 'SELECT * FROM v_stale')"
}
behind 'appended rows' 4
same 'appended rows' every
"$ROLLBOOK_BIN" verify --repair --db x.db -q >out || complain "repair: $(cat out)"
behind 'repaired' 0
same 'repaired' every
grep -q '^odd,' one || complain "nothing was analysed: $(cat one)"
[ "$(sqlite3 x.db 'SELECT sum(n) > 0 AND sum(n_unscored) > 0 AND sum(n_rollouts) > sum(n) + sum(n_unscored) FROM v_cell')" = 1 ] ||
    complain 'the odd run has no holes'
# Every way to change what the facts tell of.
change() {
    cp x.db kept.db
    sqlite3 x.db "$cells" >before
    sqlite3 x.db "$2"
    behind "$1" "$3"
    sqlite3 x.db "$cells" >after
    same "$1"
    cmp -s before after && complain "$1: it does not show"
    "$ROLLBOOK_BIN" ingest kernelbench more.json --level 1 --run-name more --db x.db -q >/dev/null || complain "$1: ingest"
    behind "$1, refreshed" 0
    same "$1, refreshed"
    cp kept.db x.db
}
printf '{"3": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.5}]}' >more.json
# What goes into another cell leaves two behind, and so does what REPLACE puts in place of a row of another one.
odd="(SELECT min(rollout_id) FROM rollout WHERE run_id = (SELECT run_id FROM run WHERE name = 'odd'))"
scored="(SELECT max(evaluation_id) FROM evaluation WHERE correct AND rollout_id >= $odd)"
# Of a busy machine's evaluations some have the baseline's time alone, which no fact tells of.
timed=$(sqlite3 x.db "SELECT min(measurement_id) FROM measurement WHERE subject = 'candidate'")
change 'a verdict' "UPDATE evaluation SET compiled = 0 WHERE evaluation_id = (SELECT min(evaluation_id) FROM evaluation WHERE compiled)" 1
change 'a time' "UPDATE measurement SET runtime_us = runtime_us / 100 WHERE measurement_id = $timed" 1
change 'a step' "UPDATE rollout SET step = 7 WHERE rollout_id = (SELECT max(rollout_id) FROM rollout)" 2
change 'an evaluation of another rollout' "UPDATE evaluation SET rollout_id = $odd WHERE evaluation_id = 1" 2
change 'a time of another evaluation' "UPDATE measurement SET evaluation_id = (SELECT evaluation_id FROM evaluation WHERE rollout_id >= $odd
    AND evaluation_id NOT IN (SELECT evaluation_id FROM measurement) LIMIT 1) WHERE measurement_id = $timed" 2
change 'a rollout that goes' "DELETE FROM rollout WHERE rollout_id = 1" 1
change 'the last rollout, and another in its place' "DELETE FROM rollout WHERE rollout_id = (SELECT max(rollout_id) FROM rollout);
    INSERT INTO rollout (run_id, task_id, step, sample) SELECT run_id, 2, 9, 900 FROM run WHERE name = 'bon'" 2
change 'an evaluation that goes' "DELETE FROM evaluation WHERE evaluation_id = 3" 1
change 'a time that goes' "DELETE FROM measurement WHERE measurement_id = $timed" 1
change 'a late evaluation' "INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) VALUES (1, 'compile', 0, 0, '')" 1
change 'a late time' "INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
    SELECT e.evaluation_id, 'baseline', 'imported', 500, 'mean' FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
    WHERE r.sample = 12 AND r.turn = 1 AND e.rollout_id >= $odd LIMIT 1" 1
change 'a new rollout' "INSERT INTO rollout (run_id, task_id, step, sample) SELECT run_id, 1, 0, 900 FROM run WHERE name = 'bon'" 1
change 'a rollout key that moves' "UPDATE rollout SET rollout_id = 5000, sample = 77 WHERE rollout_id = 2" 1
change 'a hole that is filled' "DELETE FROM rollout WHERE rollout_id = 1;
    INSERT INTO rollout (rollout_id, run_id, task_id, step, sample) VALUES (1, 1, 1, 3, 3)" 2
change 'a rollout in place of another by key' "INSERT OR REPLACE INTO rollout (rollout_id, run_id, task_id, step, sample)
    SELECT 1, run_id, 2, 9, 900 FROM run WHERE name = 'odd'" 2
change 'a rollout in place of another by sample' "INSERT OR REPLACE INTO rollout (run_id, task_id, step, turn, sample)
    SELECT run_id, task_id, step, turn, sample FROM rollout WHERE rollout_id = 1" 1
change 'an evaluation in place of another' "INSERT OR REPLACE INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, created_at)
    VALUES (1, $odd, 'compile', 0, 0, '')" 2
change 'a time in place of another by key' "INSERT OR REPLACE INTO measurement (measurement_id, evaluation_id, subject, method, runtime_us, statistic)
    VALUES ($timed, $scored, 'candidate', 'imported', 3, 'mean')" 2
change 'a time in place of another by subject' "INSERT OR REPLACE INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
    VALUES ($scored, 'candidate', 'imported', 3, 'mean')" 1
change 'a rollout moved onto another' "UPDATE OR REPLACE rollout SET rollout_id = 1 WHERE rollout_id = $odd" 2
change 'an evaluation moved onto another' "UPDATE OR REPLACE evaluation SET evaluation_id = 1 WHERE evaluation_id = $scored" 2
change 'a time moved onto another' "UPDATE OR REPLACE measurement SET measurement_id = $timed WHERE evaluation_id = $scored AND subject = 'candidate'" 2
# What confirms another evaluation is told beside it and does not take its place.
cp x.db kept.db
sqlite3 x.db "INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at, purpose)
    VALUES (3, 'mismatch', 1, 0, '', 'confirm'), (4, 'infra', 0, 0, '', 'confirm')"
behind 'confirmed' 1
same 'confirmed'
[ "$(sqlite3 x.db "SELECT v.rollout_id, confirmed_speedup, purpose IS NULL FROM v_rollout v JOIN evaluation USING (evaluation_id)
    WHERE v.rollout_id IN (3, 4) ORDER BY 1" | tr '\n' ' ')" = '3|0.0|1 4||1 ' ] || complain "confirmed: $(sqlite3 x.db 'SELECT * FROM v_rollout WHERE rollout_id IN (3, 4)')"
cp kept.db x.db
# Damaged facts are named, and made anew.
sqlite3 x.db "UPDATE fact_cell SET n_correct = n_correct + 1 WHERE n = (SELECT max(n) FROM fact_cell)"
status=0
"$ROLLBOOK_BIN" verify --db x.db >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "wrong counts: status $status"
grep -q 'facts of .*: *' out || grep -q 'facts of' out || complain "wrong counts: $(cat out)"
sqlite3 x.db "UPDATE fact_data SET columns = substr(columns, 1, length(columns) / 2)"
status=0
"$ROLLBOOK_BIN" analyze fast-p --run odd --db x.db >out 2>err || status=$?
[ "$status" -eq 4 ] && grep -qF 'verify --repair' err || complain "cut facts: status $status: $(cat err)"
"$ROLLBOOK_BIN" verify --repair --db x.db -q >out || complain "repairing cut facts: $(cat out)"
same 'repaired again'
# Nothing that is derived is part of what the file says.
without
[ "$("$ROLLBOOK_BIN" id --db x.db)" = "$("$ROLLBOOK_BIN" id --db plain.db)" ] || complain 'facts change the logical hash'
