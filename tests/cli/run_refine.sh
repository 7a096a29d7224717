# Conversations of several turns: links and windows, the same rows after kill -9, budgets, replay, merge, and what
# other analyses make of turns.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
of() {
    "$ROLLBOOK_BIN" sql -q --db "$1" --format csv "$2" | tail -n +2
}
# What a run drew and linked; times and what follows from them are measured anew in every run.
drawn="SELECT v.task, v.sample, v.turn, v.code_sha256, v.sum_logprob, c.shown, p.turn, p.sample, p.task_id = v.task_id
  FROM v_rollout v LEFT JOIN conversation_turn c USING (rollout_id) LEFT JOIN rollout p ON p.rollout_id = c.parent_id
  WHERE v.run = 'r' ORDER BY 1, 2, 3"
refine() {
    db=$1
    shift
    "$ROLLBOOK_BIN" run refine --db "$db" --tasks 4,28 --case tiny --seed 7 --name r -q "$@" >/dev/null
}
refine a.db --k 3 --turns 6 --history last-2
[ "$(of a.db "SELECT count(*), max(turn), count(DISTINCT code_sha256) > 20 FROM v_rollout")" = "36,5,1" ] || fail "not 36 turns"
of a.db "SELECT DISTINCT turn, shown FROM v_turn WHERE turn > 0 ORDER BY 1" >shown
printf '1,[0]\n2,"[0,1]"\n3,"[1,2]"\n4,"[2,3]"\n5,"[3,4]"\n' | cmp - shown || fail "shown: $(cat shown)"
[ "$(of a.db "SELECT count(*) FROM v_turn c JOIN v_turn p ON p.rollout_id = c.parent_id
    WHERE p.turn = c.turn - 1 AND p.sample = c.sample AND p.task = c.task")" = 30 ] || fail "parents are not the turns before"
# Feedback was given on every turn but the last, by its verdict, in one version; the next turn's prompt is that text.
[ "$(of a.db "SELECT count(*), count(DISTINCT feedback_sha256), sum(instr(feedback, '- status: ' || outcome) > 0) FROM v_turn
    WHERE feedback IS NOT NULL")" = "30,1,30" ] || fail "feedback"
[ "$(of a.db "SELECT count(*) FROM v_rollout v JOIN v_turn t USING (rollout_id) JOIN v_turn p ON p.rollout_id = t.parent_id
    WHERE v.prompt = p.feedback")" = 30 ] || fail "prompts are not the feedback"
# Every turn has its reward.
[ "$(of a.db "SELECT count(*) FROM v_reward WHERE recipe = 'speedup'")" = 36 ] || fail "rewards"
# The first turn is that of best-of-n.
"$ROLLBOOK_BIN" run best-of-n --db b.db --tasks 4,28 --k 3 --case tiny --seed 7 --name r -q >/dev/null
of a.db "SELECT task, sample, code_sha256 FROM v_rollout WHERE turn = 0 ORDER BY 1, 2" >first
of b.db "SELECT task, sample, code_sha256 FROM v_rollout ORDER BY 1, 2" | cmp - first || fail "another first turn"

