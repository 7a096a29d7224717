# Every command, analysis, figure and report has a line in tests/approved, or a reason here.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/approved.py" list >lines
cat >left_out <<'END'
run       measures time
study     measures time
replay    measures time
confirm   measures time
judge     asks a server
proxy     serves
serve     serves
mcp       serves
jobs      measures time
log       python.log
queue     needs a server
worker    needs a server
eval      measures time
eval-folder measures time
device    tells of this machine
baseline  measures time
task      check measures time, import-kernelbench needs torch; list and show have lines
policy    probe asks a server; list has a line
declare   attach and look write times; --power has a line
split     make is in cli.split_make; check has a line
merge     cli.merge compares hashes
init      cli.schema_snapshot
help      cli.help
site      cli.site compares every number with its command
view      serves
doctor    tells of this machine
report    list and each report have lines
figure    list and each figure have lines
END
"$ROLLBOOK_BIN" help --names >names
[ "$(wc -l <names)" -ge 50 ] || fail "only $(wc -l <names) commands are listed"
"$ROLLBOOK_BIN" figure list --format csv | sed -n '2,$s/\([^,]*\).*/figure \1/p' >>names
"$ROLLBOOK_BIN" report list --format csv | sed -n '2,$s/\([^,]*\).*/report \1/p' >>names
while read -r name; do
    grep -q "^$name\\( \\|\$\\)" lines && continue
    case $name in figure\ * | report\ *) ;; *) grep -q "^${name%% *} " left_out && continue ;; esac
    complain "$name has no line in tests/approved/*.commands"
done <names
