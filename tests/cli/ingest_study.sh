# A whole study from other tools' files: seed, strategy, step, model and run by option, by fields and by
# the names of files and folders; runs of one study compare as runs made here do, and its reports are
# made without a line of SQL.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# samples STRATEGY SEED STEP: what happened, one sample a line: task, sample, correct, runtime_ms, log-prob.
samples() {
    awk -v adapted="$1" -v seed="$2" -v step="$3" 'BEGIN {
        srand(seed * 100 + step * 7 + (adapted == "ttt"))
        split("4 5 12 14 15", task, " ")
        for (t = 1; t <= 5; t++)
            for (i = 0; i < 6; i++) {
                ms = 0.5 + t / 4 + rand() * (adapted == "ttt" ? 1.6 : 1.2)
                printf "%d %d %d %.6f %.6f\n", task[t], i, rand() < 0.8, ms, -0.2 - rand() - 0.3 / ms
            }
    }'
}

telemetry() { # RUN SEED STEP
    awk -v run="$1" -v seed="$2" -v step="$3" '{
        printf "{\"run_id\": \"%s\", \"seed\": %d, \"model_id\": \"gpt\", \"problem_id\": %d, \"level\": 1, \"kernel_id\": \"k\", \"step_idx\": %d, \"sample_idx\": %d, ", run, seed, $1, step, $2
        printf "\"compiled\": true, \"correctness\": %s, \"runtime_us\": %.3f, \"ref_runtime_us\": 1500.0, \"speedup\": %f, \"reward\": %f, \"mean_logprob\": %s, \"error_message\": \"\", \"error_trace\": \"\"}\n",
            $3 ? "true" : "false", $3 ? $4 * 1000 : -1, $3 ? 1.5 / $4 : 0, $3 ? 1.5 / $4 : 0, $5
    }'
}

kernelbench() {
    awk 'BEGIN { printf "{" }
        { printf "%s", $1 == last ? ", " : (last == "" ? "" : "], ") "\"" $1 "\": ["; last = $1
          printf "{\"sample_id\": %d, \"compiled\": true, \"correctness\": %s, \"metadata\": {\"hardware\": \"NVIDIA H100\"}, \"runtime\": %s, \"ref_runtime\": 1.5, \"mean_logprob\": %s}",
            $2, $3 ? "true" : "false", $3 ? $4 : -1, $5 }
        END { print "]}" }'
}

kernelgym() {
    awk '{ printf "{\"uid\": \"u%d\", \"num_turns\": 1, \"turns\": [{\"turn_id\": 1, \"mean_logprob\": %s, \"response\": \"```python\\nk%d-%d\\n```\", \"score\": 0, \"metrics\": {\"problem_id\": %d, \"sample_id\": %d, ", $1, $5, $1, $2, $1, $2
           printf "\"correctness\": %s, \"compilation\": true, \"performance\": %f, \"tool_response\": \"{\\\"kernel_runtime\\\": %s, \\\"reference_runtime\\\": 1.5}\"}}]}\n", $3 ? "true" : "false", $3 ? 1.5 / $4 : 0, $3 ? $4 : -1 }'
}

# The same study in three formats.  By fields; by folders; by file names.
for seed in 42 43; do
    for method in bon ttt; do
        steps='0 1 2'
        [ "$method" = ttt ] || steps=0
        for step in $steps; do
            samples $method $seed "$step" >s
            telemetry "${method}_$seed" $seed "$step" <s >>telemetry.jsonl
            mkdir -p "kb/$method/seed_$seed/step_$step" "kg/${method}_seed$seed"
            kernelbench <s >"kb/$method/seed_$seed/step_$step/eval_results.json"
            kernelgym <s >"kg/${method}_seed$seed/rollouts_step_$step.jsonl"
            kernelbench <s >"$method-$seed-$step.json"
        done
    done
done
"$ROLLBOOK_BIN" ingest telemetry telemetry.jsonl --db study.db >out 2>err </dev/null || complain "telemetry: $(cat err)"
"$ROLLBOOK_BIN" ingest auto kb --level 1 --db kb.db >out 2>err </dev/null || complain "kernelbench: $(cat err)"
# Of the first file of a folder.
said 'kb/ttt/seed_43/step_0: strategy ttt guessed from the path; --strategy overrides it'
said 'kb/ttt/seed_43/step_0: seed 43 guessed from the path'
said 'kb/ttt/seed_43/step_2: step 2 guessed from the path'
"$ROLLBOOK_BIN" ingest auto kg --level 1 --model gpt --db kg.db >out 2>err </dev/null || complain "kernelgym: $(cat err)"
# By option: nothing in these names says anything.
for seed in 42 43; do
    expect 0 ingest kernelbench bon-$seed-0.json --level 1 --strategy best_of_n --seed $seed --run-name a-$seed --model gpt --db option.db
    for step in 0 1 2; do
        expect 0 ingest kernelbench ttt-$seed-$step.json --level 1 --strategy ttt --seed $seed --step $step --run-name b-$seed --model gpt --db option.db
    done
