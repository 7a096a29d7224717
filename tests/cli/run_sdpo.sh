# Self-distillation: teacher and student score the same tokens by one call, both arrays are stored, and the update follows from them.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
run() {
    "$ROLLBOOK_BIN" run sdpo --tasks 4,12 --k 5 --case tiny --seed 5 --db r.db -q "$@" >out 2>err || fail "run sdpo $*: $(cat err)"
}
ask() { sqlite3 r.db "$1"; }
run --name study
run --name trl --recipe trl --steps 2
run --name base --teacher base --steps 2
run --name alone --prompt-only --learning-rate 0.2

# The recipes say what was not given.
setting() { ask "SELECT json_extract(config, '\$.$2.value') FROM run WHERE name = '$1'"; }
for row in "study distill live" "study distill_show first" "study loss importance_sampling" "study aggregation seq-sum-no-norm" \
    "study feedback_template feedback" "trl distill ema" "trl distill_show other" "trl loss cispo" "base distill base" "base distill_show first" \
    "alone distill_show none" "alone distill live"; do
    # shellcheck disable=SC2086
    set -- $row
    [ "$(setting "$1" "$2")" = "$3" ] || complain "$1: $2 is $(setting "$1" "$2"), not $3"
done

# Every rollout but those of the last step has a row of each role, of as many tokens at the temperature of sampling.
[ "$(ask "SELECT run.name, s.role, count(*), min(s.n_tokens = k.n_tokens AND s.temperature = r.logprob_temperature) FROM score s JOIN rollout r USING (rollout_id)
    JOIN run USING (run_id) JOIN rollout_tokens k USING (rollout_id) GROUP BY 1, 2" | tr '\n' ' ')" = "alone|student|10|1 alone|teacher|10|1 \
base|student|20|1 base|teacher|20|1 study|student|10|1 study|teacher|10|1 trl|student|20|1 trl|teacher|20|1 " ] || complain "rows of score: $(ask "SELECT * FROM v_score LIMIT 3")"
# The student is the policy that sampled; a teacher reads more and says something else.
[ "$(ask "SELECT count(*) FROM score s JOIN rollout_tokens k USING (rollout_id) WHERE s.role = 'student' AND s.logprobs <> k.logprobs")" = 0 ] ||
    complain "a student's log-probs are not those of sampling"
[ "$(ask "SELECT count(*) FROM score t JOIN score s USING (rollout_id) WHERE t.role = 'teacher' AND s.role = 'student' AND s.logprobs = t.logprobs")" = 0 ] ||
    complain "a teacher's log-probs are the student's"
# Who taught: the policy of the step; that of step 0; an average, which is no step's from step 1 on.
who="SELECT count(*) FROM score t JOIN rollout r USING (rollout_id) JOIN run USING (run_id) JOIN step p ON p.run_id = r.run_id AND p.step ="
[ "$(ask "$who r.step WHERE run.name = 'study' AND t.role = 'teacher' AND t.checkpoint_id = p.checkpoint_id")" = 10 ] || complain "live"
[ "$(ask "$who 0 WHERE run.name = 'base' AND t.role = 'teacher' AND t.checkpoint_id = p.checkpoint_id")" = 20 ] || complain "base"
[ "$(ask "SELECT count(*) FROM score t JOIN rollout r USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'trl' AND t.role = 'teacher' AND r.step = 1
    AND t.checkpoint_id IN (SELECT checkpoint_id FROM step)")" = 0 ] || complain "ema"
# Rewards are told, and nothing is learned from them.
[ "$(ask "SELECT count(*), count(advantage) FROM reward")" = "100|0" ] || complain "rewards: $(ask "SELECT count(*), count(advantage) FROM reward")"
# The update's loss, mean over sequences or tokens, from the stored arrays: ratio 1, so the sum of student - teacher.
python3 - <<'END' || complain "the loss is not what the stored log-probs make"
import json, sqlite3, struct
db = sqlite3.connect("r.db")
for run, mean in (("study", False), ("alone", False)):
    scores = {}
    for rollout, role, n, blob in db.execute(
            "SELECT s.rollout_id, s.role, s.n_tokens, s.logprobs FROM score s JOIN rollout r USING (rollout_id) JOIN run USING (run_id)"
            " WHERE run.name = ? AND r.step = 0", (run,)):
        scores.setdefault(rollout, {})[role] = struct.unpack("<%df" % n, blob)
    total = sum(s - t for x in scores.values() for s, t in zip(x["student"], x["teacher"]))
    (text,) = db.execute("SELECT update_metrics FROM step JOIN run USING (run_id) WHERE run.name = ? AND step = 0", (run,)).fetchone()
    loss = json.loads(text)["loss"]
    assert abs(loss - total) < 1e-5 * max(1, abs(total)), (run, loss, total)
END
"$ROLLBOOK_BIN" verify --db r.db >out 2>&1 || complain "verify: $(cat out)"

refuses() {
    words=$1
    shift
    status=0
    "$ROLLBOOK_BIN" run sdpo --tasks 4 --k 2 --case tiny --db new.db "$@" >out 2>err || status=$?
    { [ "$status" = 2 ] && grep -qF -e "$words" err; } || complain "run sdpo $*: $status $(cat err)"
    [ ! -e new.db ] || complain "run sdpo $* left a database"
}
refuses "--teacher: 'nobody' is not one of live, base, ema" --teacher nobody
refuses "--show: 'all' is not one of none, first, other" --show all
refuses "--recipe: 'mine' is neither study nor trl" --recipe mine
