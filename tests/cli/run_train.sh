# run sft, run train, --from: what is learned from, what is only evaluated, and where a run begins.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

command -v sqlite3 >/dev/null || {
    echo "skipped: no sqlite3"
    exit 77
}
export ROLLBOOK_DB=t.db
run() {
    "$ROLLBOOK_BIN" run "$@" --case tiny >out 2>err || fail "run $*: $(cat err)"
}
is() { # QUERY LINES
    sqlite3 t.db "$1" >got
    printf '%b' "$2" >want
    cmp -s got want || complain "$1 gives:
$(cat got)
not:
$(cat want)"
}
# Nothing of the times enters these rewards.
reward="--reward composite:c=0,lambda=0"

run best-of-n --tasks 19,20,22 --k 24 --seed 3 --name teacher -q
run sft --teacher teacher --tasks 19,20 --held 22 --epochs 3 --batch 5 --eval-every 4 --eval-k 3 --held-out 0.25 \
    --schedule linear --weight-decay 0.01 --name sft
said '24 held out'

# Each rollout of the teacher has its row, with the first reason against it.
is "SELECT count(*), sum(part = 'left out' AND reason = 'held out') FROM v_demonstration WHERE run = 'sft'" '72|24\n'
is "SELECT count(*) FROM v_demonstration d JOIN v_rollout o USING (rollout_id)
    WHERE (d.task = 'l1/22') <> (d.reason IS 'held out') OR (d.reason IS 'not correct') <> (o.correct = 0 AND d.task <> 'l1/22')
       OR (d.reason IS NULL AND o.correct <> 1)" '0\n'
is "SELECT count(*) - count(DISTINCT o.task || o.completion) FROM v_demonstration d JOIN v_rollout o USING (rollout_id) WHERE d.part <> 'left out'" '0\n'
is "SELECT (SELECT count(DISTINCT task || completion) FROM v_rollout WHERE correct = 1 AND task <> 'l1/22') = sum(part <> 'left out'),
           sum(part = 'train') > 0, sum(part = 'held') > 0 FROM v_demonstration" '1|1|1\n'
# An epoch is each of them once, in batches of 5; nothing is learned behind the last.
is "SELECT max(step) = 3 * ((n + 4) / 5), sum(json_extract(update_metrics, '\$.items')) = 3 * n, max(json_extract(update_metrics, '\$.items')),
           count(json_extract(update_metrics, '\$.held_loss')) = max(step) + 1
    FROM v_step, (SELECT count(*) AS n FROM v_demonstration WHERE part = 'train') WHERE run = 'sft'" '1|1|5|1\n'
is "SELECT count(*) FROM v_step a JOIN v_step b ON b.run = a.run AND b.step = a.step + 1
    WHERE a.run = 'sft' AND (b.parent_sha256 <> a.checkpoint_sha256 OR
      abs(json_extract(a.update_metrics, '\$.schedule') - (1.0 - a.step * 1.0 / (SELECT max(step) FROM v_step WHERE run = 'sft'))) > 1e-9)" '0\n'
# The last epoch finds them likelier than the first.
is "SELECT avg(json_extract(update_metrics, '\$.loss')) FILTER (WHERE step >= n * 2 / 3) < avg(json_extract(update_metrics, '\$.loss')) FILTER (WHERE step < n / 3)
    FROM v_step, (SELECT max(step) AS n FROM v_step WHERE run = 'sft') WHERE run = 'sft' AND step < n" '1\n'
# The held task alone is sampled, at every fourth step and the last.
is "SELECT DISTINCT task, count(*) FROM v_rollout WHERE run = 'sft' GROUP BY task, step" 'l1/22|3\n'
is "SELECT count(*) FROM (SELECT DISTINCT step FROM v_rollout WHERE run = 'sft') WHERE step % 4 <> 0 AND step <> (SELECT max(step) FROM v_step WHERE run = 'sft')" '0\n'
is "SELECT task, role FROM v_run_task WHERE run = 'sft' ORDER BY position" 'l1/19|train\nl1/20|train\nl1/22|held\n'

