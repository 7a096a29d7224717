# run ttt: every filter masks its sample with a reason, every guardrail fires, and what follows.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

command -v sqlite3 >/dev/null || {
    echo "skipped: no sqlite3"
    exit 77
}
# Nothing of the times enters these rewards, so that each run below is the same each time.
ttt() { # DATABASE OPTIONS
    db=$1
    shift
    "$ROLLBOOK_BIN" run ttt --db "$db" --tasks 5,28 --case tiny --seed 5 --reward composite:c=0,lambda=0 --name t "$@" >out 2>err ||
        fail "run ttt $*: $(cat err)"
}
is() { # DATABASE QUERY LINES
    sqlite3 "$1" "$2" >got
    printf '%b' "$3" >want
    cmp -s got want || complain "$1: $2 gives:
$(cat got)"
}
steps="SELECT step, dense_rank() OVER (ORDER BY (SELECT min(x.step) FROM step x WHERE x.checkpoint_id = s.checkpoint_id)) - 1,
       json_extract(update_metrics, '\$.items') FROM step s ORDER BY step"

# What the grammar, the sampler and this machine do not do on their own, triggers put into the rows as they come: answers cut
# short, a cheat, profiles with little time in own kernels, log-probs that the trainer does not have.
"$ROLLBOOK_BIN" init --db odd.db >/dev/null 2>err || fail "$(cat err)"
sqlite3 odd.db <<'SQL' || fail "no triggers"
CREATE TRIGGER cut AFTER INSERT ON rollout WHEN NEW.sample = 1
BEGIN UPDATE rollout SET finish_reason = 'length' WHERE rollout_id = NEW.rollout_id; END;
CREATE TRIGGER tricky AFTER INSERT ON evaluation WHEN (SELECT sample FROM rollout WHERE rollout_id = NEW.rollout_id) = 2
BEGIN UPDATE evaluation SET outcome = 'cheat', cheat_kind = 'constant', correct = 0 WHERE evaluation_id = NEW.evaluation_id; END;
CREATE TRIGGER elsewhere AFTER INSERT ON evaluation WHEN (SELECT sample FROM rollout WHERE rollout_id = NEW.rollout_id) = 3
BEGIN
  INSERT INTO profile (evaluation_id, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s) VALUES (NEW.evaluation_id, 10.0, 1e6, 1e6, 1e12, 1e13);
  INSERT INTO profile_kernel (evaluation_id, position, name, device_us) VALUES (NEW.evaluation_id, 0, 'k', 2.0);
END;
CREATE TRIGGER surer AFTER INSERT ON rollout_tokens WHEN (SELECT sample FROM rollout WHERE rollout_id = NEW.rollout_id) = 4
BEGIN UPDATE rollout_tokens SET logprobs = zeroblob(4 * n_tokens) WHERE rollout_id = NEW.rollout_id; END;
CREATE TRIGGER surest AFTER INSERT ON rollout_tokens WHEN (SELECT sample FROM rollout WHERE rollout_id = NEW.rollout_id) = 5
BEGIN UPDATE rollout_tokens SET logprobs = CAST(replace(hex(zeroblob(n_tokens)), '00', '   A') AS BLOB) WHERE rollout_id = NEW.rollout_id; END;
SQL
ttt odd.db --k 8 --steps 1 --filters truncated,cheat,mrs_mean,mrs_veto,prs,coverage -q
is odd.db "SELECT r.sample, m.filter, count(*) FROM sample_mask m JOIN rollout r USING (rollout_id) WHERE r.sample <> 3 GROUP BY 1, 2 ORDER BY 1, 2" \
    '1|truncated|2\n2|cheat|2\n4|mrs_mean|2\n5|mrs_mean|2\n5|mrs_veto|2\n'
# Coverage of 0.2 masks what is correct, and only that.
is odd.db "SELECT sum(e.correct) > 0, sum((SELECT count(*) FROM sample_mask m WHERE m.rollout_id = r.rollout_id) <> 2 * e.correct)
           FROM rollout r JOIN evaluation e USING (rollout_id) WHERE r.sample = 3 AND r.step = 0" '1|0\n'
is odd.db "SELECT DISTINCT filter, round(value, 3), round(bound, 1) FROM v_sample_mask WHERE filter = 'coverage'" 'coverage|0.2|0.3\n'
is odd.db "SELECT sum(value > 0.999 OR bound <> 0.999) FROM v_sample_mask WHERE filter = 'mrs_mean'" '0\n'
is odd.db "SELECT count(*) FROM v_sample_mask WHERE value IS NULL AND filter NOT IN ('truncated', 'cheat')" '0\n'
# Cut answers and cheats leave the mean; the others only leave the update, which learned from the rest.
is odd.db "SELECT r.sample IN (1, 2), sum(w.advantage IS NULL), count(*) FROM reward w JOIN rollout r USING (rollout_id) WHERE r.step = 0 GROUP BY 1" \
    '0|0|12\n1|4|4\n'
