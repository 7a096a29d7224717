# Where nothing is right, nothing is estimated as 0 with an interval of no width, and no number of samples is worth another.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
for task in 1 2 3; do
    for sample in 0 1 2 3 4 5 6 7; do
        printf '{"run": "base", "strategy": "best-of-n", "problem": %d, "sample": %d, "step": 0, "ok": false}\n' $task $sample
        printf '{"run": "ttt", "strategy": "ttt", "problem": %d, "sample": %d, "step": %d, "ok": false}\n' $task $sample $((sample / 4))
    done
done >none.jsonl
printf '{"fields": {"run": "/run", "strategy": "/strategy", "level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "step": "/step", "correct": "/ok"}}' >map.json
expect 0 ingest jsonl none.jsonl --map map.json -q
expect 0 analyze scaling --run base --format csv -q
awk -F, 'NR > 1 && $5 != "NA" && $6 != "NA" && $5 == $6 { print; bad = 1 } END { exit bad }' out || complain "intervals of no width"
grep -q '^base,best,1,0,NA,NA,NA,3,8' out || complain "$(grep ',best,' out)"
expect 0 analyze equivalent-k --base base --run ttt --format csv -q
awk -F, 'NR > 1 && ($5 != "NA" || $6 != "NA" || $8 != "NA" || $14 != "NA" || $22 != "NA") { print; bad = 1 } END { exit bad || NR != 5 }' out || complain "a K where nothing is fast"
expect 0 analyze equivalent-k --explain --base base --run ttt
has 'neither side has a fast sample'
expect 0 report ttt-vs-bon -o report.pdf
