# A language model judges stored rollouts: its numbers become rows, unreadable answers are asked
# again and recorded, nothing known is asked, and a killed call is continued.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/dialect_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
host=http://127.0.0.1:$(cat port)
export ROLLBOOK_DB=a.db
is() {
    got=$("$ROLLBOOK_BIN" sql -q --format csv "$2" | tail -n +2)
    [ "$got" = "$1" ] || { echo "$2 gives $got, not $1"; exit 1; }
}
judge() {
    model=$1
    shift
    "$ROLLBOOK_BIN" judge --run bon --policy-config "{\"base_url\":\"$host/vllm/v1\",\"model\":\"judge-$model\",\"key_env\":\"TEST_KEY\"}" \
        --format csv "$@" >out 2>err
}
field() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == 2 { print $at }' out
}
TEST_KEY=sk-very-secret-4711
export TEST_KEY
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 4 --seed 7 --case tiny --name bon -q

# The question holds task, reference and candidate; the answer is a row with its setup.
judge fair || { cat err; exit 1; }
[ "$(field n_judged)/$(field n_malformed)/$(field n_requests)/$(field n_known)" = 8/0/8/0 ] || { cat out; exit 1; }
is "8,0.9,1,reads well,1,0" "SELECT count(*), min(correctness), min(compilability), min(reason), max(tries), sum(malformed) FROM v_judge"
is 1 "SELECT instr(p.text, c.text) > 0 AND instr(p.text, 'The reference kernel') > 0 FROM judge j JOIN blob p ON p.blob_id = j.prompt_blob_id
      JOIN rollout r USING (rollout_id) JOIN blob c ON c.blob_id = r.code_blob_id LIMIT 1"
is "judge/default,1,8" "SELECT template, json_extract(config, '\$.temperature'), (SELECT count(*) FROM judge_attempt WHERE status = 200) FROM judge_setup"
is "vllm" "SELECT server ->> 'server' FROM judge_setup"

"$ROLLBOOK_BIN" show rollout 1 | grep -q 'judge-fair.*reads well'

# Nothing is asked twice; another temperature is another question.
: >log.jsonl
judge fair
[ "$(field n_known)/$(field n_requests)" = 8/0 ]
[ ! -s log.jsonl ]
judge fair --temperature 0.5 --limit 3
[ "$(field n_judged)/$(field n_left)" = 3/5 ]
judge fair --temperature 0.5
[ "$(field n_known)/$(field n_judged)" = 3/5 ]

# Fences, text and numbers as text are overlooked and noted; what was thought before is not the answer.
judge fenced
is "0.75,text around; number as text" "SELECT DISTINCT correctness, replace(repairs, ',', ';') FROM v_judge WHERE judge = 'judge-fenced'"

# What cannot be read is asked again with another seed, then recorded with the raw answer.
: >log.jsonl
judge words --tries 2
[ "$(field n_judged)/$(field n_malformed)/$(field n_requests)" = 8/8/16 ] || { cat out; exit 1; }
is "8,2,no JSON object with scores,NA" "SELECT sum(malformed), max(tries), max(problem), max(correctness) FROM v_judge WHERE judge = 'judge-words'"
is "I am quite sure that it is correct." "SELECT DISTINCT b.text FROM judge j JOIN blob b ON b.blob_id = j.answer_blob_id JOIN model m USING (model_id)
      WHERE m.name = 'judge-words'"
[ "$(python3 -c "import json; print(len({json.loads(l)['request']['seed'] for l in open('log.jsonl')}))")" = 16 ]
judge words --tries 2
[ "$(field n_known)/$(field n_requests)" = 8/0 ]
judge range --limit 1
is "speed is 7; not from 0 to 1" "SELECT replace(problem, ',', ';') FROM v_judge WHERE judge = 'judge-range'"
judge broken --limit 1 --tries 1
is 1 "SELECT sum(malformed) FROM v_judge WHERE judge = 'judge-broken'"
judge late
is "8,2,0" "SELECT count(*), max(tries), sum(malformed) FROM v_judge WHERE judge = 'judge-late'"
is 1 "SELECT count(DISTINCT problem) FROM judge_attempt a JOIN judge_setup s USING (judge_setup_id) JOIN model m USING (model_id)
      WHERE m.name = 'judge-late' AND problem IS NOT NULL"

# What was said is held against what was found.
"$ROLLBOOK_BIN" analyze judge --run bon --table counts --format csv >out
grep -q '^bon,judge-words,judge/default,[0-9a-f]*,8,8,8,1,' out || { cat out; exit 1; }
"$ROLLBOOK_BIN" analyze judge --run bon --format csv >out
[ "$(awk -F, '$2 == "judge-late" && $3 == "compilability" && $4 == "mean_confidence" { print $5 "/" $12 }' out)" = 1/8 ] || { cat out; exit 1; }
! grep -q judge-words out || { echo "malformed answers are in the scores"; exit 1; }
"$ROLLBOOK_BIN" analyze judge --run bon --table confusion --format csv >out
correct=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT sum(correct) FROM v_rollout" | tail -1)
grep -q "^bon,judge-late,correctness,correct,8,$correct,$((8 - correct)),0,0,recall,1,$correct," out || { cat out; exit 1; }
"$ROLLBOOK_BIN" analyze judge --run bon --table confusion --cut 0.9 --format csv >out
grep -q "^bon,judge-late,correctness,correct,8,0,0,$correct,$((8 - correct)),recall,0,$correct," out || { cat out; exit 1; }
"$ROLLBOOK_BIN" analyze judge --run bon --table rank --format csv >out
grep -q "^bon,judge-late,pooled,NA," out # one number says nothing about ranks
"$ROLLBOOK_BIN" analyze calibration --run bon --stated judge-correctness --format csv >out