is odd.db "SELECT json_extract(update_metrics, '\$.items') = 16 - (SELECT count(DISTINCT rollout_id) FROM sample_mask) FROM step WHERE step = 0" '1\n'
# The audit computes the advantages again, without those that left their group, and sees one that was changed.
audited() {
    status=0
    "$ROLLBOOK_BIN" audit --db odd.db --run t --format csv >audit 2>err || status=$?
    [ "$status" -le 1 ] || fail "audit: status $status: $(cat err)"
    grep -c 'follows from the rewards of step' audit || true
}
[ "$(audited)" = 0 ] || complain "the audit doubts advantages: $(cat audit)"
sqlite3 odd.db "UPDATE reward SET advantage = advantage + 1 WHERE rollout_id = (SELECT min(rollout_id) FROM reward WHERE advantage IS NOT NULL)"
[ "$(audited)" = 1 ] || complain "the audit believes a changed advantage: $(cat audit)"

# A single sample has no variance: nothing is learned, and the same policy goes on.
ttt alone.db --k 1 --steps 2 --filters no_variance -q
is alone.db "$steps" '0|0|0\n1|0|0\n2|0|\n'
is alone.db "SELECT filter, count(*), max(value), max(bound) FROM v_sample_mask" 'no_variance|4|0.0|0.001\n'

# A warning is a row and a line, and changes nothing.
ttt plain.db --k 6 --steps 2 -q
ttt warned.db --k 6 --steps 2 --guards grad_norm=0,entropy=100,kl=0,correct=1.5,latency_ratio=0.0001,reward_ratio=1000
sqlite3 plain.db "SELECT step, sha256 FROM step JOIN checkpoint USING (checkpoint_id) ORDER BY step" >want
sqlite3 warned.db "SELECT step, sha256 FROM step JOIN checkpoint USING (checkpoint_id) ORDER BY step" | cmp -s - want || complain "a warning changed the policy"
is warned.db "SELECT metric, measured_on, min(step), count(*), sum(fired) FROM v_guard WHERE step < 2 GROUP BY 1, 2 ORDER BY 1" \
    'correct|rollouts|0|2|2\nentropy|update|0|2|2\ngrad_norm|update|0|2|2\nkl|update|0|2|2\nlatency_ratio|rollouts|0|2|2\nreward_ratio|rollouts|0|2|1\n'
is warned.db "SELECT count(*) FROM v_guard g JOIN v_step s ON s.run = g.run AND s.step = g.step WHERE g.measured_on = 'update'
              AND g.value <> json_extract(s.update_metrics, '\$.' || g.metric)" '0\n'
said "guardrail at step 0: grad_norm is"

# An update that went too far is taken back: the next step is sampled by the policy before it.
ttt back.db --k 6 --steps 2 --guards kl=0:rollback -q
is back.db "$steps" '0|0|12\n1|0|12\n2|0|\n'
# Rollouts that collapse are not learned from: back to the last policy that nothing spoke against.
ttt collapse.db --k 6 --steps 3 --guards reward_ratio=1000:rollback -q
is collapse.db "$steps" '0|0|12\n1|1|0\n2|0|0\n3|0|\n'
is collapse.db "SELECT step, value IS NULL, fired FROM v_guard ORDER BY step" '0|1|0\n1|0|1\n2|0|1\n3|0|1\n'

# The end: of an update, of rollouts; a run that was killed behind it ends there as well.
for guard in kl=0:stop correct=1.5:stop; do
    rm -f stop.db
    ttt stop.db --k 6 --steps 3 --guards "$guard" -q
    is stop.db "SELECT max(step), count(*), (SELECT status FROM run) FROM rollout" '0|12|complete\n'
    is stop.db "SELECT count(*) FROM step" '1\n'
    sqlite3 stop.db "UPDATE run SET status = 'interrupted', finished_at = NULL"
    "$ROLLBOOK_BIN" run --resume t --db stop.db -q >out 2>err || complain "resume: $(cat err)"
    is stop.db "SELECT max(step), count(*), (SELECT status FROM run) FROM rollout" '0|12|complete\n'
done

expect 2 run ttt --db no.db --tasks 5 --filters beauty
said "there are no_variance, truncated, cheat, mrs_mean, mrs_veto, prs, coverage"
expect 2 run ttt --db no.db --tasks 5 --guards kl=much
said "METRIC[=BOUND][:warn|rollback|stop]"
