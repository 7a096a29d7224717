# Merging adds what is missing, changes nothing of either side, and adds nothing when done again.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat out err)"
}
"$ROLLBOOK_BIN" run ttt --tasks 4 --k 3 --steps 1 --case tiny --seed 3 --name one --db a.db -q >/dev/null
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 3 --case tiny --seed 4 --name two --db b.db -q >/dev/null
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.5, "metadata": {"hardware": "H100"}}]}' >x.json
"$ROLLBOOK_BIN" ingest kernelbench x.json --level 1 --run-name theirs --db b.db -q >/dev/null
query="SELECT run, task, step, turn, sample, outcome, speedup, sum_logprob, code_sha256, completion, compile_log, extra,
  (SELECT group_concat(kind || pass) FROM evidence e WHERE e.evaluation_id = v.evaluation_id),
  (SELECT group_concat(hex(samples_us)) FROM measurement m WHERE m.evaluation_id = v.evaluation_id),
  (SELECT hex(logprobs) FROM rollout_tokens k WHERE k.rollout_id = v.rollout_id),
  (SELECT value FROM reward w WHERE w.rollout_id = v.rollout_id)
FROM v_rollout v ORDER BY run, task, step, turn, sample"
facts() {
    "$ROLLBOOK_BIN" sql --db "$1" --format csv "$query" | tail -n +2
}
{ facts a.db; facts b.db; } | sort >want
id_b=$("$ROLLBOOK_BIN" id --db b.db)
expect 0 merge a.db b.db --out c.db --format csv
grep -qx 'rollout,7,13' out || complain "$(cat out)"
facts c.db | sort | cmp -s - want || complain 'the merged rows are not those of both'
[ "$("$ROLLBOOK_BIN" id --db b.db)" = "$id_b" ] || complain 'the source was changed'
expect 0 verify --db c.db --deep
id_c=$("$ROLLBOOK_BIN" id --db c.db)
expect 0 merge c.db b.db --format csv
grep -v ',0,' out | grep -vx 'rows,added,now' && complain "added again: $(cat out)"
[ "$("$ROLLBOOK_BIN" id --db c.db)" = "$id_c" ] || complain 'merging again changed something'
expect 0 merge c.db a.db
[ "$("$ROLLBOOK_BIN" id --db c.db)" = "$id_c" ] || complain 'merging the first again changed something'
# The other way round holds the same facts.
expect 0 merge b.db a.db --out d.db
facts d.db | sort | cmp -s - want || complain 'the order of merging changed the facts'
expect 0 verify --db d.db --deep
[ "$("$ROLLBOOK_BIN" id --db d.db)" = "$id_c" ] || complain 'the order of merging changed the id'
# Equal inputs have equal identities, whenever, from wherever and in whatever order they were read.
mkdir there
cp x.json there/y.json
printf '{"2": [{"sample_id": 0, "compiled": true, "correctness": false, "metadata": {"hardware": "H100"}}]}' >z.json
expect 0 ingest kernelbench x.json --level 1 --run-name theirs --db g.db
expect 0 ingest kernelbench z.json --level 1 --run-name others --db g.db
sleep 1.1
expect 0 ingest kernelbench z.json --level 1 --run-name others --db h.db -q
expect 0 --db h.db ingest kernelbench ./there/y.json --run-name theirs --level 1
[ "$("$ROLLBOOK_BIN" id --db g.db)" = "$("$ROLLBOOK_BIN" id --db h.db)" ] || complain 'times or command lines are in the id'
expect 0 merge g.db h.db --out gh.db
expect 0 merge h.db g.db --out hg.db
[ "$("$ROLLBOOK_BIN" id --db gh.db)" = "$("$ROLLBOOK_BIN" id --db hg.db)" ] || complain 'merges of the same do not commute'
[ "$("$ROLLBOOK_BIN" id --db gh.db)" = "$("$ROLLBOOK_BIN" id --db g.db)" ] || complain 'the same facts twice have another id'
expect 0 ingest kernelbench x.json --level 1 --run-name third --db h.db
[ "$("$ROLLBOOK_BIN" id --db g.db)" != "$("$ROLLBOOK_BIN" id --db h.db)" ] || complain 'another run is not in the id'
# Checkpoints keep their parents.
"$ROLLBOOK_BIN" sql --db d.db --format csv "SELECT s.step, p.sha256 = q.sha256 FROM step s JOIN checkpoint c USING (checkpoint_id)
  JOIN step t ON t.run_id = s.run_id AND t.step = s.step - 1 JOIN checkpoint q ON q.checkpoint_id = t.checkpoint_id
  JOIN checkpoint p ON p.checkpoint_id = c.parent_id" | grep -qx '1,1' || complain 'a checkpoint lost its parent'

