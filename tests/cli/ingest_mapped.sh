# Any JSON or CSV by a mapping file: pointers, columns, factors, constants; nothing dropped silently.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# The template is a map that works.
"$ROLLBOOK_BIN" ingest map-template >template.json || complain "no template"
cat >mine.jsonl <<'END'
{"task": "conv", "problem_id": 3, "sample_id": 1, "code": "x", "correct": true, "runtime_ms": 2, "reference_ms": 6, "device": {"name": "G"}, "reward": 0.5, "own": [1]}
{"task": "conv", "problem_id": 3, "sample_id": 2, "correct": false, "compiled": "no", "error": "bad\nworse", "runtime_ms": NaN}
{"task": "conv", "problem_id": 3, "sample_id": -1, "correct": true}
{"task": "conv", "problem_id": 3, "sample_id": 4, "correct": "perhaps"}
[{"problem_id": 4, "code": "y"}, 7]
{"sample_id": 4, "correct": true}
not json
END
expect 0 ingest jsonl mine.jsonl --map template.json --format csv
counts mine,8,3,0,5,0
said 'line 3: level, problem, step, turn or sample is not a whole number from 0'
said 'line 4: correct or compiled is neither true nor false'
said 'line 5, item 1: the record is not a JSON object'
said 'line 6: names neither task nor problem'
said 'line 7:'
said '1 values are not finite numbers'
expect 0 ingest jsonl mine.jsonl --map template.json --format csv
counts mine,8,0,3,5,0
rows "SELECT t.suite, r.task, t.name, r.sample, r.outcome, r.compiled, r.runtime_us, r.speedup, r.baseline, r.code, r.message,
      json_extract(r.extra, '\$.own[0]'), json_extract(r.extra, '\$.code') FROM v_rollout r JOIN task t ON t.task_id = r.task_id ORDER BY r.problem_id, r.sample" \
'mine,l1/3,conv,1,measured,1,2000,3,torch_eager,x,NA,1,NA
mine,l1/3,conv,2,compile,0,NA,NA,NA,NA,bad,NA,NA
mine,l1/4,"",0,NA,NA,NA,NA,NA,y,NA,NA,NA
'
rows "SELECT recipe, value FROM v_reward" 'imported,0.5\n'

cat >m.json <<'END'
{"suite": "s", "separator": ";", "fields": {"task": "name", "runtime_us": {"from": "sec", "factor": 1e6}, "speedup": "x",
 "outcome": {"constant": "measured"}, "correct": "ok", "code": "source"}}
