# declare: what a study will do, held against what was done; never changed, only amended.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=study.db
cat >study.json <<'END'
{"estimand": "sample", "methods": ["best-of-n", "ttt"], "budget": 6, "seeds": [1, 2], "tasks": ["l1/4", "l1/5"], "looks": 2,
 "stopping": "after two seeds"}
END
# Power before anything is spent: nothing is declared by it, and two tasks can find nothing.
expect_status 0 declare study --from study.json --power --rate 0.3 --spread 0.1 --effects 0.5 --format csv
has '^0.5,0,0,2,2,6,0.025,0.5$'
[ ! -e study.db ] || fail "declare --power made a database"
expect 0 init
rows "SELECT count(*) FROM v_declaration" "0\n"
expect_status 0 declare big --estimand sample --methods a,b --budget 64 --seeds 1,2,3 --tasks 1,2,3,4,5,6,7,8,9,10,11,12 --stopping x \
    --power --rate 0.3 --spread 0.1 --effects 0,0.05,0.3 --replicates 400 --format csv
awk -F, 'NR > 1 { p[$1] = $2 } END { exit !(p[0] <= 0.1 && p["0.3"] >= 0.99 && p["0.05"] > p[0] && p["0.05"] < p["0.3"]) }' out ||
    fail "power does not grow with the effect, or the null is not kept: $(cat out)"

expect 0 declare study --from study.json
expect 0 run best-of-n --tasks 4,5 --case tiny --k 6 --seed 1 --name b1 -q --declaration study
expect 0 run best-of-n --tasks 4,5 --case tiny --k 6 --seed 2 --name b2 -q --declaration study --method best-of-n
expect 0 run ttt --tasks 4,5 --case tiny --k 3 --steps 1 --seed 1 --name t1 -q --declaration study
expect 0 run ttt --tasks 4,5 --case tiny --k 3 --steps 1 --seed 2 --name t2 -q --declaration study
expect 0 analyze declaration --name study --look 1 --format csv
grep -q ',true,' out && fail "a departure where there is none: $(cat out)"
grep -q '^difference,ttt - best-of-n,"sample, p_holm at 0.025",.*,student-t,.*,2$' out || fail "no test: $(cat out)"

# A look is stored, and is the last word on which look this is; nothing is spent by asking.
expect_status 0 declare look --name study --format csv
has '^looks,NA,"2, each at 0.025",this is look 1,false'
rows "SELECT declaration, version, number, declared_looks, n_rollouts, alpha_spent, n_rejected FROM v_look" "study,1,1,2,48,0.025,0\n"
rows "SELECT json_extract(runs, '$.ttt[1]'), json_extract(statistic, '$[0].method'), json_extract(statistic, '$[0].n_tasks'), length(data_sha256) FROM v_look" \
    "t2,ttt,2,64\n"
"$ROLLBOOK_BIN" sql --format csv "SELECT json_extract(statistic, '$[0].difference') FROM v_look" | tail -n 1 >stored
expect_status 0 analyze declaration --name study --format csv
has '^look,NA,"2 at most, at 0.025","look 1, 2.* 0 of 1 nulls rejected; data .*",false,.*,48$'
grep '^difference' out | grep -qF -e "$(cut -c1-12 stored)" || complain "the stored statistic is not that of the table: $(cat stored out)"
expect 2 declare look --name study --look 1

# The report says so, and speaks in words.
if command -v pdftotext >/dev/null; then
    expect 0 report ttt-vs-bon -o report.pdf
    pdftotext report.pdf - | tr -d '\f' | tr '\n' ' ' >page
    for words in "Declared before: study (version 1, 4 of 4 runs)" "look 1 of 2 at study, 2" "2 tasks are too few to reach p <= .05" \
        "Common budget: B = 6 rollouts" "Grammar policy:" "CPU times:" "Few tasks: 2 are too few"; do
        grep -qF "$words" page || complain "the report does not say '$words': $(cat page)"
    done
fi

# Departures: one look more, an amendment after runs began, another seed, another task, another budget, runs that do not refer to it.
expect 0 declare study --estimand sample --methods best-of-n,ttt --budget 6 --seeds 1,3 --tasks 4,5 --looks 2 --stopping "after two seeds" \
    --amend "seed 2 was taken"