# Two runs of one name are refused, unless they get other names.
"$ROLLBOOK_BIN" run best-of-n --tasks 28 --k 2 --case tiny --seed 9 --name one --db e.db -q >/dev/null
id_a=$("$ROLLBOOK_BIN" id --db a.db)
expect 1 merge a.db e.db
grep -q "run 'one' is not the same in both; 'rollbook merge A B --out C --prefix TEXT'" err || complain "$(cat err)"
[ "$("$ROLLBOOK_BIN" id --db a.db)" = "$id_a" ] || complain 'a refused merge changed the database'
expect 0 merge a.db e.db --prefix 'e-'
expect 0 merge a.db e.db --prefix 'e-' --format csv
grep -qx 'rollout,0,8' out || complain "$(cat out)"
[ "$("$ROLLBOOK_BIN" sql --db a.db --format csv "SELECT name FROM run ORDER BY run_id" | tail -n +2 | tr "\n" " ")" = "one e-one " ] || complain 'the names are wrong'
if command -v sqlite3 >/dev/null; then
    cp e.db f.db
    sqlite3 f.db 'UPDATE rollout SET completion_blob_id = (SELECT min(blob_id) FROM blob) WHERE sample = 1'
    expect 1 merge e.db f.db
    grep -q "rollout 'one, step 0, sample 1' is not the same in both" err || complain "$(cat err)"
fi
# Values that differ are kept as they are, counted and said; again, the same is said and nothing changes.
for time in 1.0 2.0; do
    printf '{"level1": {"1_X.py": {"mean": %s, "num_trials": 3, "hardware": "H"}, "2_Y.py": {"mean": 5.0, "hardware": "H"}}}' "$time" >base.json
    "$ROLLBOOK_BIN" ingest kernelbench-baseline base.json --name eager --db "base$time.db" -q >/dev/null
done
expect 1 merge base1.0.db base2.0.db
grep -qF 'baseline: 1 differ; the rows of base1.0.db were kept; the first: eager on H, l1/1' err || complain "$(cat err)"
grep -qF 'merged, but 1 values differ' err || complain "$(cat err)"
[ "$("$ROLLBOOK_BIN" sql --db base1.0.db --format csv 'SELECT runtime_us FROM baseline ORDER BY 1' | tr '\n' ' ')" = 'runtime_us 1000 5000 ' ] ||
    complain 'the value of the target did not stay'
id_base=$("$ROLLBOOK_BIN" id --db base1.0.db)
expect 1 merge base1.0.db base2.0.db
[ "$("$ROLLBOOK_BIN" id --db base1.0.db)" = "$id_base" ] || complain 'a conflict changed something the second time'
# Three into one: in whatever order, the same facts.  A copy of oneself adds nothing.
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 2 --case tiny --seed 6 --name three --db g.db -q >/dev/null
expect 0 merge c.db g.db --out abg.db
expect 0 merge g.db b.db --out gb.db
expect 0 merge gb.db d.db
facts abg.db | sort >abg
facts gb.db | sort | cmp -s - abg || complain 'three databases merged in another order hold other facts'
cp abg.db copy.db
expect 0 merge abg.db copy.db --format csv
grep -v ',0,' out | grep -vx 'rows,added,now' && complain "a copy of oneself added: $(cat out)"
expect 2 merge a.db a.db
expect 2 merge a.db missing.db
expect 2 merge missing.db a.db
[ ! -e missing.db ] || complain 'merge made a database'
expect 2 merge a.db b.db --out c.db
