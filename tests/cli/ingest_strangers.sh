# Other people's folders: a run a file, clashes, kernels under other names, files of no format, trees.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

result() { # RUNTIME PROBLEM...
    ms=$1
    shift
    printf '{'
    sep=
    for p in "$@"; do
        printf '%s"%s": {"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": %s}' "$sep" "$p" "$ms"
        sep=', '
    done
    printf '}\n'
}

# Many result files in one folder: a run each; the parts of one run stay together.
mkdir -p many whole
result 1.0 1 2 3 >many/gpt_eval.json
result 2.0 1 2 3 >many/claude_eval.json
result 3.0 1 2 3 >many/eval_results.json
result 1.5 1 2 >whole/level_1_results.json
result 2.5 1 2 >whole/level_2_results.json
expect 0 ingest auto many --level 1 --format csv
expect 0 ingest auto whole --format csv
rows "SELECT run, count(*), min(runtime_us), max(runtime_us) FROM v_rollout GROUP BY run ORDER BY 1" \
'many,3,3000,3000\nmany/claude_eval,3,2000,2000\nmany/gpt_eval,3,1000,1000\nwhole,4,1500,2500\n'
# A clash refuses the file whole, and says what to do.
result 4.0 2 3 4 >other.json
expect 1 ingest kernelbench other.json --level 1 --run-name many
said "run 'many' already has 2 of its records with different content"
said 'use --run-name NAME to import it as a run of its own'
rows "SELECT count(*) FROM v_rollout WHERE run = 'many'" '3\n'
rows "SELECT count(*) FROM import_source WHERE path = 'other.json'" '0\n'
expect 0 ingest kernelbench other.json --level 1 --run-name other
# The same path again, grown and with a record that changed: that one is refused, the new one stored.
{ head -c -2 other.json | sed 's/"runtime": 4.0}$/"runtime": 9.0}/'; printf ', "5": {"sample_id": 0, "compiled": false, "correctness": false, "metadata": {}, "runtime": -1}}\n'; } >grown.json
mv grown.json other.json
expect 0 ingest kernelbench other.json --level 1 --run-name other --format csv
tail -n +2 out | cut -d, -f4- >got
[ "$(cat got)" = 4,1,2,1,0 ] || complain "a grown file: $(cat got err)"

# Kernels beside the results.
mkdir -p side/generated_kernels/level_1 flat
result 1.0 3 4 >side/eval_results.json
printf 'three\n' >side/generated_kernels/level_1/problem_3.py
printf 'reference\n' >side/generated_kernels/level_1/problem_3_ref.py
printf 'other level\n' >side/generated_kernels/problem_9.py
expect 0 ingest auto side --level 1
said '1 samples got their kernel from the file in the results'
rows "SELECT problem_id, trim(code, char(10)) FROM v_rollout WHERE run = 'side' ORDER BY 1" '3,three\n4,NA\n'
result 1.0 3 4 >flat/results.json
printf 'k3\n' >flat/problem_3_kernel.py
printf 'k4\n' >flat/problem_4_kernel.py
printf 'k4 too\n' >flat/problem_4_kernel.cu
expect 0 ingest kernelbench flat/results.json --level 1
said '1 samples match several files'
rows "SELECT problem_id, trim(code, char(10)) FROM v_rollout WHERE run = 'flat' ORDER BY 1" '3,k3\n4,NA\n'
printf '{"1": {"compiled": false, "correctness": false, "kernel_code": "None", "metadata": {"other_error": "no module named x"}}}' >none.json
expect 0 ingest kernelbench none.json --level 1 --run-name none
rows "SELECT outcome, code, compile_log FROM v_rollout WHERE run = 'none'" 'compile,NA,no module named x\n'

# A text that cannot be costs its record, not the file.
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0}],\n "2": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0, "note": "a\\u0000b"}],\n "3": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0, "note": "\\ud800"}]}' >nul.json
expect 0 ingest kernelbench nul.json --level 1 --run-name nul --format csv
counts 'nul,3,1,0,2,0'
said '\u0000 in a string'
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.0,, }]}' >broken.json
expect 4 ingest kernelbench broken.json --level 1 --run-name broken

# What no format recognises is led to a map.
printf '{"samples": [{"q": 1, "verdict": "good"}]}' >strange.json
expect 3 ingest auto strange.json
said "'rollbook ingest map-template >m.json', then 'rollbook ingest jsonl strange.json --map m.json'"
printf 'model,problem 1,problem 2\na,1,0\n' >wide.csv
expect 3 ingest auto wide.csv
said "'rollbook ingest csv wide.csv --map m.json'"
expect 4 ingest kernelbench wide.csv --level 1 --run-name wide
said 'no line begins as JSON does'
[ "$(wc -l <err)" -eq 1 ] || complain "a table as JSON: $(cat err)"
printf '{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "plan": {"steps": []}, "samples": [{"id": 1, "output": {"choices": [{"message": {"content": "x"}, "logprobs": null}]}}]}' >inspect.json
expect 3 ingest auto inspect.json
said '--map m.json'

# A tree says one line a folder.
mkdir -p tree/a tree/b
for i in $(seq 1 40); do
    echo "x = $i" >"tree/a/m$i.py"
    printf '{"uid": "u%d", "turns": [{"turn_id": 1, "response": "r%d", "metrics": {"correctness": false, "compilation": true, "performance": 0}}]}\n' "$i" "$i" >"tree/b/c$i.jsonl"
done
expect 0 ingest auto tree --run-name tree --format csv
said 'tree/a: 40 files of no known format, passed over: 40 .py'
[ "$(wc -l <err)" -le 3 ] || complain "a tree says $(wc -l <err) lines: $(cat err)"
