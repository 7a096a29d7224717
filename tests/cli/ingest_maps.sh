# Maps that reach further: offsets, names above the record, parts of a text, a second file joined by a
# key, the run of a record, speedups alone; and maps that would have been wrong in silence.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

bad_map() {
    printf '%s' "$1" >bad.json
    expect 4 ingest jsonl zero.jsonl --map bad.json
    said "$2"
}

printf '{"id": 0, "ok": true, "ms": 2, "src": "a"}\n{"id": 1, "ok": true, "ms": 4, "src": "None"}\n' >zero.jsonl
bad_map '{"fields": {"problem": "/id"}, "ofset": 1}' "the map: unknown member 'ofset'; 'rollbook ingest map-template' explains all of them"
bad_map '{"fields": {"problem": {"from": "/id", "offest": 1}}}' "problem: unknown member 'offest'; 'rollbook ingest map-template' explains all of them; did you mean 'offset'?"
bad_map '{"fields": {"problem": "/id", "runtime_us": {"from": "/ms", "factr": 1000}}}' "runtime_us: unknown member 'factr'; 'rollbook ingest map-template' explains all of them; did you mean 'factor'?"
bad_map '{"fields": {"problem": "/id", "runtme_us": "/ms"}}' "unknown field 'runtme_us'; 'rollbook ingest map-template' lists the fields; did you mean 'runtime_us'?"
bad_map '{"fields": {"problem": {"from": "/id", "offset": 0.5}}}' 'problem: "offset" must be a whole number'
bad_map '{"fields": {"problem": {"key": 1}}}' 'problem: key 1, but "depth" is 0'
bad_map '{"depth": 9, "fields": {"problem": {"key": 1}}}' '"depth" must be a whole number from 0 to 4'
bad_map '{"fields": {"problem": {"from": "/id", "match": "("}}}' 'problem: match:'
bad_map '{"fields": {"problem": {"from": "/id", "match": "x"}}}' 'problem: "match" has no group'
bad_map '{"fields": {"correct": {"from": "/id", "otherwise": false}}}' 'correct: "otherwise" is for a text that "match" does not fit'
bad_map '{"fields": {"correct": {"from": "/id", "then": false}}}' 'correct: "then" is for a text that "match" fits'
bad_map '{"fields": {"problem": "/id", "code": {"joined": "/x"}}}' 'code: there is no joined file'
printf '{"fields": {"problem": "/id"}, "join": {"file": "absent.json", "here": "/id"}}' >bad.json
expect 2 ingest jsonl zero.jsonl --map bad.json
said 'absent.json'

# Problems that count from 0, and a pointer that is never right.
printf '{"fields": {"problem": {"from": "/id", "offset": 1}, "level": {"constant": 1}, "suite": {"constant": "kernelbench"}, "correct": "/ok", "code": "/src", "runtime_us": {"from": "/ms", "factor": 1000}, "log": "/lgo", "hardware": "/gpu"}}' >m.json
expect 0 ingest jsonl zero.jsonl --map m.json --format csv
said '2 fields of the map are in no record: log (/lgo), hardware (/gpu)'
rows "SELECT task, runtime_us, code, json_extract(extra, '\$.id') FROM v_rollout ORDER BY 1" 'l1/1,2000,a,0\nl1/2,4000,NA,1\n'

# An object of records under their names, in two levels; a part of a name; a list below.
cat >deep.json <<'END'
{"meta": 1, "results": {"level_2": {"problem_7.py": {"ok": true, "x": 2.5}, "problem_8.py": [{"ok": false}, {"ok": true, "x": 0.5}]}, "level_3": {"problem_7.py": {"ok": true, "x": null}}}}
END
cat >deep_map.json <<'END'
{"suite": "kernelbench", "records": "/results", "depth": 2, "comment": "theirs",
 "fields": {"level": {"key": 2, "match": "_([0-9]+)$"}, "problem": {"key": 1, "match": "([0-9]+)"}, "correct": "/ok", "speedup": "/x", "baseline": {"constant": "torch"}}}
END
expect 0 ingest jsonl deep.json --map deep_map.json --run-name deep --format csv
counts deep,4,4,0,0,0
rows "SELECT task, sample, correct, outcome FROM v_rollout WHERE run = 'deep' ORDER BY 1, 2" 'l2/7,0,1,measured\nl2/8,0,0,mismatch\nl2/8,1,1,measured\nl3/7,0,1,measured\n'
# Speedups without runtimes are analysed as what the source claims.
expect 0 analyze summary --run deep --baseline torch --null-as drop --format csv
expect 0 analyze fast-p --run deep --baseline torch --null-as fail --p 1 --format csv
grep -q '^deep,torch,1,1,4,' out || complain "claims: $(cat out)"

