# What a server of the Tinker protocol must do for the policy "tinker": sourced with url, python and reduction set, and model/ made by tiny_model.py.
run() {
    strategy=$1
    name=$2
    shift 2
    "$ROLLBOOK_BIN" run $strategy --db a.db --policy tinker --tasks 4 --case tiny -q --name $name --temperature 1 --policy-config "{\"base_url\": \"$url\",
        \"model\": \"$PWD/model\", \"python\": \"$python\", \"max_tokens\": 96, \"rank\": 4, \"learning_rate\": 0.01, \"reasoning_effort\": \"low\",
        \"logprob_semantics\": \"raw\", \"loss_reduction\": \"$reduction\"}" "$@" >out 2>&1 || fail "run $strategy: $(cat out) $(grep -i error server.log | tail -3)"
}
sql() {
    "$ROLLBOOK_BIN" sql -q --db a.db --format csv "$1" | tail -n +2
}
holds() {
    [ "$(sql "SELECT $1")" = 1 ] || complain "not so: $1; $(sql "$2")"
}

# Sampled log-probs are those of scoring, and an update is made from ratios of 1; short answers are rewarded, and become likelier.
run ttt ttt --k 4 --steps 1 --reward composite:a=0,b=0,c=0,length=1
"$ROLLBOOK_BIN" run score --db a.db --run ttt --checkpoints-of ttt >out 2>&1 || fail "run score: $(cat out)"
scores="FROM score s JOIN rollout r USING (rollout_id) JOIN run ON run.run_id = r.run_id AND run.name = 'ttt' JOIN step p ON p.run_id = run.run_id
    AND p.checkpoint_id = s.checkpoint_id JOIN reward w USING (rollout_id) JOIN v_rollout v USING (rollout_id) WHERE r.step = 0"
rows="SELECT p.step, s.sum_logprob, v.sum_logprob, w.advantage $scores"
holds "count(*) = 4 AND max(abs(s.sum_logprob - v.sum_logprob)) < 0.01 $scores AND p.step = 0" "$rows"
holds "sum(w.advantage * s.sum_logprob * (2 * p.step - 1)) > 0 $scores" "$rows"
metrics="SELECT update_metrics FROM step JOIN run USING (run_id) WHERE name = 'ttt'"
holds "abs((update_metrics ->> 'mean_ratio') - 1) < 0.001 FROM step JOIN run USING (run_id) WHERE name = 'ttt' AND step = 0" "$metrics"

# Demonstrations become likelier from step to step.
"$ROLLBOOK_BIN" run best-of-n --db a.db --policy replay --policy-config "$(cat model/answers.json)" --tasks 4 --case tiny -q --name shown --k 2 >out 2>&1 ||
    fail "replay: $(cat out)"
run sft sft --teacher shown --held-out 0 --epochs 3 --batch 2 --k 1
losses="SELECT step, update_metrics ->> 'loss' FROM step JOIN run USING (run_id) WHERE name = 'sft' AND update_metrics IS NOT NULL"
holds "count(*) >= 3 AND sum(falls) = count(falls) FROM (SELECT (update_metrics ->> 'loss') < lag(update_metrics ->> 'loss') OVER (ORDER BY step) AS falls
    FROM step JOIN run USING (run_id) WHERE name = 'sft' AND update_metrics IS NOT NULL)" "$losses"

# A teacher scores, a step is learned, and what is saved is sampled.
run sdpo sdpo --k 2 --steps 1
holds "count(*) = 4 AND count(DISTINCT s.role) = 2 FROM score s JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE name = 'sdpo'" "SELECT * FROM v_score"
holds "count(*) = 4 FROM v_rollout WHERE run = 'sdpo'" "SELECT * FROM v_rollout WHERE run = 'sdpo'"
"$ROLLBOOK_BIN" verify --db a.db >out 2>&1 || complain "verify: $(cat out)"