done
shape="SELECT strategy, seed, model, k, n_steps, (SELECT count(*) FROM v_rollout r WHERE r.run = v_run.run) AS n FROM v_run ORDER BY 1, 2"
for db in study kb kg option; do
    export ROLLBOOK_DB="$PWD/$db.db"
    model=gpt
    [ $db = kb ] && model=NA
    rows "$shape" "best-of-n,42,$model,6,0,30\nbest-of-n,43,$model,6,0,30\nttt,42,$model,6,2,90\nttt,43,$model,6,2,90\n"
    for report in ttt-vs-bon selection training; do
        expect 0 report $report -o $db-$report.pdf
        [ -s $db-$report.pdf ] || complain "$db: no report $report"
    done
    "$ROLLBOOK_BIN" sql --format csv "SELECT group_concat(run) FROM (SELECT run FROM v_run ORDER BY strategy, seed)" | tail -n 1 | tr -d '"' >runs
    expect 0 analyze compare --runs "$(cat runs)" --format csv
    cp out $db.compare
    expect 0 analyze selection --format csv
    grep '^surprisal-guided,' out | cut -d, -f2-4,9 >$db.picks
    expect 0 analyze trajectory --runs "$(cut -d, -f3 runs)" --format csv
    sed 's/^[^,]*,//' out >$db.steps
done
# What holds of the study does not depend on the format.
for db in kb kg option; do
    cmp -s study.picks $db.picks || complain "$db: selection differs: $(cat study.picks $db.picks)"
    cmp -s study.steps $db.steps || complain "$db: trajectories differ: $(cat study.steps $db.steps)"
    # Halves for cross-fitting are drawn in the order of the runs, in which they were imported.
    awk -F, '$2 ~ /^mean_a$|_in_sample$/ { printf "%s %.9f\n", $2, $3 }' study.compare >want
    awk -F, '$2 ~ /^mean_a$|_in_sample$/ { printf "%s %.9f\n", $2, $3 }' $db.compare >got
    [ -s want ] && cmp -s want got || complain "$db: the comparison differs: $(cat want got)"
done
rows "SELECT run FROM v_run ORDER BY 1" 'a-42\na-43\nb-42\nb-43\n'
export ROLLBOOK_DB="$PWD/kb.db"
rows "SELECT run FROM v_run ORDER BY 1" 'bon/seed_42\nbon/seed_43\nttt/seed_42\nttt/seed_43\n'
expect 0 ingest auto kb --level 1
rows "SELECT count(*), (SELECT count(*) FROM run) FROM rollout" '240,4\n'

# A run has one strategy, seed and model.  Records that differ in one get a run of their own ...
export ROLLBOOK_DB="$PWD/mixed.db"
telemetry one 1 0 <s | head -n 1 >mixed.jsonl
telemetry one 2 0 <s | sed -n 2p >>mixed.jsonl
telemetry two 2 0 <s | sed -n 3p >>mixed.jsonl
expect 0 ingest telemetry mixed.jsonl --format csv
counts 'one and 2 more,3,3,0,0,0'
said "records of another seed have a run of their own, 'one/seed-2'"
rows "SELECT run, seed FROM v_run ORDER BY 1" 'one,1\none/seed-2,2\ntwo,2\n'
expect 0 ingest telemetry mixed.jsonl --format csv
counts 'one and 2 more,3,0,3,0,0'
# ... and a file that differs as a whole is refused.
expect 0 ingest kernelbench bon-42-0.json --level 1 --run-name x --model A
expect 2 ingest kernelbench bon-43-0.json --level 1 --run-name x --model B
said "run 'x' is of model A, and this file of B: give another --run-name"
expect 2 ingest kernelbench ttt-42-0.json --level 1 --run-name x --strategy best-of-m
said "did you mean 'best-of-n'?"
expect 2 ingest kernelbench ttt-42-0.json --level 1 --run-name x --seed -1
expect 2 ingest kernelbench-baseline ttt-42-0.json --level 1 --strategy ttt
said 'a baseline has no strategy, seed or step'
# What was not known may be said later.
expect 0 ingest kernelbench bon-42-0.json --level 1 --run-name x --model A --strategy bon --seed 5
rows "SELECT strategy, seed, model FROM v_run WHERE run = 'x'" 'best-of-n,5,A\n'
