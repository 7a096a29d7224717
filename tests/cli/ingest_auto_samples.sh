# "ingest auto" knows the formats of samples, answers, benchmarks, profiles and trainers by content.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

recognised() {
    printf '%b' "$3" >"$2"
    status=0
    "$ROLLBOOK_BIN" ingest auto "$2" --level 1 --run-name "$2" --format csv >out 2>err </dev/null || status=$?
    [ "$status" -eq 0 ] || complain "$2: status $status: $(cat err)"
    [ "$(tail -n +2 <out | cut -d, -f2)" = "$1" ] || complain "$2: not taken as $1: $(cat out err)"
}
recognised samples a.json '{"raw_scored_generations": {"sample_1": [true]}}'
recognised samples b.jsonl '{"name": "x_1", "is_solved": true}\n{"name": "x_2", "is_solved": false}\n'
recognised samples c.jsonl '\357\273\277{"task_id": "HumanEval/1", "passed": true}\n'
recognised completions d.json '{"choices": [{"text": "a", "logprobs": {"tokens": ["a"], "token_logprobs": [-1]}}]}'
recognised completions e.jsonl '{"token": "a", "logprob": -1}\n{"token": "b", "logprob": -1}\n'
recognised robust-kbench f.csv 'Correct,Runtime (ms),Speedup Compile,task_name\nTrue,1,2,t\n'
recognised robust-kbench g.json '{"filter_output_std": true, "filter_input_impact": false}'
recognised nvbench h.json '{"benchmarks": [{"name": "b", "states": [{"name": "s", "is_skipped": true}]}]}'
recognised google-benchmark i.json '{"benchmarks": [{"name": "b", "real_time": 1}]}'
recognised telemetry j.jsonl '{"problem_id": 1, "raw_action": "a", "assembled_code": "b"}\n'
recognised telemetry k.json '{"step_summaries": []}'
recognised rollouts l.jsonl '{"input": "a", "output": "b", "score": 1}\n'
recognised rollouts m.jsonl '{"prompt": "a", "completion": "b", "r": 1, "advantage": 0}\n'
status=0
printf '{"nothing": "known"}' >n.json
"$ROLLBOOK_BIN" ingest auto n.json >out 2>err || status=$?
[ "$status" -eq 3 ] || complain "an unknown file: status $status: $(cat err)"