# The best window follows the speedups that were measured, as the rule says.
refine best.db --k 3 --turns 6 --history best-2
of best.db "SELECT task, sample, turn, ifnull(speedup, 0), ifnull(shown, '') FROM v_turn ORDER BY 1, 2, 3" >turns
awk -F, '
    { gsub(/["\[\]]/, ""); key = $1 "," $2; score[key, $3] = $4 }
    $3 > 1 {
        best = -1
        for (i = 0; i + 1 < $3; i++)
            if (score[key, i] + score[key, i + 1] >= best) { best = score[key, i] + score[key, i + 1]; first = i }
        if ($5 != first || $6 != first + 1) { print "turn " $3 " of " key " was shown " $5 "," $6 ", not from " first; bad = 1 }
        n++
    }
    END { exit bad || n != 24 }' turns || fail "the best windows"

# Killed at any place, it goes on to the same conversations, where feedback tells no times.
printf 'Turn {{turn}}. {{verdict}}\n' >plain.md
refine c.db --k 3 --turns 6 --history last-2 --feedback plain.md
of c.db "$drawn" >want
for commits in 1 3 8 15 24 31; do
    rm -f k.db*
    "$ROLLBOOK_BIN" run refine --db k.db --tasks 4,28 --case tiny --seed 7 --name r --k 3 --turns 6 --history last-2 --feedback plain.md -q >/dev/null &
    pid=$!
    tries=0
    n=0
    while [ "${n:-0}" -lt "$commits" ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "nothing was evaluated"
        kill -0 $pid 2>/dev/null || break
        n=$(of k.db "SELECT count(*) FROM evaluation" 2>/dev/null)
    done
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    "$ROLLBOOK_BIN" run --resume r --db k.db -q >/dev/null 2>err || grep -q "is complete" err || fail "resume: $(cat err)"
    of k.db "$drawn" | cmp - want || fail "another run after kill -9 at $commits evaluations"
    [ "$(of k.db "SELECT count(*), count(DISTINCT rollout_id) FROM feedback")" = "30,30" ] || fail "feedback after kill -9"
done
"$ROLLBOOK_BIN" verify --db k.db --deep -q >/dev/null

# A conversation ends when its tokens are spent; the others go on.
refine t.db --k 4 --turns 8 --token-budget 1200 --history all
of t.db "SELECT x.turn, sum(v.prompt_tokens + v.completion_tokens) >= 1200,
           sum(CASE WHEN v.turn < x.turn - 1 THEN v.prompt_tokens + v.completion_tokens END) < 1200, max(v.turn) = x.turn - 1, x.reason
    FROM conversation_end x JOIN v_rollout v ON v.task_id = x.task_id AND v.sample = x.sample
    GROUP BY x.task_id, x.sample" >ends
[ "$(wc -l <ends)" -eq 8 ] || fail "ends: $(cat ends)"
! grep -v '^[0-9]*,1,1,1,tokens$' ends || fail "ends: $(cat ends)"
[ "$(of t.db "SELECT count(*) FROM v_turn WHERE end_reason = 'tokens'")" = 8 ] || fail "end_reason"

# A replay takes the same turns, also where conversations ended, and says the same of each.
"$ROLLBOOK_BIN" replay r --db t.db -q >out || fail "replay: $(cat out)"
[ "$(of t.db "SELECT count(*) FROM v_rollout a JOIN v_rollout b ON b.run = 'replay-r' AND b.task_id = a.task_id AND b.turn = a.turn
    AND b.sample = a.sample AND b.code_sha256 IS a.code_sha256 AND b.outcome = a.outcome WHERE a.run = 'r'")" = \
    "$(of t.db "SELECT count(*) FROM v_rollout WHERE run = 'r'")" ] || fail "the replay differs"

# Merging keeps conversations whole, and adds nothing twice.
"$ROLLBOOK_BIN" merge b.db t.db --prefix t- --out m.db -q >/dev/null
"$ROLLBOOK_BIN" merge m.db t.db --prefix t- -q --format csv >again
! grep -v ',0,' again | grep -v '^rows,' || fail "merged twice: $(cat again)"
for table in feedback conversation_turn conversation_end; do
    [ "$(of m.db "SELECT count(*) FROM $table")" = "$(of t.db "SELECT count(*) FROM $table")" ] || fail "merge lost rows of $table"
done
"$ROLLBOOK_BIN" verify --db m.db --deep -q >/dev/null

# Samples are counted once, by their last turn: K turns are not K samples.
"$ROLLBOOK_BIN" analyze summary --db a.db --run r --format csv >summary
grep -q '^r,reference,2,6,' summary || fail "turns are counted as samples: $(cat summary)"
"$ROLLBOOK_BIN" analyze turns --db a.db --run r --format csv >turns.csv
grep -q '^r,correct,NA,best,6,' turns.csv || fail "no sixth turn"
for turns in 1 6; do
    want=$(of a.db "SELECT sum(prompt_tokens + completion_tokens) / 6.0 FROM v_rollout WHERE turn < $turns")
    awk -F, -v turns=$turns -v want="$want" '$4 == "last" && $5 == turns { d = $NF - want; if (d < -1e-6 || d > 1e-6) exit 1; n++ } END { exit n != 3 }' \
        turns.csv || fail "tokens of $turns turns are not $want"
done
"$ROLLBOOK_BIN" report run --db a.db --run r -o r.pdf -q
if command -v pdftotext >/dev/null; then
    pdftotext -layout r.pdf - | grep -q "Turns of the conversations" || fail "no turns in the report"
    "$ROLLBOOK_BIN" report run --db b.db --run r -o b.pdf -q
    ! pdftotext -layout b.pdf - | grep -q "Turns of the conversations" || fail "turns in the report of single turns"
fi
# What a profiler saw goes into the feedback.
if command -v sqlite3 >/dev/null; then
    cp a.db p.db
    id=$(of p.db "SELECT evaluation_id FROM v_rollout WHERE correct = 1 ORDER BY 1 LIMIT 1")
    sqlite3 p.db "INSERT INTO profile_kernel (evaluation_id, position, name, device_us) VALUES ($id, 0, 'first', 100), ($id, 1, 'second', 300)"
    "$ROLLBOOK_BIN" prompt show --db p.db --template feedback \
        --rollout "$(of p.db "SELECT rollout_id FROM evaluation WHERE evaluation_id = $id")" >told
    grep -q '^- profile: kernel second (75 % of the time)' told || fail "no profile in: $(cat told)"
fi

# Pairs for fine-tuning are answers to prompts; an answer to feedback is none.
"$ROLLBOOK_BIN" export --db a.db --sft pairs.jsonl --run r >out 2>err
grep -qx "later turn: $(of a.db "SELECT count(*) FROM v_rollout WHERE turn > 0 AND correct")" err || fail "$(cat err)"
"$ROLLBOOK_BIN" export --db t.db --sft replayed.jsonl --run replay-r >out 2>err
grep -qx "later turn: $(of t.db "SELECT count(*) FROM v_rollout WHERE run = 'replay-r' AND turn > 0 AND correct")" err || fail "$(cat err)"
! grep -q 'status: ' pairs.jsonl || fail "feedback as a prompt"

# One turn, and the turns of a run, as "show" has them.
"$ROLLBOOK_BIN" show rollout "$(of a.db "SELECT min(rollout_id) FROM rollout WHERE turn = 3")" --db a.db >out
has '^shown *\[1,2\]'
has '^== feedback for later turns'
"$ROLLBOOK_BIN" show run r --db a.db >out
has '^== turns of conversations'
"$ROLLBOOK_BIN" show run r --db b.db >out
! grep -q '^== turns' out || fail "turns of a run without conversations"

# Wrong use.
"$ROLLBOOK_BIN" init w.db >/dev/null 2>&1
for wrong in "--turns 0" "--turns 1001" "--history last" "--history best-0" "--token-budget -1" "--feedback-lines 0" "--feedback no-such"; do
    status=0
    # shellcheck disable=SC2086
    refine w.db --k 1 $wrong 2>err || status=$?
    [ $status -eq 2 ] || fail "$wrong: status $status, $(cat err)"
    [ "$(of w.db "SELECT count(*) FROM run")" = 0 ] || fail "$wrong: a run was begun"
done