END
printf 'name;sec;x;ok;source;more\n"a;b";0.001;4;1;"line 1\nline 2";m\nc;;;0;;\nd;1;1;2;;\ne;1\n' >t.csv
expect 0 ingest csv t.csv --map m.json --run-name csv --format csv
counts csv,4,2,0,2,0
said 'line 5: correct or compiled is neither true nor false'
said 'line 6: the row has 2 cells, the header 6'
rows "SELECT task_name, outcome, correct, runtime_us, speedup, length(code), extra FROM v_rollout WHERE run = 'csv' ORDER BY 1" \
'a;b,measured,1,1000,4,13,"{""name"":""a;b"",""sec"":""0.001"",""x"":""4"",""ok"":""1"",""more"":""m""}"
c,measured,0,NA,NA,NA,"{""name"":""c"",""sec"":"""",""x"":"""",""ok"":""0"",""more"":""""}"
'
printf '{"data": {"a/b": [{"t": "q", "o": "crash"}, {"t": "q", "o": "exploded"}, {"t": "q", "lp": 3}]}}' >deep.json
printf '{"records": "/data/a~1b", "fields": {"task": "/t", "outcome": "/o", "mean_logprob": "/lp"}}' >deep_map.json
expect 0 ingest jsonl deep.json --map deep_map.json --format csv
counts deep,3,1,0,2,0
said 'item 1: its outcome is unknown to Rollbook'
said 'item 2: a log-prob is positive'

# A null beside a wrong verdict is no build, as Harbor's verifier leaves it where it never came to compile.
cat >nulls.jsonl <<'END'
{"t": 1, "ok": null, "correct": false}
{"t": 2, "ok": null, "correct": true}
{"t": 3, "ok": true, "correct": false}
{"t": 4, "ok": null, "correct": false, "err": 0.5}
{"t": 5, "ok": null, "correct": false, "us": 7}
END
printf '{"fields": {"problem": "/t", "level": {"constant": 1}, "compiled": "/ok", "correct": "/correct", "max_abs_err": "/err", "runtime_us": "/us"}}' >nulls_map.json
expect 0 ingest jsonl nulls.jsonl --map nulls_map.json --run-name nulls --format csv
said '1 wrong records do not say whether they compiled'
rows "SELECT problem_id, compiled, outcome, extra FROM v_rollout WHERE run = 'nulls' ORDER BY 1" \
'1,0,compile,"{""ok"":null}"
2,1,measured,"{""ok"":null}"
3,1,mismatch,{}
4,1,mismatch,"{""ok"":null,""err"":0.5}"
5,1,mismatch,"{""ok"":null,""us"":7}"
'

expect 2 ingest jsonl mine.jsonl
said "needs --map m.json; 'rollbook ingest map-template' prints one"
expect 2 ingest jsonl mine.jsonl --map absent.json
expect 2 ingest csv t.csv --map template.json
said "has no column 'task'"
bad_map() {
    printf '%s' "$1" >bad.json
    expect 4 ingest jsonl mine.jsonl --map bad.json
    said "$2"
}
bad_map '{"fields": {"task": "/t", "speed": "/x"}}' "unknown field 'speed'; 'rollbook ingest map-template' lists the fields"
bad_map '{"fields": {"level": {"constant": 1}}}' 'the map has neither the field task nor the field problem; add one'
bad_map '{"fields": {"task": {"from": "/a", "constant": 1}}}' 'needs either "from" or "constant"'
bad_map '{"fields": {"task": {"from": "/a", "factor": "x"}}}' '"factor" must be a number'
bad_map '{"fields": {"task": "/a"}, "separator": "ab"}' '"separator" must be one byte, such as ";"'
bad_map '[1]' "a map must be a JSON object; 'rollbook ingest map-template' prints one"
bad_map '{"task": "/a"}' 'fields'
bad_map '{"fields": {' 'bad.json'
: >empty.csv
expect 4 ingest csv empty.csv --map m.json
: >empty.json
expect 4 ingest jsonl empty.json --map template.json

# Tokens, single times, evidence and rewards are lists.
cat >lists.json <<'END'
{"suite": "mine", "fields": {"task": "/t", "correct": "/ok", "runtime_us": "/us", "baseline_us": "/base", "samples_us": "/each",
 "token_ids": "/ids", "logprobs": "/lp", "evidence": "/why", "rewards": "/r"}}
END
cat >lists.jsonl <<'END'
{"t": "a", "ok": true, "us": 2, "base": 3, "each": [1.5, 2, 2.5], "ids": [7, 8], "lp": [-0.5, null], "why": [{"kind": "shape", "pass": true}], "r": {"x": 0.1, "y": 2}}
{"t": "b", "ok": true, "ids": [7], "lp": [-0.5, -1]}
{"t": "c", "ok": true, "us": 2, "each": [1, -2]}
{"t": "d", "ok": true, "r": [{"recipe": "x"}]}
END
expect 0 ingest jsonl lists.jsonl --map lists.json --db lists.db --run-name lists
said "line 2: 1 token_ids and 2 logprobs"
said "line 3: samples_us is not a list of times"
said "line 4: rewards is not made of recipes with numbers"
sqlite3 lists.db "SELECT n_samples, statistic, std_us, hex(samples_us) FROM measurement WHERE subject = 'candidate'; SELECT recipe, value FROM reward; SELECT count(*) FROM evidence" >rows
printf '3|median|0.5|000000000000F83F00000000000000400000000000000440\nx|0.1\ny|2.0\n1\n' | cmp - rows || fail "$(cat rows)"
