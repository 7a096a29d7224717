# No output overwrites a database or a file of another kind; what fails leaves nothing behind; odd names of databases
# are answered in words.
export ROLLBOOK_DB=s.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# refuses STATUS WORDS COMMAND...: its status, and words that it says.
refuses() {
    words=$2
    expected=$1
    shift 2
    expect "$expected" "$@"
    said "$words"
}
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 4 --case tiny --seed 3 --name a -q >/dev/null
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 2 --case tiny --seed 4 --name b -q --db t.db >/dev/null
before=$("$ROLLBOOK_BIN" id)

# Databases stay, open ones and others.
for target in s.db t.db; do
    sum=$(cksum <"$target")
    refuses 2 'is a database' figure fast-p --run a -o "$target"
    refuses 2 'is a database' report best-of-n --run a -o "$target"
    refuses 2 'is a database' export --sft "$target"
    refuses 2 'is a database' export --records "$target"
    refuses 2 'is a database' figure fast-p --run a -o x.pdf --csv "$target"
    refuses 2 'is a database' split make --level 1 --seed 5 --out "$target"
    refuses 2 'already' export --snapshot "$target"
    refuses 2 'already' merge s.db t.db --out "$target"
    [ "$(cksum <"$target")" = "$sum" ] || complain "$target was changed"
done
# So do files of another kind; a text gives way to a text, a PDF to a PDF.
"$ROLLBOOK_BIN" figure fast-p --run a -o f.pdf >/dev/null 2>&1
printf 'int main(void);\n' >main.c
refuses 2 'main.c: is a text' figure fast-p --run a -o main.c
[ "$(cat main.c)" = 'int main(void);' ] || complain 'a source file was overwritten'
refuses 2 'f.pdf: is a PDF' export --sft f.pdf
expect 0 figure fast-p --run a -o f.pdf
refuses 2 'f.pdf: is a PDF' export --records f.pdf
refuses 2 'two outputs' figure fast-p --run a -o f.pdf --csv x.csv --tex x.csv
# A file of the user's own stays, also one of the same kind, unless --replace is given.  Ours give way.
expect 0 figure fast-p --run a -o f.svg --csv f.csv --tex f.tex
expect 0 figure fast-p --run a -o f.svg --csv f.csv --tex f.tex --width neurips
expect 0 report best-of-n --run a -o r.pdf --latex folder
expect 0 report run --run a -o r.pdf --latex folder
mkdir paper mine
echo mine >paper/main.tex
printf '%%PDF-1.5 mine\n' >mine/m.pdf
for name in main.tex t.csv t.tex t.json t.svg x.jsonl; do
    echo mine >mine/$name
done
cp -r mine before
refuses 2 'mine/main.tex: exists and may be yours' split make --level 1 --seed 42 --out mine/main.tex
said 'repeat the command with --replace'
refuses 2 'mine/m.pdf: exists' figure fast-p --run a -o mine/m.pdf
refuses 2 'mine/m.pdf: exists' report best-of-n --run a -o mine/m.pdf
refuses 2 'mine/t.svg: exists' figure fast-p --run a -o mine/t.svg
refuses 2 'mine/t.csv: exists' figure fast-p --run a -o f.pdf --csv mine/t.csv
refuses 2 'mine/t.tex: exists' figure fast-p --run a -o f.pdf --tex mine/t.tex
refuses 2 'mine/x.jsonl: exists' export --sft mine/x.jsonl
refuses 2 'mine/x.jsonl: exists' export --records mine/x.jsonl
diff -r mine before || complain 'a file of the user was changed'
expect 0 split make --level 1 --seed 42 --out mine/main.tex --replace
expect 0 figure fast-p --run a -o mine/m.pdf --csv mine/t.csv --tex mine/t.tex --replace
expect 0 export --sft mine/x.jsonl --replace
mkdir -p tables/tables
echo mine >tables/tables/01-the-numbers-of-the.tex
refuses 2 'tables/tables/01-the-numbers-of-the.tex: exists' report best-of-n --run a -o new2.pdf --latex tables
refuses 2 'paper/main.tex: exists and may be yours' report best-of-n --run a -o new.pdf --latex paper
refuses 2 'is not a folder' report best-of-n --run a -o new.pdf --latex main.c
[ "$(cat paper/main.tex)" = mine ] && [ ! -e new.pdf ] || complain "--latex: $(ls . paper)"
sqlite3 other.db 'CREATE TABLE x(a)'
refuses 4 'another application' init other.db
ln -s f.pdf link.pdf
expect 0 figure fast-p --run a -o link.pdf
[ -L link.pdf ] || complain 'a link was replaced instead of what it names'
refuses 2 'not a file' figure fast-p --run a -o .
expect 0 figure fast-p --run a -o /dev/null
[ -c /dev/null ] || complain '/dev/null is no device any more'
[ "$("$ROLLBOOK_BIN" id)" = "$before" ] || complain 'the database has other rows'

# A database whose name is another's and an ending stays.
cp "$ROLLBOOK_DB" new.db-bulk
expect 0 ingest kernelbench-baseline "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/baseline_time_torch.json" --db new.db
cmp -s new.db-bulk "$ROLLBOOK_DB" || complain "the user's new.db-bulk was removed or changed"
rm new.db*