# A run may begin with the policy of any step: with that of step 0 it draws what the unadapted one draws.
run best-of-n --tasks 22 --k 6 --seed 9 --name plain -q
run best-of-n --tasks 22 --k 6 --seed 9 --from sft@0 --name from-0 -q
run best-of-n --tasks 22 --k 6 --seed 9 --from sft --name from-last -q
# shellcheck disable=SC2016
is 'SELECT a.run, sum(a.sum_logprob <> b.sum_logprob) > 0 FROM v_rollout a JOIN v_rollout b USING (task, step, sample)
    WHERE b.run = "plain" AND a.run LIKE "from-%" GROUP BY 1' 'from-0|0\nfrom-last|1\n'
is "SELECT count(*) FROM v_step a JOIN v_step b ON b.run = 'sft' AND b.checkpoint_sha256 = a.parent_sha256
    WHERE a.run = 'from-last' AND b.step = (SELECT max(step) FROM v_step WHERE run = 'sft')" '1\n'
# So does every strategy: the first turn, or step, draws what best-of-n from there draws, and what follows has that policy as its ancestor.
run refine --tasks 22 --k 6 --seed 9 --turns 2 --from sft@3 --name from-refine -q
run ttt --tasks 22 --k 6 --seed 9 --steps 1 --from sft@3 --name from-ttt -q
run train --tasks 22 --k 6 --seed 9 --steps 1 --batch 1 --from sft@3 --name from-train -q
run best-of-n --tasks 22 --k 6 --seed 9 --from sft@3 --name from-3 -q
# shellcheck disable=SC2016
is 'SELECT a.run, count(*), sum(a.sum_logprob <> b.sum_logprob OR a.completion <> b.completion) FROM v_rollout a JOIN v_rollout b USING (task, step, turn, sample)
    WHERE b.run = "from-3" AND a.run IN ("from-refine", "from-ttt", "from-train") GROUP BY 1' 'from-refine|6|0\nfrom-train|6|0\nfrom-ttt|6|0\n'
# shellcheck disable=SC2016
is 'SELECT a.run, a.step, a.parent_sha256 = b.checkpoint_sha256, a.parent_sha256 = (SELECT c.checkpoint_sha256 FROM v_step c WHERE c.run = a.run AND c.step = a.step - 1)
    FROM v_step a JOIN v_step b ON b.run = "sft" AND b.step = 3 WHERE a.run IN ("from-refine", "from-ttt", "from-train") ORDER BY 1, 2' \
    'from-refine|0|1|\nfrom-train|0|1|\nfrom-train|1|0|1\nfrom-ttt|0|1|\nfrom-ttt|1|0|1\n'

# shellcheck disable=SC2086
run train --tasks 19,20,21,23,27 --held 22 --k 6 --batch 2 --epochs 2 --eval-every 2 --eval-k 4 --from sft --substeps 2 \
    --estimator grpo --loss ppo_dual_clip --aggregation token-mean $reward --name rl -q
# Three batches are an epoch, which has every task once; the last step only evaluates.
is "SELECT step, count(*), count(DISTINCT task), sum(task = 'l1/22') FROM v_rollout WHERE run = 'rl' GROUP BY step" \
    '0|16|3|4\n1|12|2|0\n2|10|2|4\n3|12|2|0\n4|16|3|4\n5|6|1|0\n6|4|1|4\n'
is "SELECT count(DISTINCT task), count(*) FROM v_rollout WHERE run = 'rl' AND step < 3 AND task <> 'l1/22'" '5|30\n'
is "SELECT count(*), count(DISTINCT s.checkpoint_sha256), sum(json_extract(update_metrics, '\$.items')) FROM v_step s WHERE run = 'rl'" '7|7|60\n'
# What is held has rewards and no advantages; the others have those of their group.
is "SELECT task = 'l1/22', count(advantage), count(*) FROM v_reward WHERE run = 'rl' GROUP BY 1" '0|60|60\n1|0|16\n'
is "SELECT count(*), max(abs(w.advantage - (w.value - g.mean) / (g.sd + 1e-6)) > 1e-6) FROM v_reward w JOIN
      (SELECT step, task, avg(value) AS mean, sqrt(max(0, (sum(value * value) - sum(value) * avg(value)) / (count(*) - 1))) AS sd
       FROM v_reward WHERE run = 'rl' AND task <> 'l1/22' GROUP BY 1, 2) g USING (step, task) WHERE w.run = 'rl'" '60|0\n'

