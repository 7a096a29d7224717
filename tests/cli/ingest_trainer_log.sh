# What trainers log of their steps: trainer_state.json, verl's file logger, histories of W&B.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/trainer-log
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

mkdir grpo
cp "$fixtures/trainer_state.json" grpo/
expect 0 ingest auto grpo --format csv
said 'JSON with log_history and global_step'
said '"log_history", item 4: the entry has no step'
said '"log_history", item 5: step 3 already has loss with a different value'
counts grpo,5,3,0,2,0
# Entries of one step become its metrics; what is no number is kept and not drawn.
rows "SELECT step, json_extract(update_metrics, '\$.reward', '\$.eval_reward', '\$.train_loss', '\$.grad_norm', '\$.step') FROM step ORDER BY step" \
'1,"[0.25,0.2,null,0.52,null]"
2,"[0.5,null,null,""nan"",null]"
3,"[0.75,null,0.0077,0.4,null]"
'
rows "SELECT count(*) FROM step JOIN json_each(update_metrics) WHERE key = 'epoch'" '3\n'
expect 0 analyze training --run grpo --metric 'update reward' --smooth 0 --format csv
tail -n +2 out | cut -d, -f3-4 >got
grep -q '0.25' out && grep -q '0.75' out || complain "training: $(cat out)"
# Again: nothing is added.  Other numbers for a step that is there are refused.
expect 0 ingest trainer-log grpo/trainer_state.json --format csv
counts grpo,5,0,3,2,0
sed 's/"reward": 0.5,/"reward": 0.6,/' grpo/trainer_state.json >other.json
expect 0 ingest trainer-log other.json --run-name grpo --format csv
counts grpo,5,0,2,3,0
said "refused: step 2: run 'grpo' already has this step with different metrics"
printf '{"log_history": [{"step": 1, "reward": 9}]}' >third.json
expect 1 ingest trainer-log third.json --run-name grpo
said "refused: step 1: run 'grpo' already"
mkdir -p beside/grpo
cp third.json beside/grpo/trainer_state.json
expect 1 ingest trainer-log beside/grpo/trainer_state.json
said '--run-name NAME to import the file as a run of its own'
# A checkpoint's folder is a part of the run's.
mkdir -p sft/checkpoint-20
cp grpo/trainer_state.json sft/checkpoint-20/
expect 0 ingest auto sft --format csv
counts sft,5,3,0,2,0
# A log that has grown brings its new steps.
printf '{"_step": 0, "_runtime": 1.5, "train/reward": 0.1}\n{"_step": 1, "_runtime": 3, "train/reward": 0.2}\n' >wandb.jsonl
expect 0 ingest auto wandb.jsonl --run-name w --format csv
said 'records with _step and metrics'
counts w,2,2,0,0,0
printf '{"_step": 2, "_runtime": 4.5, "train/reward": 0.3}\nnonsense\n' >>wandb.jsonl
expect 0 ingest trainer-log wandb.jsonl --run-name w --format csv
counts w,4,1,2,1,0
said 'line 4:'
# verl's metrics lie a level deeper.
printf '{"step": 1, "data": {"actor/pg_loss": 0.5, "critic/score/mean": 0.1}}\n' >verl.jsonl
expect 0 ingest trainer-log verl.jsonl --run-name v
rows "SELECT s.step, s.update_metrics FROM step s JOIN run USING (run_id) WHERE name = 'v'" '1,"{""actor/pg_loss"":0.5,""critic/score/mean"":0.1}"\n'
# Damaged, empty, foreign, and a run that was made here.
expect 4 ingest trainer-log /dev/null --run-name x
head -c 400 grpo/trainer_state.json >cut.json
expect 4 ingest trainer-log cut.json --run-name x
printf '[1, {"a": 2}]' >none.json
expect 4 ingest trainer-log none.json --run-name x
printf '{"log_history": []}' >none.json
expect 3 ingest trainer-log none.json --run-name x
expect 2 ingest trainer-log - --format csv
# The log alone draws its curves: no rollout is needed, and the loss is among the points.
expect 0 figure training --run w -o curve.pdf --csv curve.csv
[ "$(grep -c '^w,update ' curve.csv)" -ge 2 ] || complain "no curve of the trainer's metrics: $(cat curve.csv)"
