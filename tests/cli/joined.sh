# --db A,B or a folder: what commands read is what 'merge' makes of the files, byte for byte, and nothing is left or changed.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
unset ROLLBOOK_DB
mkdir dbs tmp empty
export TMPDIR="$PWD/tmp"
for seed in 1 2 3; do
    expect_status 0 run ttt --tasks 4,5,19 --k 4 --steps 1 --case tiny --seed $seed --name ttt-$seed --db dbs/$seed.db -q
    expect_status 0 run best-of-n --tasks 4,5,19 --k 5 --case tiny --seed $seed --name bon-$seed --db dbs/$seed.db -q
done
echo 'no database' >dbs/notes.txt
sha256sum dbs/* >before
expect_status 0 merge dbs/1.db dbs/2.db --out two.db
expect_status 0 merge two.db dbs/3.db --out merged.db

# The report, tables, SQL, exports and the identity.
expect_status 0 report ttt-vs-bon --db merged.db -o merged.pdf
for db in dbs dbs/ dbs/1.db,dbs/2.db,dbs/3.db; do
    expect_status 0 report ttt-vs-bon --db "$db" -o joined.pdf
    cmp -s merged.pdf joined.pdf || complain "$db: another report than that of the merged file"
    rm joined.pdf
done
expect_status 0 report --db two.db ttt-vs-bon -o two.pdf
expect_status 0 report --db dbs/1.db,dbs/2.db ttt-vs-bon -o joined.pdf
cmp -s two.pdf joined.pdf || complain "two of three: another report than that of the merged file"
cmp -s merged.pdf joined.pdf && complain "the report does not depend on the third file"
[ "$("$ROLLBOOK_BIN" id --db dbs)" = "$("$ROLLBOOK_BIN" id --db merged.db)" ] || complain "another identity"
for command in "analyze summary" "analyze scaling" "analyze compare --table methods --methods ttt=ttt-1,ttt-2,ttt-3,bon=bon-1,bon-2,bon-3" "show run bon-2" "export --records - --form verl" "figure list" \
    "prompt show --rollout 40" "task show l1/4" "find float"; do
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" $command --db merged.db >want 2>/dev/null || complain "$command --db merged.db fails"
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" $command --db dbs >got 2>err || complain "$command --db dbs fails: $(cat err)"
    cmp -s want got || complain "$command: not what the merged file gives"
done
ROLLBOOK_DB=dbs rows "SELECT count(*) FROM v_run" '6\n'
ROLLBOOK_DB=dbs/3.db,dbs/1.db rows "SELECT group_concat(name) FROM (SELECT name FROM run ORDER BY name)" '"bon-1,bon-3,ttt-1,ttt-3"\n'
mkdir one
cp dbs/1.db one/only.db
[ "$("$ROLLBOOK_BIN" id --db one)" = "$("$ROLLBOOK_BIN" id --db dbs/1.db)" ] || complain "a folder of one file"
# A file whose name has a comma is that file.
cp dbs/2.db 'odd,name.db'
ROLLBOOK_DB=odd,name.db rows "SELECT count(*) FROM v_run" '2\n'

# Tables that facts alone make are made without rollouts and texts: files that have lost them give the same.  A run in two files,
# and facts that are behind, bring the rollouts back.
facts="analyze summary
analyze fast-p
analyze fast-p --by all --sample 1
analyze fast-p --by level --step boa
analyze scaling
analyze scaling --step boa
analyze compare --a bon-1,bon-2 --b ttt-1,ttt-2
analyze sweep --by model
analyze trajectory --run ttt-1,ttt-2,ttt-3
analyze cost"
others="analyze failures
analyze timing
analyze training
analyze selection --rules all
analyze diversity"
# same FILES-THAT-ARE-MERGED LIST COMMANDS: each gives the same of both.
same() {
    echo "$3" >commands
    while read -r command; do
        # shellcheck disable=SC2086
        "$ROLLBOOK_BIN" $command --json --db "$1" >want 2>want.err </dev/null || complain "$command --db $1 fails: $(cat want.err)"
        # shellcheck disable=SC2086
        "$ROLLBOOK_BIN" $command --json --db "$2" >got 2>err </dev/null || complain "$command --db $2 fails: $(cat err)"
        cmp -s want got || complain "$command --db $2: not what the merged file gives: $(diff want got)"
        cmp -s want.err err || complain "$command --db $2: says something else: $(diff want.err err)"
    done <commands
}
same merged.db dbs "$facts"
same merged.db dbs "$others"
if command -v sqlite3 >/dev/null; then
    mkdir bare
    for seed in 1 2 3; do
        cp dbs/$seed.db bare/
        sqlite3 bare/$seed.db "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_master WHERE type = 'trigger'" | sqlite3 bare/$seed.db
        sqlite3 bare/$seed.db "PRAGMA foreign_keys = OFF; DELETE FROM measurement; DELETE FROM evaluation; DELETE FROM rollout; DELETE FROM blob" ||
            fail "rollouts cannot be taken away"
    done
    same merged.db bare "$facts"
    cp dbs/2.db behind.db
    sqlite3 behind.db "UPDATE measurement SET runtime_us = 2 * runtime_us, checksum = NULL WHERE subject = 'candidate'"
    [ "$(sqlite3 behind.db "SELECT count(*) > 0 FROM v_stale")" = 1 ] || fail "no facts are behind"
    expect_status 0 merge dbs/1.db behind.db --out slower.db
    same slower.db dbs/1.db,behind.db "analyze summary
analyze fast-p"
    cmp -s want got || complain "facts that are behind were taken"
fi
cp dbs/1.db again.db
same dbs/1.db dbs/1.db,again.db "analyze summary
analyze scaling"

# Files that do not fit are told by name; nothing can be written; nothing stays.
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 2 --case tiny --seed 9 --name bon-1 --db clash.db -q >/dev/null
expect 1 sql --db dbs,clash.db "SELECT 1"
said "clash.db"
said "rollbook merge A B --out C --prefix TEXT"
said "bon-1"
expect 2 sql --db dbs/1.db,nobody.db "SELECT 1"
said "nobody.db"
expect 2 sql --db dbs/1.db,dbs/1.db "SELECT 1"
said "the same database"
expect 2 sql --db dbs,dbs/2.db "SELECT 1"
expect 2 sql --db dbs/1.db, "SELECT 1"
expect 2 sql --db empty "SELECT 1"
said "without a file"
expect 2 sql --db nowhere,nothing "SELECT 1"
printf 'no database' >empty/x.db
expect 4 sql --db dbs/1.db,empty/x.db "SELECT 1"
expect 2 verify --db dbs
expect 2 run best-of-n --tasks 4 --k 1 --case tiny --db dbs/1.db,dbs/2.db
said "not written"
expect 2 run best-of-n --tasks 4 --k 1 --case tiny --db dbs
expect 2 merge merged.db dbs
TMPDIR="$PWD/none" expect 2 sql --db dbs "SELECT 1"
said "TMPDIR"
# A value that differs between the files: the first counts, and it is said.
cp dbs/1.db other.db
if command -v sqlite3 >/dev/null; then
    sqlite3 other.db "UPDATE reward SET value = value + 1, checksum = NULL WHERE rollout_id = 1"
    expect 0 sql --db dbs/1.db,other.db "SELECT 1"
    said "reward"
fi
sha256sum -c --quiet before || complain "a file was changed"
[ -z "$(ls tmp)" ] || complain "left behind: $(ls tmp)"
[ "$(ls dbs)" = "$(printf '%s\n' 1.db 2.db 3.db notes.txt)" ] && [ ! -e clash.db-wal ] || complain "files beside them: $(ls dbs)"