# A second file, joined by a key: codes beside results.
printf 'problem,passed,ms\n3,1,2.0\n4,0,\n5,1,1.0\n' >t.csv
printf '{"task": 3, "kernel": "three"}\n{"task": 4, "kernel": "four"}\n' >codes.jsonl
mkdir maps
printf '{"join": {"file": "../codes.jsonl", "here": "problem", "there": "/task"}, "fields": {"problem": "problem", "correct": "passed", "runtime_us": {"from": "ms", "factor": 1000}, "code": {"joined": "/kernel"}}}' >maps/join.json
expect 0 ingest csv t.csv --map maps/join.json --run-name joined --format csv
rows "SELECT problem_id, correct, code FROM v_rollout WHERE run = 'joined' ORDER BY 1" '3,1,three\n4,0,four\n5,1,NA\n'
printf '{"3": {"kernel": "x"}, "4": {"kernel": "y"}}' >named.json
printf '{"join": {"file": "named.json", "here": "/id"}, "fields": {"problem": "/id", "correct": "/ok", "code": {"joined": "/kernel"}}}' >named_map.json
printf '[{"id": 3, "ok": true}, {"id": 4, "ok": true}]' >main.json
expect 0 ingest jsonl main.json --map named_map.json --run-name named --format csv
rows "SELECT problem_id, code FROM v_rollout WHERE run = 'named' ORDER BY 1" '3,x\n4,y\n'
printf '{"task": 3}\n{"task": 3}\n' >codes.jsonl
expect 4 ingest csv t.csv --map maps/join.json --run-name twice
said "two records have the key '3'"

# Code beside its metadata, and metrics of steps.
mkdir -p tree/p1 tree/p2
for p in 1 2; do
    printf '{"ok": true}' >tree/p$p/meta.json
    printf 'kernel %d' $p >tree/p$p/optimized.py
done
printf '{"suite": "b", "fields": {"problem": {"path": true, "match": "/p([0-9])/"}, "correct": "/ok", "code": {"beside": "optimized.py"}}}' >maps/beside.json
expect 0 ingest jsonl tree/p1/meta.json tree/p2/meta.json --map maps/beside.json --run-name beside --format csv
rows "SELECT problem_id, code FROM v_rollout WHERE run = 'beside' ORDER BY 1" '1,kernel 1\n2,kernel 2\n'
sed 's/optimized/..\/optimized/' maps/beside.json >maps/away.json
expect 4 ingest jsonl tree/p1/meta.json --map maps/away.json --run-name away
said "without '/'"
printf '{"it": 0, "tr": {"loss": 1.5}}\n{"it": 5, "tr": {"loss": "x"}}\n' >history.jsonl
printf '{"fields": {"step": "/it"}, "metrics": {"train/loss": "/tr/loss"}}' >maps/metrics.json
expect 0 ingest jsonl history.jsonl --map maps/metrics.json --run-name beside --format csv
rows "SELECT step, update_metrics FROM v_step WHERE run = 'beside' AND update_metrics IS NOT NULL" '0,"{""train/loss"":1.5}"\n'

# A status in words: what does not fit is a failure, and a status that is not there is none.
printf '{"suite": "words", "fields": {"task": "/t", "correct": {"from": "/status", "match": "^(Success)", "otherwise": false}, "message": "/status"}}' >maps/words.json
printf '{"t": "a", "status": "Success"}\n{"t": "b", "status": "Failed: no code"}\n{"t": "c"}\n' >words.jsonl
expect 0 ingest jsonl words.jsonl --map maps/words.json --format csv
rows "SELECT outcome, correct, message FROM v_rollout WHERE run = 'words' ORDER BY rollout_id" 'measured,1,Success\nno_code,0,Failed: no code\nNA,NA,NA\n'
# A status that names the failure is turned round; where "then" says the value, no group is needed.
printf '{"suite": "words", "fields": {"task": "/t", "compiled": {"from": "/error", "match": "^(build|parse) failed", "then": false, "otherwise": true}, "correct": {"from": "/error", "match": "^$", "then": true, "otherwise": false}}}' >maps/failed.json
printf '{"t": "a", "error": ""}\n{"t": "b", "error": "build failed"}\n{"t": "c", "error": "wrong"}\n{"t": "d"}\n' >failed.jsonl
expect 0 ingest jsonl failed.jsonl --map maps/failed.json --format csv
rows "SELECT task_name, outcome, compiled, correct FROM v_rollout WHERE run = 'failed' ORDER BY rollout_id" 'a,measured,1,1\nb,compile,0,0\nc,mismatch,1,0\nd,NA,NA,NA\n'