# What does not fit leaves no part of it.
(
    ulimit -f 200
    status=0
    "$ROLLBOOK_BIN" figure fast-p --run a -o big.pdf 2>err || status=$?
    [ "$status" -eq 4 ] || complain "a file that may not grow: status $status"
    grep -q 'big.pdf: write failed' err || complain "a file that may not grow: $(cat err)"
    [ "$failures" -eq 0 ]
) || failures=$((failures + 1))
[ -z "$(find . -name '*.partial' -o -name '*.tmp.*')" ] || complain "left behind: $(find . -name '*partial*')"
[ ! -e big.pdf ] || complain 'half a PDF stays'

# merge --out is whole or absent.
for wait in 0.02 0.05 0.1 0.15; do
    rm -f both.db
    "$ROLLBOOK_BIN" merge s.db t.db --out both.db -q >out 2>err &
    pid=$!
    sleep "$wait"
    kill -KILL "$pid" 2>/dev/null || :
    wait "$pid" 2>/dev/null || :
    if [ -e both.db ]; then
        n=$(sqlite3 both.db 'SELECT count(*) FROM rollout')
        [ "$n" -eq 10 ] || complain "merge --out, killed after $wait s: $n of 10 rollouts"
    fi
done
rm -f both.db ./*.partial*
mkfifo held
"$ROLLBOOK_BIN" merge s.db t.db --out both.db >out 2>err
[ "$(sqlite3 both.db 'SELECT count(*) FROM rollout')" -eq 10 ] || complain 'merge --out lacks rows'
[ -z "$(find . -name '*.partial*' -o -name 'both.db-*')" ] || complain 'merge --out leaves more than its file'

# Names of databases.
refuses 2 './file:q.db' run best-of-n --tasks 4 --k 1 --case tiny --db file:q.db
for name in :memory: file:q.db; do
    refuses 2 "./$name" init $name
    refuses 2 "./$name" merge s.db $name
    refuses 2 "./$name" merge $name s.db
    refuses 2 "./$name" merge s.db t.db --out $name
    refuses 2 "./$name" export --snapshot $name --db s.db
    refuses 2 "./$name" sql --db s.db,$name 'SELECT 1'
done
refuses 2 'path is empty' analyze summary --db ''
# What a killed command left is removed by the next one that writes there, and named.
mkdir swept
: >swept/x.pdf.0123456789abcdef.partial
mkdir swept/folder.0123456789abcdee.partial
: >swept/kept.0123.partial
"$ROLLBOOK_BIN" export swept/folder --db s.db 2>err || complain "swept: $(cat err)"
said 'x.pdf.0123456789abcdef.partial'
[ "$(ls swept | tr '\n' ' ')" = 'folder kept.0123.partial ' ] || complain "swept: $(ls swept)"
refuses 2 'a device or a pipe' analyze summary --db held
mkdir -p nothing_here
refuses 2 'a folder without a file' analyze summary --db nothing_here
refuses 2 'is a folder' run best-of-n --tasks 4 --k 1 --case tiny --db nothing_here
: >empty.db
refuses 2 'is empty' analyze summary --db empty.db
refuses 2 'a device' analyze summary --db /dev/zero
refuses 2 'no database' init --migrate nowhere.db

# A command that fails makes no database, and says that there was none.
rm -f "$ROLLBOOK_DB"
for command in 'run --resume typo' 'replay typo' 'run ttt --tasks 4 --k 0 --case tiny' 'judge' 'run score --run typo' \
    'run reward --run typo' 'baseline measure --tasks 999999'; do
    status=0
    # shellcheck disable=SC2086
    timeout 60 "$ROLLBOOK_BIN" $command >out 2>err </dev/null || status=$?
    [ "$status" -ne 0 ] || complain "$command: status 0"
    [ ! -e s.db ] && [ ! -e s.db-wal ] || complain "$command: leaves a new database: $(cat err)"
done
"$ROLLBOOK_BIN" replay typo 2>err || grep -q 'is --db right' err || complain "nothing is said of the new file: $(cat err)"
# What was wrong with the command has nothing to do with the file.
"$ROLLBOOK_BIN" run ttt --tasks 4 --k 0 --case tiny 2>err || ! grep -q 'is --db right' err || complain "the new file is blamed: $(cat err)"

# A terminal that goes away interrupts a run as Ctrl-C does.
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 2000 --case tiny --seed 3 --name long -q --db long.db >out 2>err &
pid=$!
drawn=0
for _ in $(seq 1200); do # until it is at work, at most two minutes
    drawn=$(sqlite3 long.db 'SELECT count(*) FROM rollout' 2>/dev/null || echo 0)
    [ "$drawn" -eq 0 ] || break
    sleep 0.1
done
[ "$drawn" -gt 0 ] || complain "SIGHUP: the run draws nothing: $(cat err)"
kill -HUP "$pid"
status=0
wait "$pid" || status=$?
[ "$status" -eq 130 ] || complain "SIGHUP: status $status: $(cat err)"
[ "$(sqlite3 long.db "SELECT status FROM run")" = interrupted ] || complain "SIGHUP: the run is $(sqlite3 long.db 'SELECT status FROM run')"
