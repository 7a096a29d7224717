# show prints everything about one thing, for people and as JSON; hostile text stays text.
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.5, "metadata": {"hardware": "H100"}}]}' >a.json
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name theirs -q >/dev/null
"$ROLLBOOK_BIN" run best-of-n --tasks 28 --k 2 --case tiny --seed 3 --name ours -q >/dev/null
said() {
    grep -qF -e "$1" out || complain "$what: not said: $1; but: $(cat out)"
}
show() {
    what="show $*"
    status=0
    "$ROLLBOOK_BIN" show "$@" >out 2>err || status=$?
    [ "$status" -eq 0 ] || complain "$what: status $status: $(cat err)"
}
show run ours
said '== run =='
said 'strategy             best-of-n'
said '28_HardSigmoid'
said '== outcomes =='
said '== steps =='
show run theirs
said '== imported from =='
show task l1/28
said '== runs =='
said 'ours'
id=$("$ROLLBOOK_BIN" sql --format csv "SELECT min(rollout_id) FROM v_rollout WHERE run = 'ours' AND correct = 1" | tail -n 1)
[ "$id" != NA ] || { echo "no correct rollout to show"; exit 1; }
show rollout "$id"
said '    1  //@ launch'
said '== evidence of the evaluation that counts =='
said '== prompt =='
said 'candidate: median'
grep -qE '^ +[0-9.e+-]+ \.\. +[0-9.e+-]+ +[0-9]+ #+$' out || complain "no histogram: $(cat out)"
evaluation=$("$ROLLBOOK_BIN" sql --format csv "SELECT evaluation_id FROM v_rollout WHERE rollout_id = $id" | tail -n 1)
show evaluation "$evaluation"
said 'baseline reference: median'
said 'guard_zone'
if command -v python3 >/dev/null; then
    for thing in 'run ours' 'run theirs' 'task l1/28' "rollout $id" "evaluation $evaluation"; do
        # The kind and the name are two arguments.
        # shellcheck disable=SC2086
        show $thing --json
        python3 -c 'import json, sys
d = json.load(open("out"))
kind = sys.argv[1].split()[0]
assert d["schema"] == "rollbook.show." + kind + "/1", d["schema"]
assert isinstance(d[kind], dict)
if kind == "evaluation":
    assert len(d["timing"][0]["samples_us"]) == d["timing"][0]["n_samples"] > 0
if kind == "run":
    assert isinstance(d["run"]["config"], dict)' "$thing" || complain "$thing --json: $(cat out)"
    done
fi
# Control characters of a model never reach the terminal.
esc=$(printf '\033')
if command -v sqlite3 >/dev/null; then
    sqlite3 x.db "UPDATE blob SET text = 'a' || char(27) || '[2J' || char(10) || 'b' || char(13) || 'c'
        WHERE blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $id)"
    show rollout "$id"
    grep -q "$esc" out && complain 'an escape character came through'
    # shellcheck disable=SC1003 # the backslash is part of the text
    said '    1  a\x1b[2J'
    said '    2  b\x0dc'
fi
for wrong in 'run nobody:3' 'rollout 999:3' 'rollout x:2' 'evaluation 999:3' 'task l9/9:3' 'rollout 1 --format csv:2'; do
    status=0
    # shellcheck disable=SC2086 # several arguments
    "$ROLLBOOK_BIN" show ${wrong%:*} >out 2>err || status=$?
    [ "$status" -eq "${wrong##*:}" ] || complain "show ${wrong%:*}: status $status"
    [ ! -s out ] || complain "show ${wrong%:*}: prints"
done