# Rewards of stored rollouts: the composite is what the formula says, with the judges' mean; an update's stay.
# A right candidate whose times are too noisy has none.
rewarded="count(*) - sum(correct AND speedup IS NULL) FROM v_rollout WHERE run"
"$ROLLBOOK_BIN" run reward --run bon --reward composite:a=0.1,b=0.3,lambda=0.5 --format csv >out
n=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT $rewarded = 'bon'" | tail -1)
grep -q "^bon,\"composite:a=0.1,b=0.3,lambda=0.5\",8,$n,0,$((8 - n)),$n\$" out || { cat out; exit 1; }
is 0 "SELECT count(*) FROM v_reward w JOIN v_rollout v USING (rollout_id) WHERE w.recipe = 'composite:a=0.1,b=0.3,lambda=0.5' AND
      abs(value - (0.1 * v.compiled + 0.3 * v.correct + min(coalesce(v.speedup, 0), 3) + 0.5 * (SELECT avg(mean_score) FROM v_judge j WHERE j.rollout_id = v.rollout_id))) > 1e-12"
"$ROLLBOOK_BIN" run reward --run bon --reward speedup -q >/dev/null
is 0 "SELECT count(*) FROM v_reward w JOIN v_rollout v USING (rollout_id) WHERE w.recipe = 'speedup' AND abs(value - coalesce(v.speedup, 0)) > 1e-12"

# A run asks its judge before it rewards a step, and learns from its opinion.
"$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 4 --steps 1 --seed 7 --case tiny --name ttt -q --reward composite:lambda=2 \
    --judge-config "{\"base_url\":\"$host/vllm/v1\",\"model\":\"judge-fair\"}" >/dev/null
n=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT $rewarded = 'ttt'" | tail -1)
kept=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT $rewarded = 'ttt' AND step = 0" | tail -1)
is "$n,$n,0" "SELECT count(*), count(j.mean_score), sum(abs(w.value - (v.compiled + v.correct + min(coalesce(v.speedup, 0), 3) + 2 * j.mean_score)) > 1e-12)
      FROM v_reward w JOIN v_rollout v USING (rollout_id) JOIN v_judge j USING (rollout_id) WHERE w.run = 'ttt'"
"$ROLLBOOK_BIN" run reward --run ttt --reward composite:lambda=2 --format csv >out
grep -q "^ttt,composite:lambda=2,16,$n,$kept,$((16 - n)),$n\$" out || { cat out; exit 1; }
status=0
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 1 --name no --reward speedup --judge-config "{\"base_url\":\"$host/vllm/v1\"}" 2>err || status=$?
[ $status -eq 2 ]
grep -q 'by --reward composite' err

# A server that does not answer ends the call with its words; nothing is recorded as an opinion.
status=0
judge refuse || status=$?
[ $status -eq 4 ]
grep -q 'I judge nobody' err
is "0" "SELECT count(*) FROM v_judge WHERE judge = 'judge-refuse'"

# Killed under way, the next call asks about what is missing: at most what was under way comes twice.
: >log.jsonl
slow="{\"base_url\":\"$host/vllm/v1\",\"model\":\"judge-slow\",\"max_in_flight\":1}"
"$ROLLBOOK_BIN" judge --run bon --policy-config "$slow" -q >/dev/null 2>&1 &
pid=$!
tries=0
while [ "$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_judge WHERE judge = 'judge-slow'" | tail -1)" -lt 2 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "no judgement came"; exit 1; }
    sleep 0.02
done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
sleep 0.5
stored=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_judge WHERE judge = 'judge-slow'" | tail -1)
[ "$stored" -lt 8 ] || { echo "killed too late: the test proved nothing"; exit 1; }
"$ROLLBOOK_BIN" judge --run bon --policy-config "$slow" --format csv >out
[ "$(field n_known)/$(field n_judged)" = "$stored/$((8 - stored))" ] || { cat out; exit 1; }
[ "$(wc -l <log.jsonl)" -le 9 ]
is "8,8" "SELECT count(*), count(DISTINCT rollout_id) FROM v_judge WHERE judge = 'judge-slow'"

# Nobody and nothing to ask about.
status=0
"$ROLLBOOK_BIN" judge --run bon --policy builtin --policy-config '{}' 2>err || status=$?
[ $status -eq 2 ]
status=0
judge fair --tries 0 || status=$?
[ $status -eq 2 ]
status=0
judge fair --template zero-shot || status=$?
[ $status -eq 2 ]
grep -q 'does not show the candidate' err
status=0
"$ROLLBOOK_BIN" judge --run nobody --policy-config "{\"base_url\":\"$host/vllm/v1\"}" 2>err || status=$?
[ $status -eq 3 ]

# Two judgements that differ in nothing but their setup survive a merge, once.
"$ROLLBOOK_BIN" init -q b.db
"$ROLLBOOK_BIN" merge -q b.db a.db >/dev/null
"$ROLLBOOK_BIN" merge -q b.db a.db >/dev/null
for table in judge judge_setup judge_attempt; do
    a=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM $table" --db a.db | tail -1)
    b=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM $table" --db b.db | tail -1)
    [ "$a" = "$b" ] || { echo "merged $table: $b of $a"; exit 1; }
done
"$ROLLBOOK_BIN" verify --db b.db -q >/dev/null
! grep -q very-secret a.db a.db-wal 2>/dev/null
