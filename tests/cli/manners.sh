# What a command says to somebody who has mistyped a name, and how it fits a terminal.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# means STATUS NAME ARGUMENTS: refused with that status, and NAME is offered.
means() {
    wanted=$1
    name=$2
    shift 2
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat err)"
    grep -qF "did you mean '$name'?" err || complain "$*: '$name' is not offered: $(cat err)"
}

"$ROLLBOOK_BIN" init rollbook.db 2>err
"$ROLLBOOK_BIN" ingest kernelbench "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/object.json" \
    --level 1 --run-name theirs >out 2>err || fail "the import: $(cat err)"
"$ROLLBOOK_BIN" ingest kernelbench-baseline "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/baseline_time_torch.json" \
    --name torch_eager >out 2>err || fail "the baseline: $(cat err)"
sqlite3 rollbook.db 'SELECT DISTINCT task FROM v_rollout LIMIT 1' >task

means 2 run rnu
means 2 'run best-of-n' run bset-of-n
means 2 'analyze fast-p' analyze fastp
means 2 'run best-of-n' best-of-n
means 2 analyze help analyse
means 2 'task show' help task shwo
means 2 trajectory figure trajectroy
means 2 ttt-vs-bon report ttt-vs-bno
means 2 kernelbench ingest kernelbnech x
means 3 l1/4 task show L1/4
for command in 'show run' 'analyze fast-p --run' 'audit --run' 'run --resume' 'analyze completions --run'; do
    # shellcheck disable=SC2086 # words
    means 3 theirs $command thiers
done
means 3 torch_eager analyze fast-p --run theirs --baseline torch_eagr
means 3 "$(cat task)" show task "$(tr l L <task)"

# A number is a row's, or else that of a task.
sqlite3 rollbook.db 'SELECT task FROM v_task WHERE problem_id > (SELECT max(task_id) FROM task) LIMIT 1' >numbered
[ -s numbered ] || fail "every number is a row's"
means 3 "$(cat numbered)" show task "$(sed 's|.*/||' numbered)"
means 2 openai run best-of-n --tasks 4 --k 1 --policy opnai
means 2 l1_seed42 run best-of-n --k 1 --split l1_sed42
means 2 v_rollout sql "SELECT * FROM rollouts"

# says STATUS TEXT ARGUMENTS: refused with that status and these words.
says() {
    wanted=$1
    text=$2
    shift 2
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat err)"
    grep -qF -- "$text" err || complain "$*: does not say '$text': $(cat err)"
    [ ! -s out ] || complain "$*: an error on standard output: $(cat out)"
}
mkdir folder
says 2 'is a folder, not a file' eval folder --task l1/4
says 2 'there is no folder away' init away/x.db
says 2 'there is no folder away' run best-of-n --tasks 4 --case tiny --k 1 --db away/x.db
! env PATH=/nonexistent "$ROLLBOOK_BIN" figure failures -o x.png >out 2>err || complain "a PNG without pdftoppm"
grep -qF 'apt-get install poppler-utils' err || complain "a PNG without pdftoppm: $(cat err)"
says 2 'PDF, SVG or PNG, not SVG' figure failures -o x.SVG
says 2 'PDF, not svg' report best-of-n -o x.svg
says 3 'rollbook merge' ingest auto rollbook.db --run-name a
says 2 '--db needs a value' --db
says 2 '--queue says where the queue is' worker
says 2 "unknown command 'runner'" runner
[ ! -e x.png ] && [ ! -e x.svg ] || complain "a refused figure is there"

# Options of every command may stand before it.
expect 0 sql "SELECT run FROM v_run" --db rollbook.db --format csv
cp out behind
expect 0 --db rollbook.db --format=csv sql "SELECT run FROM v_run"
cmp -s behind out || complain "options before the command: $(cat out)"
expect 0 --db rollbook.db -q --format csv sql "SELECT run FROM v_run"
expect 0 --db rollbook.db --version
expect 0 --quiet -h
expect 2 --dbs rollbook.db sql "SELECT 1"
grep -q 'every command' err || complain "a wrong option before the command: $(cat err)"
expect 2 --db rollbook.db sql "SELECT 1" --db rollbook.db
grep -q 'given twice' err || complain "--db on both sides: $(cat err)"
expect 2 --db rollbook.db
expect 2 --db

# Where a wide table does not fit, what all rows share is said once, and what is still too wide is one block a row; on a terminal only.
question='SELECT task, outcome, correct, speedup, run, strategy, seed FROM v_rollout ORDER BY task, outcome LIMIT 2'
for columns in 40 60 200; do
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" "$columns" "$ROLLBOOK_BIN" sql "$question" >"at$columns" ||
        complain "a terminal of $columns columns: $(cat "at$columns")"
    python3 - "at$columns" "$columns" <<'END' || complain "at $columns columns a line is longer: $(cat "at$columns")"
