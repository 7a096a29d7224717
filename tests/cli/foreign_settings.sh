# A database names programs, hosts and keys; they are obeyed only when this user has typed or approved them. A second
# user is a second folder of approvals. The hostile files are made by the program itself and by SQL.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
command -v sqlite3 >/dev/null 2>&1 || { echo "sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/dialect_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
host=http://127.0.0.1:$(cat port)
export VICTIM_KEY=sk-victim-1
mine=$PWD/mine theirs=$PWD/theirs
export ROLLBOOK_CONFIG_DIR="$theirs"

# refused MESSAGE ARGUMENTS: status 8, the setting is shown, and the server heard nothing.
refused() {
    message=$1
    shift
    : >log.jsonl
    expect 8 "$@"
    said "$message"
    said "run the same command with --trust"
    [ ! -s log.jsonl ] || complain "$*: the server was asked: $(cat log.jsonl)"
    [ ! -e ran ] || complain "$*: the program of the database ran"
}
# unfinish DATABASE RUN: as a run that was killed before its last rollouts.
unfinish() {
    sqlite3 "$1" "UPDATE run SET status = 'interrupted', owner = NULL WHERE name = '$2'"
}

# A run of somebody else whose server gets a key: made by the program, with nothing forged.
config="{\"base_url\":\"$host/vllm/v1\",\"key_env\":\"VICTIM_KEY\"}"
expect 0 run best-of-n --policy openai --tasks 4 --k 2 --case tiny -q --name r --policy-config "$config" --db e.db
unfinish e.db r
# Who made the run goes on with it without a question.
expect 0 run --resume r -q --db e.db
unfinish e.db r

export ROLLBOOK_CONFIG_DIR="$mine"
refused "policy's server: $host/vllm/v1" run --resume r --db e.db
refused "policy's environment variable of the key: VICTIM_KEY" run --resume r --db e.db -q
refused "policy's server" run score --run r --checkpoints-of r --db e.db
# Once approved, the same settings pass later; others do not.
expect 0 run --resume r --trust -q --db e.db
unfinish e.db r
expect 0 run --resume r -q --db e.db
unfinish e.db r
sqlite3 e.db "UPDATE run SET config = json_set(config, '\$.policy_config.value', replace(json_extract(config, '\$.policy_config.value'), 'VICTIM_KEY', 'HOME'))"
refused "policy's environment variable of the key: HOME" run --resume r --db e.db

# An approval is of one database: the same settings in another file are asked for again.
ROLLBOOK_CONFIG_DIR="$theirs" expect 0 run best-of-n --policy openai --tasks 4 --k 2 --case tiny -q --name r --policy-config "$config" --db f.db
unfinish f.db r
refused "policy's server" run --resume r --db f.db

# An interpreter, a judge and a template that a file names, in a run of our own too.
printf '#!/bin/sh\ntouch %s/ran\n' "$PWD" >evil
chmod +x evil
expect 0 run best-of-n --tasks 28 --k 6 --case tiny -q --name own --db own.db
cp own.db first.db
edit() {
    cp first.db edited.db
    sqlite3 edited.db "UPDATE run SET config = json_set(config, '\$.$1.value', '$2')"
}
edit python "$PWD/evil"
refused "Python interpreter: $PWD/evil" confirm --run own --top 1 --db edited.db
refused "Python interpreter: $PWD/evil" replay own --db edited.db
unfinish edited.db own
refused "Python interpreter: $PWD/evil" run --resume own --db edited.db
edit judge_config "$config"
sqlite3 edited.db "UPDATE run SET config = json_set(config, '\$.reward.value', 'composite:lambda=0.5')"
unfinish edited.db own
refused "judge's server: $host/vllm/v1" run --resume own --db edited.db
edit feedback_template /etc/passwd
unfinish edited.db own
refused "prompt file: /etc/passwd" run --resume own --db edited.db

# A path that was typed is approved where it was typed.
mkdir -p bin elsewhere/bin
cp evil bin/py && cp evil elsewhere/bin/py
expect 0 run best-of-n --tasks 28 --k 1 --case tiny -q --name here --python bin/py --db here.db
cp here.db elsewhere
expect 0 replay here --db here.db
(cd elsewhere && refused "Python interpreter: $PWD/bin/py" replay here --db here.db && exit "$failures") || complain 'a relative path was obeyed elsewhere'
# A declared sweep is options that nobody typed here.
ROLLBOOK_CONFIG_DIR="$theirs" expect 0 declare grid --sweep best-of-n --axis k=1,2 --axis case=tiny --estimand sample --budget 2 --seeds 1 --tasks 4 --stopping x --db sweep.db
refused "declaration: grid: " run best-of-n --sweep grid --db sweep.db
ROLLBOOK_CONFIG_DIR="$theirs" expect 0 run best-of-n --sweep grid -q --db sweep.db

# merge brings no approval along.
ROLLBOOK_CONFIG_DIR="$theirs" expect 0 run best-of-n --tasks 28 --k 6 --case tiny -q --name visitor --python "$PWD/evil" --db their.db
expect 0 merge own.db their.db
refused "Python interpreter: $PWD/evil" confirm --run visitor --top 1 --db own.db
expect 0 confirm --run own --top 1 --db own.db

# Control characters of a setting never reach the terminal.
edit python "$(printf 'a\033[31mb')"
expect 8 confirm --run own --top 1 --db edited.db
! grep -q "$(printf '\033')" err || complain "an escape sequence was printed"

# Whoever can write the file of approvals could approve.
chmod 666 "$mine/approved"
edit python "$PWD/evil"
expect 4 confirm --run own --top 1 --db edited.db
said "chmod 600"
chmod 600 "$mine/approved"
chmod 777 "$mine"
expect 4 confirm --run own --top 1 --db edited.db
said "chmod 700"