# Of a result a file, one that is refused or damaged does not stop the others.
mkdir -p tree
for i in 1 2 3 4; do printf '{"t": "p", "ok": true}' >"tree/eval_$i.json"; done
printf '{"error": "no build"}' >tree/eval_2.json
printf '{"t": ' >tree/eval_3.json
printf '{"fields": {"task": "/t", "sample": {"path": true, "match": "eval_([0-9]+)"}, "correct": "/ok"}}' >maps/tree.json
expect 4 ingest jsonl tree/eval_*.json --map maps/tree.json --run-name tree --format csv
said 'eval_2.json: all 1 records were refused'
said 'eval_3.json:1:'
rows "SELECT sample FROM v_rollout WHERE run = 'tree' ORDER BY 1" '1\n4\n'
expect 2 ingest jsonl absent.json tree/eval_1.json --map maps/tree.json --run-name other
rows "SELECT count(*) FROM run WHERE name = 'other'" '0\n'

# A NUL byte costs a table its line, not the rest, in quotes too.
printf 'problem_id,sample_id,compiled\n1,0,Tr\0ue\n2,0,True\n3,0,"a\0b"\n4,0,False' >nul.csv
printf '{"suite": "c", "fields": {"problem": "problem_id", "sample": "sample_id", "compiled": "compiled"}}' >nul_map.json
expect 0 ingest csv nul.csv --map nul_map.json --db nul.db --format csv
said 'nul.csv:2: the line contains a NUL byte, so this is not a file of text'
counts 'nul,4,2,0,2,0'
# Rows that end with CR alone are recognised as others are.
printf 'problem_id,sample_id,compiled,correctness,runtime\r1,0,True,True,1.5\r2,0,True,False,\r' >old.csv
expect 0 ingest auto old.csv --level 1 --db nul.db --format csv
said 'CSV with problem_id, correctness and runtime'
[ "$(tail -n +2 out | cut -d, -f4,5)" = 2,2 ] || complain "CR alone: $(cat out)"

# A study by a map alone.
awk 'BEGIN { srand(3); split("base adapted", method, " ")
    for (s = 1; s <= 2; s++) for (m = 1; m <= 2; m++) for (g = 0; g < (m == 2 ? 3 : 1); g++) for (t = 1; t <= 4; t++) for (i = 0; i < 5; i++)
        printf "{\"exp\": \"%s %d\", \"algo\": \"%s\", \"rng\": %d, \"gen\": %d, \"who\": \"gpt\", \"pid\": %d, \"x\": %f, \"lp\": %f}\n", method[m], s, m == 2 ? "TTT" : "best_of_n", s, g, t - 1, 0.5 + rand() * t / 2, -rand() }' >study.jsonl
printf '{"suite": "kernelbench", "fields": {"run": "/exp", "strategy": "/algo", "seed": "/rng", "step": "/gen", "model": "/who", "level": {"constant": 1}, "problem": {"from": "/pid", "offset": 1}, "runtime_us": {"constant": "1000"}, "speedup": "/x", "correct": {"constant": "true"}, "mean_logprob": "/lp"}}' >study_map.json
expect 0 ingest jsonl study.jsonl --map study_map.json --db study.db --format csv
counts 'base 1 and 3 more,160,160,0,0,0'
export ROLLBOOK_DB="$PWD/study.db"
rows "SELECT run, strategy, seed, model, k, n_steps FROM v_run ORDER BY 1" 'adapted 1,ttt,1,gpt,5,2\nadapted 2,ttt,2,gpt,5,2\nbase 1,best-of-n,1,gpt,5,0\nbase 2,best-of-n,2,gpt,5,0\n'
for report in ttt-vs-bon selection training; do
    expect 0 report $report -o $report.pdf
done

# A tree with one result a file: run, task and sample are in the path.
for s in 1 2; do
    mkdir -p "jobs/model-a/sample$s/add"
    echo '{"ms": 2, "ok": true, "x": '$s'}' >"jobs/model-a/sample$s/add/reward.json"