import sys
sys.exit(any(len(line.rstrip("\n")) > int(sys.argv[2]) for line in open(sys.argv[1], encoding="utf-8")))
END
done
grep -q '^in every row: speedup NA; run ' at40 || complain "at 40 columns what all rows share is not said once: $(cat at40)"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 40 "$ROLLBOOK_BIN" sql "SELECT task, outcome, correct, 'some words about ' || task AS some, 'other words about ' || task AS other
    FROM v_rollout ORDER BY task, outcome LIMIT 2" >blocks40
[ "$(grep -c '^-- [12] of 2 ' blocks40)" -eq 2 ] || complain "no blocks at 40 columns: $(cat blocks40)"
grep -q '^outcome   *[a-z]' blocks40 || complain "no line a column: $(cat blocks40)"
"$ROLLBOOK_BIN" sql "$question" >plain
! grep -q '^-- 1 of' plain || complain "blocks without a terminal"
sed 's/ *$//' at200 | cmp -s - plain || complain "a wide terminal gets another table: $(cat at200)"

id=$("$ROLLBOOK_BIN" sql -q --format csv 'SELECT max(evaluation_id) FROM evaluation' | tail -n 1)
sqlite3 rollbook.db "UPDATE evaluation SET message = 'some words and then more words that take more than one line of it' WHERE evaluation_id = $id"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 60 "$ROLLBOOK_BIN" show evaluation "$id" >text
grep -qx 'message  *some words and then more words that' text && grep -qx '  *take more than one line of it' text ||
    complain "a long message at 60 columns: $(cat text)"

# Help is as wide as the terminal; what has no blank outside quotes stays whole.
"$ROLLBOOK_BIN" help --names >names
while IFS= read -r name; do
    # A name of two words is two arguments.
    # shellcheck disable=SC2086
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 60 "$ROLLBOOK_BIN" $name -h </dev/null >text ||
        complain "$name -h at 60 columns: $(cat text)"
    sed '/^Examples/,/^$/s/'"'[^']*'"'/Q/g; s/"[^"]*"/Q/g' text | awk 'length($0) > 60 && $0 ~ /[^ ] +[^ \\]/' >long
    [ ! -s long ] || complain "$name -h at 60 columns: $(cat long)"
done <names

# So are warnings, refusals and what doctor says; a word that has no blank stays whole.
for words in doctor 'analyze selection --run theirs' 'analyze fast-p --run thiers' analyze \
    'eval /nothing.cu --task l1/4' 'run best-of-n --tasks 4 --k 1 --case tiny --seed 3 --name narrow'; do
    # shellcheck disable=SC2086
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 60 "$ROLLBOOK_BIN" $words </dev/null >text || :
    tr '\r' '\n' <text | awk 'length($0) > 60 && $0 ~ /[^ ] +[^ ]/' >long
    [ -s text ] && [ ! -s long ] || complain "$words at 60 columns: $(cat long)"
done
# What made a file says so, and with --json as one object.
expect 0 init --json made.db
grep -q '"path":"made.db"' out || complain "init --json: $(cat out)"
expect 0 export --snapshot copy.db --json --db made.db
grep -q '"path":"copy.db","what":"rollout"' out && said 'wrote copy.db' || complain "export --json: $(cat out)"

# Reading leaves no files behind; another reader's and a writer's stay theirs.
rm -f rollbook.db-wal rollbook.db-shm
expect 0 sql "SELECT 1"
[ ! -e rollbook.db-wal ] && [ ! -e rollbook.db-shm ] || complain "a reader leaves: $(ls)"

# What is asked for and cannot be is said.
expect 2 eval "$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_4_reference.cu" --task l1/4 --case tiny --adaptive
grep -q 'mode full' err || complain "--adaptive does not say what it needs: $(cat err)"
expect 2 run best-of-n --tasks 4 --k 1 --case tiny --adaptive
grep -q 'mode full' err || complain "run --adaptive does not say what it needs: $(cat err)"

# The lists are those of the tables.
expect 0 ingest -h
for format in kernelbench jsonl trainer-log auto; do
    grep -q "^  $format  *[a-zA-Z]" out || complain "ingest -h does not list $format"
done
expect 0 figure -h
grep -q '^  trajectory  *[a-z]' out || complain "figure -h lists no figures"

# The version has a commit, or says that it has none.
"$ROLLBOOK_BIN" --version | grep -qE '^rollbook [0-9]+\.[0-9]+\.[0-9]+\+([0-9a-f]{7,}(-dirty)?|unknown) ' ||
    complain "--version: $("$ROLLBOOK_BIN" --version)"
version=$("$ROLLBOOK_BIN" --version | sed 's/^rollbook \([0-9.]*\).*/\1/')
grep -qx "version: $version" "$ROLLBOOK_SOURCE_DIR/CITATION.cff" || complain "CITATION.cff is not of $version"
grep -q "^## $version," "$ROLLBOOK_SOURCE_DIR/CHANGELOG.md" || complain "CHANGELOG.md has no $version"

exit "$((failures > 0))"
