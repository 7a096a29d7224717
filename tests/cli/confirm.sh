# rollbook confirm: the best kernels of a run are timed again; both values stay, and nothing is lost on the way.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" run best-of-n --tasks l1/28,l1/12 --k 12 --case tiny --seed 4 --name live -q >/dev/null
settle x.db
primary="SELECT evaluation_id, outcome, speedup FROM v_evaluation WHERE primary_evaluation = 1 ORDER BY 1"
"$ROLLBOOK_BIN" sql "$primary" >before

expect 0 confirm --run live --top 1 --mode fast --json
python3 "$ROLLBOOK_SOURCE_DIR/tests/check_json.py" "$ROLLBOOK_BIN" out >json || complain "the schema refuses: $(cat json out)"
has '"mode":"fast"'
grep -q '2 kernels: 2 timed again now, 0 timed again before' out || complain "$(cat out)"
rows "SELECT count(*) FROM v_stale" '0\n'
settle x.db
rows "SELECT count(*), count(DISTINCT task), min(purpose), sum(primary_evaluation) FROM v_evaluation WHERE purpose IS NOT NULL" '2,2,confirm,0\n'
# The first value stays the one that counts; the second stands beside it.
"$ROLLBOOK_BIN" sql "$primary" >after
cmp -s before after || complain "another evaluation counts: $(diff before after)"
rows "SELECT count(*) FROM v_rollout v JOIN v_evaluation c ON c.rollout_id = v.rollout_id AND c.purpose = 'confirm'
      WHERE v.confirmed_speedup = c.speedup AND v.evaluation_id <> c.evaluation_id" '2\n'
rows "SELECT count(confirmed_speedup) FROM v_rollout" '2\n'
# Other inputs than those of the run.
rows "SELECT count(*) FROM evaluation a JOIN evaluation b ON a.input_seed = b.input_seed WHERE a.purpose IS NULL AND b.purpose = 'confirm'" '0\n'
# A maximum is the second value of what was fastest at first.
expect 0 analyze summary --run live --format csv
best=$("$ROLLBOOK_BIN" sql --format csv "SELECT confirmed_speedup FROM v_rollout WHERE speedup IS NOT NULL ORDER BY speedup DESC, rollout_id LIMIT 1" | tail -1)
has ",${best%??}.*,confirmed\$"
# Who was confirmed is not asked again, unless that is wanted.
expect 0 confirm --run live --top 1 --mode fast
has '0 timed again now, 2 timed again before'
expect 0 confirm --run live --top 1 --mode fast --again
has '2 timed again now, 0 timed again before'
rows "SELECT count(*) FROM evaluation WHERE purpose = 'confirm'" '4\n'
# By surprisal the first is another one; by rollout the one that is named.
expect 0 confirm --run live --top 1 --mode fast --by surprisal
rollout=$("$ROLLBOOK_BIN" sql --format csv "SELECT rollout_id FROM v_rollout WHERE speedup IS NOT NULL AND task = 'l1/28' ORDER BY mean_logprob LIMIT 1" | tail -1)
grep -q " $rollout " out || complain "rollout $rollout has the highest surprisal: $(cat out)"
expect 0 confirm --run live --rollout "$rollout" --mode fast
has '1 kernels: 0 timed again now, 1 timed again before'

# Killed and interrupted: what came is there, the same command goes on.
n_measured=$("$ROLLBOOK_BIN" sql --format csv "SELECT count(*) FROM v_rollout WHERE speedup IS NOT NULL" | tail -1)
hits=0
for signal in KILL INT KILL INT; do
    "$ROLLBOOK_BIN" confirm --run live --top 100 --mode full --again -j 1 -q >out 2>err &
    process=$!
    sleep 0.15
    kill -$signal $process 2>/dev/null && hits=$((hits + 1))
    status=0
    wait $process || status=$?
    [ $signal = KILL ] || [ $status -eq 130 ] || [ $status -eq 0 ] || complain "$signal: status $status: $(cat err)"
    expect 0 verify
done
[ $hits -gt 0 ] || complain "no signal met the command at work"
"$ROLLBOOK_BIN" sql "$primary" >after
cmp -s before after || complain "another evaluation counts after a kill: $(diff before after)"
expect 0 confirm --run live --top 100 --mode fast
settle x.db
rows "SELECT count(confirmed_speedup) = $n_measured FROM v_rollout" '1\n'

# A kernel that is not right this time: exit status 1, and 0 as a maximum.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
sqlite3 x.db "UPDATE rollout SET code_blob_id = (SELECT code_blob_id FROM v_rollout JOIN rollout USING (rollout_id) WHERE outcome = 'mismatch' AND v_rollout.task = 'l1/28' LIMIT 1) WHERE rollout_id = $rollout"
expect 1 confirm --run live --rollout "$rollout" --mode fast --again
has 'not right this time'
rows "SELECT confirmed_speedup, speedup > 0 FROM v_rollout WHERE rollout_id = $rollout" '0,1\n'

# Statuses.
expect 2 confirm
expect 2 confirm --run live --top 0
expect 2 confirm --run live --by luck
expect 2 confirm --run live --rollout x
expect 2 confirm --run live --mode slow
expect 3 confirm --run nobody
expect 3 confirm --run live --step 9
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 0.5, "runtime_stats": {}}]}' >r.json
"$ROLLBOOK_BIN" ingest kernelbench r.json --level 1 --run-name foreign -q >/dev/null
expect 2 confirm --run foreign
said "was imported"