# Analyses judge it by what it holds, at the steps that sample it.
"$ROLLBOOK_BIN" analyze trajectory --run rl --format csv >out 2>err || fail "trajectory: $(cat err)"
[ "$(sed 1d out | cut -d, -f2-4 | grep -v ,all,)" = '0,l1/22,4
2,l1/22,4
4,l1/22,4
6,l1/22,4' ] || complain "steps of rl: $(cat out)"
for command in 'fast-p --run rl --step boa' 'summary --run rl' 'sweep --run rl' 'scaling --run rl --k 1,2' 'selection --run rl --step all' \
    'sharpening --run rl' 'compare --a plain --b rl' 'compare --methods a=plain,b=rl' 'equivalent-k --base plain --run rl'; do
    # shellcheck disable=SC2086
    expect_status 0 analyze $command
    cat out err >said
    grep -q 'run rl: only the 1 held-out of its 6 tasks count' said || complain "$command does not say what it leaves out: $(cat said)"
done
expect_status 0 report task --task l1/19 --run rl -o t.pdf -q
expect_status 0 figure training --run rl -o t.pdf --csv t.csv -q
grep -q held t.csv && grep -qv held t.csv || complain "curves of training: $(head -3 t.csv)"

# Telemetry: a line a rollout and a step, of what is stored.
# shellcheck disable=SC2086
run train --tasks 19,20 --held 22 --k 3 --batch 2 --steps 2 --eval-every 1 --eval-k 2 $reward --telemetry lines.jsonl --name told -q
[ "$(grep -c '"event":"rollout"' lines.jsonl)" -eq 18 ] || complain "rollouts told: $(cat lines.jsonl)"
[ "$(grep -c '"event":"step"' lines.jsonl)" -eq 3 ] || complain "steps told: $(cat lines.jsonl)"
lines="WITH line AS (SELECT value AS j FROM json_each('[' || replace(rtrim(CAST(readfile('lines.jsonl') AS TEXT), char(10)), char(10), ',') || ']'))"
is "$lines SELECT count(*) FROM line JOIN v_rollout o ON o.run = j ->> 'run' AND o.task = j ->> 'task' AND o.step = j ->> 'step' AND o.turn = j ->> 'turn'
      AND o.sample = j ->> 'sample' WHERE o.outcome = j ->> 'outcome' AND o.correct = j ->> 'correct' AND abs(coalesce(o.speedup, 0) - coalesce(j ->> 'speedup', 0)) < 1e-9" '18\n'
is "$lines SELECT count(*), sum(json(s.update_metrics) IS json_extract(j, '\$.update_metrics')) FROM line
    JOIN v_step s ON s.run = j ->> 'run' AND s.step = j ->> 'step' WHERE j ->> 'event' = 'step'" '3|3\n'
"$ROLLBOOK_BIN" run best-of-n --tasks 19 --k 2 --case tiny --name loud --telemetry - -q >out 2>err || fail "$(cat err)"
[ "$(wc -l <out)" -eq 3 ] && [ "$(grep -c '^{"event":' out)" -eq 3 ] || complain "not only lines: $(cat out)"
expect_status 2 run best-of-n --tasks 19 --k 2 --case tiny --name mute --telemetry nowhere/x -q
said "nowhere/x"

# Conversations: a turn is told how the one before fared, and what it returns counts the turns behind it.
# shellcheck disable=SC2086
run train --tasks 19,20 --held 22 --k 5 --batch 2 --steps 2 --eval-every 1 --eval-k 3 --turns 3 --estimator trloo $reward \
    --filters mrs_mean,mrs_veto --name talk -q
is "SELECT task = 'l1/22', step, turn, count(*) FROM v_rollout WHERE run = 'talk' GROUP BY 1, 2, 3" \
    '0|0|0|10\n0|0|1|10\n0|0|2|10\n0|1|0|10\n0|1|1|10\n0|1|2|10\n1|0|0|3\n1|0|1|3\n1|0|2|3\n1|1|0|3\n1|1|1|3\n1|1|2|3\n1|2|0|3\n1|2|1|3\n1|2|2|3\n'
is "SELECT json_extract(update_metrics, '\$.items') FROM v_step WHERE run = 'talk' AND step < 2" '30\n30\n'
is "WITH g AS (SELECT a.rollout_id, a.step, a.task, a.turn, a.advantage, sum(b.value) AS value FROM v_reward a
      JOIN v_reward b ON b.run = a.run AND b.task = a.task AND b.step = a.step AND b.sample = a.sample AND b.turn >= a.turn
      WHERE a.run = 'talk' AND a.task <> 'l1/22' GROUP BY a.rollout_id),
    m AS (SELECT step, task, turn, avg(value) AS mean FROM g GROUP BY 1, 2, 3)
    SELECT count(*), max(abs(advantage - 5.0 / 4 * (value - mean)) > 1e-9) FROM g JOIN m USING (step, task, turn)" '60|0\n'
