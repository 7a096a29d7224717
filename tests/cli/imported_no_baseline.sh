# Of imported runs without a baseline nothing is known to be fast, and runs that name no model are not one model.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

mkdir timed bare
for p in 1 2 3 4; do
    for s in 1 2; do
        printf '{"p": %d, "step": %d, "ok": true, "us": %d, "ref": 100}\n' "$p" "$s" $((40 * p))
    done
done >timed/all.jsonl
sed 's/, "ref": 100//' timed/all.jsonl >bare/all.jsonl
printf '{"suite": "kernelbench", "fields": {"level": {"constant": 1}, "problem": "/p", "step": "/step", "correct": "/ok", "runtime_us": "/us", "baseline_us": "/ref"}}' >map.json
sed 's/, "baseline_us": "\/ref"//' map.json >bare.json
expect 0 ingest jsonl timed/all.jsonl --map map.json --run-name timed
expect 0 ingest jsonl bare/all.jsonl --map bare.json --run-name bare
expect 0 analyze training --run timed --format csv
has '^timed,fast,1,4,0.5,'
expect 0 analyze training --run bare --format csv
has '^bare,correct,1,4,1,'
has '^bare,fast,1,0,NA,NA,false'
expect 0 analyze sweep --by model --format csv
has '^timed,NA,8,'
has '^bare,NA,8,'
expect 0 report model-sweep -o sweep.pdf --latex paper
tr '\n' ' ' <paper/main.tex >text
grep -qF 'bare: NA,{} no baseline for its correct samples' text || complain 'the run without a baseline is not told'