expect 0 run best-of-n --tasks 4,12 --case tiny --k 5 --seed 3 --name b3 -q
expect 0 analyze declaration --name study --methods best-of-n=b1,b3,ttt=t1,t2 --look 3 --format csv
departs() {
    grep -q "$1" out || complain "no departure '$1' in: $(cat out)"
}
departs '^amendment,NA,version 2,.* changed seeds, AFTER a run began: seed 2 was taken",true'
departs '^looks,NA,"2, each at 0.025",this is look 3,true'
departs '^seeds,ttt,"1, 3","1, 2",true'
departs '^seeds,best-of-n,"1, 3","1, 3",false'
departs '^tasks,best-of-n,2,1 of them by every run; not by every run: l1/5; not declared: l1/12,true'
departs '^budget,best-of-n,6,"5 to 6 rollouts per task and run, 0 missing",true'
departs '^declared before the run,best-of-n,every run,not said by b3,true'
departs '^common budget,NA,6,5,true'
rows "SELECT name, version, is_standing, seeds, n_runs FROM v_declaration ORDER BY version" 'study,1,0,"[1,2]",4\nstudy,2,1,"[1,3]",0\n'

# Looks beyond those declared are departures, and the data that was seen has another hash.
expect 0 declare look --name study --methods best-of-n=b1,b3,ttt=t1,t2
expect 0 declare look --name study
expect 0 analyze declaration --name study --format csv
departs '^look,NA,"2 at most, at 0.025","look 3, .*",true'
rows "SELECT count(*), count(DISTINCT data_sha256), max(number) FROM v_look" "3,2,3\n"

# Runs that are there are attached; what was stored before the declaration departs.
sleep 1 # times are in seconds
expect 0 declare late --from study.json
cat >map.json <<'JSON'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "compiled": "/ok", "correct": "/ok",
 "runtime_us": "/us", "baseline_us": "/base"}}
JSON
for task in 4 5; do
    printf '{"level": 1, "problem": %s, "sample": 0, "ok": true, "us": 5, "base": 10}\n' "$task"
done >rows.jsonl
sleep 1
expect 0 ingest jsonl rows.jsonl --map map.json --run-name imported
expect 0 declare attach late --run imported --method ttt
rows "SELECT declaration, version, method, attached_at >= declared_at FROM v_declared_run WHERE run = 'imported'" "late,1,ttt,1\n"
expect 0 declare attach late --run b3 --method best-of-n
expect 0 analyze declaration --name late --format csv
departs '^declared before the run,best-of-n,every run,stored before it was declared: b3,true'
departs '^declared before the run,ttt,every run,"attached, when it was made is not known: imported",false'
expect 2 declare attach study --run imported --method ttt
said "already refers to declaration 'late'"
expect 2 declare attach study --run imported --method sdpo
expect 3 declare attach study --run nobody --method ttt
expect 2 declare attach study --method ttt

# Nothing is changed: not by us, not by SQL.
expect 2 declare study --from study.json
said "declared already"
expect 2 declare study --estimand sample --methods best-of-n,ttt --budget 6 --seeds 1,3 --tasks 4,5 --looks 2 --stopping "after two seeds" --amend why
said "nothing is amended"
expect 2 declare other --from study.json --amend why
said "to amend"
if command -v sqlite3 >/dev/null; then
    for change in "DELETE FROM declaration" "UPDATE declaration SET alpha = 0.4" "DELETE FROM look" "UPDATE look SET n_rejected = 1"; do
        sqlite3 study.db "$change" >out 2>&1 && complain "$change goes through"
    done
fi
expect 2 run best-of-n --tasks 4 --case tiny --k 1 --name x -q --declaration study --method sdpo
said "has no method 'sdpo'"
expect 2 run best-of-n --tasks 4 --case tiny --k 1 --name x -q --method ttt
expect 3 run best-of-n --tasks 4 --case tiny --k 1 --name x -q --declaration nothing
expect 3 analyze declaration --name nothing

# A merge carries it.
expect 0 init empty.db
expect 0 merge study.db empty.db --out merged.db
ROLLBOOK_DB=merged.db rows "SELECT count(*), count(attached_at), (SELECT count(*) FROM v_look) FROM v_declared_run" "6,2,3\n"

# Bad files name file and member.
bad() {
    printf '%s' "$1" >bad.json
    expect 4 declare bad --from bad.json
    said "bad.json"
    said "$2"
}
bad '{"estimand": "mean"}' "estimand 'mean' is not known"
bad '{"estimand": "sample", "luck": 1}' "'luck' is not a member"
bad '{"estimand": "sample", "budget": 0}' "budget is 1 to"
bad '{"estimand": "sample", "budget": 1, "stopping": "x", "methods": ["a"], "tasks": ["l1/4"], "seeds": [1]}' "two or more"
bad '{"estimand": "sample", "budget": 1, "stopping": "x", "methods": ["a", "b"], "tasks": ["l1/4", "l1/4"], "seeds": [1]}' "twice"
bad '{"estimand": "sample", "budget": 1, "stopping": "x", "methods": ["a", "b"], "tasks": ["l1/4"], "seeds": [1.5]}' "not an integer"
bad '{"estimand": "sample", "alpha": 0.7}' "alpha must be between"
bad '[1' "bad.json:1"
