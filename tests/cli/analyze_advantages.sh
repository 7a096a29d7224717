# analyze advantages: imported rollouts by hand, groups that shrink, rewards that are missing, and a run that learned.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
cat >map.json <<'END'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "turn": "/turn",
 "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base", "completion_tokens": "/tokens"}}
END
# problem sample turn correct runtime tokens, baseline 12.  Problem 1: speedups 1, 0, 0, 3.  Problem 2: two conversations, of
# which one ends after its first turn; the second sample of problem 3 has no time.
{
    while read -r problem sample turn correct us tokens; do
        printf '{"level": 1, "problem": %s, "sample": %s, "turn": %s, "compiled": true, "correct": %s, "us": %s, "base": 12, "tokens": %s}\n' \
            "$problem" "$sample" "$turn" "$correct" "$us" "$tokens"
    done
} >samples.jsonl <<'END'
1 0 0 true 12 10
1 1 0 false null 10
1 2 0 false null 20
1 3 0 true 4 40
2 0 0 true 6 5
2 1 0 false null 5
2 1 1 true 3 5
3 0 0 true 6 5
3 1 0 true null 5
END
expect_status 0 ingest jsonl samples.jsonl --map map.json --run-name r
expect_status 0 analyze advantages --run r --table rollouts --format csv
# Each column of a row, to four places.
row() { # task turn sample COLUMN=VALUE ...
    key="$1,$2,$3"
    shift 3
    for want in "$@"; do
        got=$(awk -F, -v key="$key" -v want="$want" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            $3 "," $4 "," $5 == key {
                split(want, part, "=")
                v = $column[part[1]]
                print (v == "NA" ? v : sprintf("%.4f", v)) (part[2] == (v == "NA" ? v : sprintf("%.4f", v)) ? "" : " differs")
            }' out)
        case $got in
        *differs | "") complain "$key: $want, but it is $got" ;;
        esac
    done
}
row l1/1 0 0 reward=1.0000 group_size=4.0000 grpo=0.0000 dr_grpo=0.0000 rloo=0.0000 opo=-0.6250 passk=0.0000 used=NA sdpo=NA
row l1/1 0 1 grpo=-0.7071 dr_grpo=-1.0000 rloo=-1.3333 trloo=-1.3333 opo=-1.6250 passk=0.0000
row l1/1 0 3 grpo=1.4142 dr_grpo=2.0000 rloo=2.6667 trloo=2.6667 opo=1.3750 passk=2.0000
# The return of the second conversation's first turn is 0 + 4; by itself the turn is worth 0.
row l1/2 0 0 rloo=2.0000 trloo=-2.0000 dr_grpo=1.0000
row l1/2 0 1 rloo=-2.0000 trloo=2.0000
# A group of one has no baseline.
row l1/2 1 1 group_size=1.0000 rloo=4.0000 trloo=4.0000 dr_grpo=4.0000 passk=0.0000
# Correct and not timed: no reward, and the group shrinks by it.
row l1/3 0 0 group_size=1.0000 rloo=2.0000
row l1/3 0 1 reward=NA rloo=NA global=NA
expect_status 0 analyze advantages --run r --table rollouts --gamma 0.5 --format csv
row l1/2 0 1 trloo=0.0000
expect_status 0 analyze advantages --run r --table rollouts --recipe correct --estimator dr_grpo --format csv
row l1/1 0 3 reward=1.0000 dr_grpo=0.5000 rloo=NA
row l1/3 0 1 reward=1.0000 dr_grpo=0.0000

# By estimator; nothing was used, so there is nothing to correlate with.
expect_status 0 analyze advantages --run r --format csv
has '^r,passk,speedup,8,1,4,0.5,'
has '^r,rloo,speedup,8,1,4,.*,0,NA$'
"$ROLLBOOK_BIN" analyze advantages --explain --run r >text || fail "no text"
grep -q '^run r: reward speedup, computed from verdict and times; 1 of 9 scored rollouts' text || fail "no word of what is missing: $(cat text)"
grep -q 'NA in rank_correlation (8 rows): the run stored no advantage' text || fail "no reason: $(cat text)"

# Without lengths there is no opo; a stored reward comes first.
cat >plain.json <<'END'
{"suite": "mine", "fields": {"level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "compiled": {"constant": true}, "correct": "/correct",
 "reward": "/score"}}
END
for i in 0 1 2 3; do
    printf '{"problem": 7, "sample": %s, "correct": true, "score": %s}\n' $i $((i * i))
done >plain.jsonl
expect_status 0 ingest jsonl plain.jsonl --map plain.json --run-name p
expect_status 0 analyze advantages --run p --table rollouts --format csv
row l1/7 0 3 reward=9.0000 dr_grpo=5.5000 passk=5.0000 opo=NA reinforce++=NA
"$ROLLBOOK_BIN" analyze advantages --explain --run p | grep -q '^run p: reward [a-z]*, as stored; 0 of 4' || fail "the stored reward is not taken"

expect 2 analyze advantages --run r --estimator gae
said "there are grpo, dr_grpo, rloo, trloo, opo, passk, global, reinforce++, sdpo"
expect 2 analyze advantages --run r --gamma 2
expect 2 analyze advantages --run r --epsilon -1
expect 3 analyze advantages --run r --recipe beauty
said "computed are speedup and correct"
expect 3 analyze advantages --run nobody

# A run that learned: what it used is what global gives, to the last digit, in every step that was learned from.
"$ROLLBOOK_BIN" run ttt --tasks 5,28 --k 6 --steps 2 --case tiny --seed 3 --name t -q >/dev/null 2>err || fail "$(cat err)"
expect_status 0 analyze advantages --run t --table rollouts --format csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["used"] != "NA" { n++; bad += $column["used"] != $column["global"] }
    $column["step"] == 2 { last += $column["used"] != "NA" }
    END { print n, bad + 0, last + 0 }' out >got
# Two tasks of six samples at two steps, without those whose times a busy machine left open.
used=$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_rollout JOIN evaluation USING (evaluation_id) WHERE run = 't' AND step < 2 AND why_no_speedup IS NULL" | tail -1)
[ "$(cat got)" = "$used 0 0" ] || complain "used and global, of $used: $(cat got)"
expect_status 0 analyze advantages --run t --estimator global --format csv
has ",$used,1\$"
