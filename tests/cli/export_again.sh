# Importing or merging again changes no byte of an export, and the order of imports no fact.
# Training pairs of imports leave out a split's tasks, and count them.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

run() {
    "$ROLLBOOK_BIN" "$@" >out 2>err || complain "$*: $(cat out err)"
}
mkdir first second
sample() {
    printf '"%s": [{"sample_id": 0, "compiled": true, "correctness": %s, "runtime": %s, "metadata": {"hardware": "%s"}, "prompt": "task %s", "response": "code %s %s"}]' \
        "$1" "$2" "$3" "$4" "$1" "$1" "$4"
}
printf '{%s, %s, %s}\n' "$(sample 4 true 1.5 L4)" "$(sample 28 true 2.5 L4)" "$(sample 30 false -1 L4)" >first/eval_results.json
printf '{%s, %s}\n' "$(sample 4 true 3.5 T4)" "$(sample 7 true 0.5 T4)" >second/eval_results.json
import() {
    run ingest kernelbench "$2/eval_results.json" --level 1 --run-name "$2" --db "$1" -q
}
import a.db first
import a.db second
import b.db second
import b.db first
run export e1 --db a.db
import a.db second
import a.db first
run export e2 --db a.db
diff -r e1 e2 >diff.out || complain "importing again changed the export: $(head -c 2000 diff.out)"
# Another import of the same files, made at another time and in another order, holds nothing new but itself.
if command -v sqlite3 >/dev/null; then
    sqlite3 b.db "UPDATE run SET started_at = '2001-01-01T00:00:00Z', argv = '[]', checksum = NULL;
        UPDATE evaluation SET created_at = '2001-01-01T00:00:00Z', checksum = NULL; UPDATE import_source SET imported_at = '2001-01-01T00:00:00Z', checksum = NULL"
fi
run merge a.db b.db
run export e3 --db a.db
diff -r -x import_source.ndjson -x manifest.json e1 e3 >diff.out || complain "merging the same files changed the export: $(head -c 2000 diff.out)"
run merge a.db b.db
run export e4 --db a.db
diff -r e3 e4 >diff.out || complain "merging again changed the export: $(head -c 2000 diff.out)"
query="SELECT run, task, sample, outcome, runtime_us, code_sha256, completion, extra FROM v_rollout ORDER BY run, task, sample"
for db in a b; do
    "$ROLLBOOK_BIN" sql --db $db.db --format csv "$query" >$db.csv || complain "$db: no rows"
    "$ROLLBOOK_BIN" export --sft - --db $db.db -q 2>err | sort >$db.sft || complain "$db: no pairs: $(cat err)"
done
cmp -s a.csv b.csv || complain "the order of imports changed facts: $(diff a.csv b.csv)"
cmp -s a.sft b.sft || complain "the order of imports changed pairs: $(diff a.sft b.sft)"
[ "$(wc -l <a.csv)" -eq 6 ] || complain "rows: $(cat a.csv)"
[ "$(wc -l <a.sft)" -eq 4 ] || complain "pairs: $(cat a.sft)"

# The split's eval tasks are the contaminated ones.
held=$(python3 -c "import json, sys
eval = json.load(open(sys.argv[1]))['problem_ids']['eval']
print(' '.join(str(t) for t in (4, 7, 28) if t in eval))" "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json")
[ -n "$held" ] || complain 'the split holds none of these tasks out'
"$ROLLBOOK_BIN" export --sft some.jsonl --db a.db --split l1_seed42 2>err || complain "split: $(cat err)"
n_held=0
for task in $held; do
    grep -q "\"task\":\"l1/$task\"" some.jsonl && complain "l1/$task is held out, but a pair is there"
    n_held=$((n_held + $(grep -c "\"task\":\"l1/$task\"" a.sft)))
done
grep -qx "held out: $n_held" err || complain "$n_held pairs are held out: $(cat err)"
[ "$(($(wc -l <some.jsonl) + n_held))" -eq 4 ] || complain "kept: $(cat some.jsonl)"
