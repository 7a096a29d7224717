# Replaying re-evaluates the stored actions: same completions, tokens and outcomes.
export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 6 --steps 1 --case tiny --seed 11 --name src -q >/dev/null
status=0
"$ROLLBOOK_BIN" replay src --name again -q --json >out.json || status=$?
[ "$status" -le 1 ]
grep -q 'rollbook.replay/1' out.json
q() { "$ROLLBOOK_BIN" sql --format csv "$1" | tail -n +2; }
same=$(q "SELECT count(*) FROM v_rollout a JOIN v_rollout b ON b.run = 'again' AND a.task = b.task
        AND a.step = b.step AND a.sample = b.sample AND a.code_sha256 = b.code_sha256
        AND a.sum_logprob = b.sum_logprob AND a.outcome = b.outcome WHERE a.run = 'src'")
if [ "$same" -ne 24 ]; then
    echo "only $same of 24 rollouts came back the same:"
    cat out.json
    q "SELECT run, task, step, sample, outcome, cheat_kind, message FROM v_evaluation ORDER BY task, step, sample, run"
    exit 1
fi
"$ROLLBOOK_BIN" replay nobody 2>err.txt && exit 1 || [ $? -eq 3 ]
grep -q nobody err.txt
# Inputs are those of the run's own secret: a replay has it, another run of the same seed has not.
"$ROLLBOOK_BIN" run best-of-n --tasks 28 --k 1 --case tiny --seed 11 --name other -q >/dev/null
[ "$(q "SELECT count(DISTINCT input_seed) FROM v_evaluation WHERE run IN ('src', 'again')")" -eq 1 ]
[ "$(q "SELECT count(DISTINCT input_seed) FROM v_evaluation WHERE run IN ('src', 'other')")" -eq 2 ]
