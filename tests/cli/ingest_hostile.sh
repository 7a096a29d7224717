# What files in the wild are: packed, cut off, too deep, too long, of another encoding.  Each ends in rows or in words.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# expect STATUS COUNTS MESSAGE FILE: counts are read,stored,duplicate,refused,left_out, "" for none
expect() {
    wanted=$1
    status=0
    "$ROLLBOOK_BIN" ingest samples "$4" --format csv >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$4: status $status, not $wanted: $(cat err)"
    got=$(tail -n +2 out | cut -d, -f4-)
    [ "$got" = "$2" ] || complain "$4: counts '$got', not '$2'"
    grep -qF -e "$3" err || [ -z "$3" ] || complain "$4: not said: $3; but: $(cat err)"
}
record() {
    printf '{"task_id": "H/%s", "passed": true}' "$1"
}
repeat() {
    awk -v text="$1" -v n="$2" 'BEGIN { while (n-- > 0) printf "%s", text }'
}
printf '%s\r\n%s\r\n' "$(record 1)" "$(record 2)" >crlf.jsonl
expect 0 2,2,0,0,0 '' crlf.jsonl
printf '\357\273\277%s\n%s' "$(record 1)" "$(record 2)" >mark.jsonl
expect 0 2,2,0,0,0 '' mark.jsonl
printf '\n \n%s\n\n\n%s\n\n' "$(record 1)" "$(record 2)" >blank.jsonl
expect 0 2,2,0,0,0 '' blank.jsonl
printf '\377\376{\000' >utf16.jsonl
expect 4 '' 'is UTF-16 text: write it as UTF-8' utf16.jsonl
record 1 | gzip >packed.jsonl.gz
expect 4 '' 'is packed with gzip: unpack it first' packed.jsonl.gz
record 1 >member.jsonl
tar cf packed.tar member.jsonl
expect 4 '' 'is a tar archive: unpack it first' packed.tar
gzip -c packed.tar >packed.tgz
expect 4 '' 'is packed with gzip: unpack it first, as with tar xf' packed.tgz
printf '{\000"\000' >utf16nomark.jsonl
expect 4 '' 'is UTF-16 text: write it as UTF-8' utf16nomark.jsonl
printf '\377\376\000\000{\000\000\000' >utf32.jsonl
expect 4 '' 'is UTF-32 text: write it as UTF-8' utf32.jsonl
printf 'PAR1....' >x.parquet
expect 4 '' 'is Parquet: write it as JSON Lines' x.parquet
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n' >pointer.json
expect 4 '' "'git lfs pull' fetches it" pointer.json
: >empty.json
expect 4 '' 'empty.json:1:1: the file is empty' empty.json
printf ' \n\t ' >spaces.json
expect 3 '' 'contains no records' spaces.json
{ record 1; echo; printf '{"task_id": %s1%s}\n' "$(repeat '[' 9000)" "$(repeat ']' 9000)"; record 2; } >deep.jsonl
expect 0 3,2,0,1,0 'nested more than 200 levels deep' deep.jsonl
{ repeat '[' 9000; repeat ']' 9000; } >deep.json
expect 4 '' 'deep.json:1:202: nested more than 200 levels deep' deep.json
printf '{"task_id": "H/1", "passed": NaN}\n{"task_id": "H/2", "passed": true, "t": -Infinity}\n' >nan.jsonl
expect 0 2,1,0,1,0 'the record has neither a verdict nor a score' nan.jsonl
printf '%s\n{"task_id": "a\000b"}\n{"task_id": "\377", "passed": true}\n' "$(record 1)" >bytes.jsonl
expect 0 3,1,0,2,0 'invalid UTF-8' bytes.jsonl
# A pipe is read as it comes when its format is named.
mkfifo pipe
record 9 >pipe &
expect 0 1,1,0,0,0 '' pipe
record 9 >pipe &
status=0
"$ROLLBOOK_BIN" ingest auto pipe >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "auto of a pipe: status $status"
grep -qF 'pipe: name its format' err || complain "auto of a pipe: $(cat err)"
cat pipe >/dev/null
expect 4 '' '/dev/null:1:1: the file is empty' /dev/null
# Formats that are read as a whole know packed files too, and say what they cannot use.
record 1 | gzip >log.gz
status=0
"$ROLLBOOK_BIN" ingest kernelbench-log log.gz >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "a packed log: status $status"
grep -qF 'is packed with gzip' err || complain "a packed log: $(cat err)"
printf '{"level1": {"1_x.py": {"mean": 1e400}, "2_y.py": null, "3_z.py": {"mean": 0.5}}}' >times.json
"$ROLLBOOK_BIN" ingest kernelbench-baseline times.json --format csv >out 2>err || complain "times: $(cat err)"
grep -qF '1 entries have an impossible time' err || complain "times: not said what was not used: $(cat err)"
# A list is one transaction: what stands before the damage is not stored.
printf '[%s,\n%s,\n{"task_' "$(record 1)" "$(record 2)" >cut.json
expect 4 '' 'the file ends inside this string' cut.json
"$ROLLBOOK_BIN" sql --format csv "SELECT count(*) FROM run WHERE name = 'cut'" | grep -qx 0 || complain 'half of a list was stored'
printf '{\n"task_id": "H/1",\n"passed": true\n}\n{\n"task_id": "H/2",\n"passed": true\n}\n' >pretty.json
expect 4 '' 'pretty.json:5:1: another value follows the first' pretty.json
# Too much for a tree costs its line alone, and a list as a whole.
{ record 1; printf '\n{"task_id": "H/3", "passed": true, "x": [%s1]}\n' "$(repeat '1,' 4200000)"; record 2; } >wide.jsonl
expect 0 3,2,0,1,0 'a single value of more than 4194304 items is not read' wide.jsonl