done
cat >path.json <<'END'
{"suite": "tree", "fields": {"run": {"path": true, "match": "/jobs/([^/]+)/"}, "sample": {"path": true, "match": "/sample([0-9]+)/"},
 "task": {"path": true, "match": "/([^/]+)/reward.json$"}, "correct": "/ok", "runtime_us": {"from": "/ms", "factor": 1000}}}
END
expect 0 ingest jsonl jobs/*/*/*/reward.json --map path.json --db tree.db
"$ROLLBOOK_BIN" sql --db tree.db --format csv "SELECT run, task_name, sample, runtime_us FROM v_rollout ORDER BY sample" | tail -n +2 >got
printf 'model-a,add,1,2000\nmodel-a,add,2,2000\n' >want
cmp -s got want || complain "by path: $(cat got)"
sed 's/{"path": true, "match": ".sample/{"constant": 1, "path": true, "match": "\/sample/' path.json >both.json
expect 4 ingest jsonl jobs/model-a/sample1/add/reward.json --map both.json --db tree.db
said '"beside" or "path": true'
# A time without a verdict is no success, and that is said.
sed 's/"correct": ".ok", //' path.json >unjudged.json
expect 0 ingest jsonl jobs/model-a/sample1/add/reward.json --map unjudged.json --db unjudged.db
said '1 records have a time and no verdict'
# What auto cannot tell in a folder is led to a map.
expect 3 ingest auto jobs --db tree.db
said "'rollbook ingest map-template >m.json'"
# A wide table: a record holds a sample for each name.
printf 'task,speedup_gpt4,correct_gpt4,speedup_o3,correct_o3\n1,1.2,1,,0\n2,,0,2.5,1\n3,,,0.5,1\n' >wide.csv
fields='"level": {"constant": 1}, "problem": "task", "run": {"constant": "wide-{}"}, "model": {"constant": "{}"}, "speedup": "speedup_{}", "correct": "correct_{}"'
printf '{"suite": "kernelbench", "each": ["gpt4", "o3"], "fields": {%s}}' "$fields" >wide.json
expect 0 ingest csv wide.csv --map wide.json --format csv
said '1 samples that "each" asks for are not there'
rows "SELECT o.run, o.task, o.correct, r.model FROM v_rollout o JOIN v_run r USING (run_id) WHERE o.run LIKE 'wide-%' ORDER BY 1, 2" 'wide-gpt4,l1/1,1,gpt4\nwide-gpt4,l1/2,0,gpt4\nwide-o3,l1/1,0,o3\nwide-o3,l1/2,1,o3\nwide-o3,l1/3,1,o3\n'
expect 0 ingest csv wide.csv --map wide.json --format csv
rows "SELECT count(*) FROM v_rollout WHERE run LIKE 'wide-%'" '5\n'
printf '{"id": 4, "samples": [{"ok": true, "ms": 2}, {"ok": false, "ms": null}]}\n{"id": 5, "samples": [{"ok": true, "ms": 1}]}\n' >list.jsonl
printf '{"each": ["0", "1", "2"], "fields": {"level": {"constant": 1}, "problem": "/id", "sample": {"constant": "{}"}, "correct": "/samples/{}/ok", "runtime_us": {"from": "/samples/{}/ms", "factor": 1000}}}' >list.json
expect 0 ingest jsonl list.jsonl --map list.json --run-name listed --format csv
said 'correct (/samples/2/ok)'
counts listed,3,3,0,0,0
rows "SELECT task, sample, correct, runtime_us FROM v_rollout WHERE run = 'listed' ORDER BY 1, 2" 'l1/4,0,1,2000\nl1/4,1,0,NA\nl1/5,0,1,1000\n'
printf '{"each": ["gpt4", "o4"], "fields": {%s}}' "$fields" >bad.json
expect 2 ingest csv wide.csv --map bad.json
said "has no column 'correct_o4'"
bad_map '{"each": ["a", "a"], "fields": {"problem": "/{}"}}' "\"each\": 'a' appears twice"
bad_map '{"each": ["a", 1], "fields": {"problem": "/{}"}}' '"each": item 1 is not a name'
bad_map '{"each": [], "fields": {"problem": "/{}"}}' '"each" must be a list of 1 to 256 names'
bad_map '{"each": "a", "fields": {"problem": "/{}"}}' '"each" must be a list of 1 to 256 names'
bad_map '{"each": ["a", "b"], "fields": {"problem": "/id", "model": {"constant": "{}"}}}' 'each: no pointer or column contains {}'
bad_map '{"each": ["a", "b"], "fields": {"problem": "/{}", "task": {"from": "/{}", "match": "("}}}' 'task: match:'