# The policy's ratios are those of what it was told: they are 1 before the first update of a step.
is "SELECT count(*) FROM v_step WHERE run = 'talk' AND step < 2 AND abs(json_extract(update_metrics, '\$.mean_ratio') - 1) > 1e-6" '0\n'
# So the filters of ratios mask nothing: a later turn is scored with what it was told.
is "SELECT count(*) FROM v_sample_mask WHERE run = 'talk'" '0\n'
# Greedy answers are one, with their log-probs at temperature 1.
run best-of-n --tasks 19 --k 3 --temperature 0 --name greedy -q
is "SELECT count(DISTINCT completion), max(sum_logprob) < 0, max(logprob_temperature) FROM v_rollout WHERE run = 'greedy'" '1|1|1.0\n'

# A normalised reward tells what divided it.
run train --tasks 19,20 --k 6 --batch 2 --steps 1 --reward normalized --name scaled -q
is "SELECT count(*) FROM v_reward w JOIN v_rollout o USING (rollout_id) WHERE w.run = 'scaled' AND abs(w.value - o.speedup / coalesce(w.median, 1)) > 1e-9" '0\n'
is "SELECT count(median) > 0, sum(value > 0 AND median IS NULL) FROM v_reward WHERE run = 'scaled'" '1|2\n'
# ttt with the names of its standard is ttt.
# shellcheck disable=SC2086
run ttt --tasks 19 --k 6 --steps 1 $reward --name ttt-a -q
# shellcheck disable=SC2086
run ttt --tasks 19 --k 6 --steps 1 $reward --estimator global --loss importance_sampling --name ttt-b -q
# shellcheck disable=SC2086
run ttt --tasks 19 --k 6 --steps 1 $reward --estimator rloo --loss cispo --name ttt-c -q
is "SELECT count(DISTINCT checkpoint_sha256) FROM v_step WHERE run IN ('ttt-a', 'ttt-b') AND step = 1" '1\n'
is "SELECT count(DISTINCT checkpoint_sha256) FROM v_step WHERE run IN ('ttt-a', 'ttt-c') AND step = 1" '2\n'
expect_status 0 verify
# What a training run drew can be measured again.
"$ROLLBOOK_BIN" replay rl --name again -q >out 2>err || [ $? -eq 1 ] || fail "replay: $(cat err)"
is "SELECT count(*), count(o.outcome) FROM v_rollout o WHERE o.run = 'again'" '76|76\n'

refuse() { # STATUS WHAT OPTIONS
    status=$1
    what=$2
    shift 2
    expect_status "$status" run "$@" --case tiny
    said "$what"
}
refuse 2 'whose rollouts' sft --tasks 19
refuse 3 'nobody' sft --tasks 19 --teacher nobody
refuse 7 'none of its 72 rollouts can be learned from (48 other task, 24 held out)' sft --tasks 25 --held 22 --teacher teacher
refuse 2 'not in the train part' train --split l1_seed42 --tasks 28
refuse 2 'named already' train --tasks 19,20 --held 20
refuse 2 'there are grpo, dr_grpo' train --tasks 19 --estimator best
refuse 2 'needs a teacher' train --tasks 19 --estimator sdpo
refuse 2 'there are importance_sampling' train --tasks 19 --loss gain
refuse 2 'there are token-mean' train --tasks 19 --aggregation sum
refuse 2 'there are constant, linear, cosine' train --tasks 19 --schedule step
refuse 2 'give one' train --tasks 19 --steps 2 --epochs 2
refuse 3 'no checkpoint at step 99' train --tasks 19 --from sft@99
refuse 3 'nobody' best-of-n --tasks 19 --from nobody@1
refuse 2 'of another model' best-of-n --tasks 19 --from sft --policy-config '{"rank": 4}'
is "SELECT count(*) FROM run WHERE status <> 'complete'" '0\n'
