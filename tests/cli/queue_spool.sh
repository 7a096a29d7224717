# Answers lie on a worker's disk while the server is away: a killed worker's are handed in by the next one, and none is evaluated again.
# Also what is wrong with a spool is told, and a queue of an earlier version is brought up to date.
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
make_queue --lease 2
identity=$(psql_queue "SELECT identity FROM rollbook.meta")

# A folder in which others may write is no spool.
mkdir -m 777 open
"$ROLLBOOK_BIN" worker --queue "$queue" -j 1 --spool open 2>err && fail "a spool that others write in"
grep -q "others may write in it" err || fail "$(cat err)"

start_worker
first=$worker
live() {
    [ "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = 'workers'")" -ge 1 ]
}
wait_for "no worker came: $(cat worker.err)" live
# The server is stopped in the middle of taking the first answer.
psql_queue "CREATE FUNCTION rollbook.stuck() RETURNS trigger LANGUAGE plpgsql AS \$\$BEGIN PERFORM pg_sleep(55); RETURN NEW; END\$\$;
CREATE TRIGGER stuck BEFORE UPDATE ON rollbook.job FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION rollbook.stuck()" >/dev/null
"$ROLLBOOK_BIN" run best-of-n --tasks 4,12 --k 4 --seed 7 --case tiny --name r --db r.db --queue "$queue" >/dev/null 2>run.err &
submitter=$!
pids="$pids $submitter"
is_stuck() {
    [ "$(psql_queue "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")" -ge 1 ]
}
wait_for "nothing is answered: $(cat run.err worker.err)" is_stuck
kill -9 $submitter
wait $submitter 2>/dev/null || true
leased=$(psql_queue "SELECT count(*) FROM rollbook.job WHERE state = 1")
as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -m immediate stop >/dev/null
part=spool/$identity/0
kept() {
    find "$part" -name '*.spool' -size +100c | grep -q .
}
all_kept() {
    [ "$(cat "$part"/*.spool | grep -aoF "$identity" | wc -l)" -eq "$leased" ]
}
wait_for "not all of the $leased answers are kept: $(cat worker.err)" all_kept
grep -q "answers are kept in $part" worker.err || fail "$(cat worker.err)"
says_where() {
    grep -q "[0-9] answers wait for it in $part" worker.err
}
wait_for "it is not said what waits: $(cat worker.err)" says_where
child=$(cut -d" " -f1 "/proc/$first/task/$first/children")
! ls -l "/proc/$child/fd" | grep -q spool || fail "a child has the spool open: $(ls -l "/proc/$child/fd")"
kill -9 "$first"
wait "$first" 2>/dev/null || true
good=$PWD/good.spool
cp "$part"/*.spool "$good"
# The jobs of its answers, and a file JOB.want for each.
ids=$(python3 - "$good" <<'EOF'
import struct, sys
data, at, answers = open(sys.argv[1], "rb").read(), 0, {}
while at < len(data):
    kind, number, length = struct.unpack("<4xIQ8xI", data[at:at + 28])
    head, _, text = data[at + 40:at + 40 + length].partition(b"\n")
    if kind == 7:
        answers[number, head] = text
    if kind == 8:
        del answers[number, head]
    at += 40 + length
for (number, _), text in answers.items():
    open(f"{number}.want", "wb").write(text)
print(",".join(str(number) for number, _ in answers))
EOF
)

# What no worker wrote lies beside them: damage, which is set aside, an answer that is none, a half record, things that are no
# files, and an answer of a version of before.
{ cat "$good"; printf 'xxxx%060d' 0; cat "$good"; } >"$part/00000000000000f1.spool"
size=$(stat -c %s "$good")
head -c $((size - 5)) "$good" >"$part/00000000000000f2.spool"
mkfifo "$part/00000000000000f3.spool"
ln -s /etc/passwd "$part/00000000000000f4.spool"
python3 - "$identity" >"$part/00000000000000f5.spool" <<'EOF'
import hashlib, struct, sys
payload = f"{sys.argv[1]} 999006\nnothing".encode()
head = struct.pack("<4sIQqII", b"RBsp", 7, 6, 1, len(payload), 0)
sys.stdout.buffer.write(head + hashlib.sha256(head + payload).digest()[:8] + payload)
EOF
echo x >"$part/5-999005.answer"

start_server
psql_queue "DROP TRIGGER stuck ON rollbook.job; DROP FUNCTION rollbook.stuck" >/dev/null
start_worker
handed_in() {
    [ "$(psql_queue "SELECT count(*) FILTER (WHERE state = 2 AND attempt = 1) = count(*) FROM rollbook.job WHERE id IN ($ids)")" = t ]
}
wait_for "the answers are not handed in: $(cat worker.err)" handed_in
gone() {
    ! kept
}
wait_for "answers stay: $(ls "$part")" gone
grep -q "bytes are damaged; the files are set aside as .refused" worker.err || fail "$(cat worker.err)"
cmp "$part/0000000000000001.spool.refused" "$good" || fail "set aside: $(ls "$part")"
grep -q "6-999006.answer: it is not a result of its job; it is set aside as .refused" worker.err || fail "$(cat worker.err)"
[ "$(cat "$part/6-999006.answer.refused")" = nothing ] || fail "set aside: $(ls "$part")"
grep -q "1 answers of an earlier version are in $part" worker.err || fail "$(cat worker.err)"
# They are the ended worker's answers, byte by byte: nobody evaluated again.
for f in ./*.want; do
    job=$(basename "$f" .want)
    psql_queue "SELECT result FROM rollbook.job WHERE id = $job AND worker = (SELECT id FROM rollbook.worker WHERE pid = $first)" >got
    [ "$(cat "$f")" = "$(cat got)" ] || fail "$f: $(cat got)"
done
"$ROLLBOOK_BIN" run --resume r --db r.db --queue "$queue" >/dev/null 2>run.err || fail "$(cat run.err)"
[ "$(sqlite3 r.db "SELECT count(*), count(DISTINCT rollout_id), sum(outcome = 'infra') FROM evaluation")" = "8|8|0" ] ||
    fail "not each once: $(sqlite3 r.db "SELECT outcome, count(*) FROM evaluation GROUP BY 1")"

# A second worker has a part of its own.  When it was killed, the first, which still runs, hands in what it left: here an answer
# that the queue has had, which is too late and goes.
one=$worker
start_worker
two=$worker
second_part() {
    [ -e "spool/$identity/1/lock" ]
}
wait_for "no second part: $(cat worker.err)" second_part
kill -9 "$two"
wait "$two" 2>/dev/null || true
cp "$good" left
mv left "spool/$identity/1/0000000000000001.spool" # at once, for the first looks while it is copied
taken_over() {
    [ -z "$(find "spool/$identity/1" -name '*.spool')" ] && ! kept
}
wait_for "nobody hands it in" taken_over

# A worker that is to end while the server is away leaves its answers.
psql_queue "CREATE FUNCTION rollbook.full() RETURNS trigger LANGUAGE plpgsql AS \$\$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END\$\$" >/dev/null
psql_queue "CREATE TRIGGER full_disk BEFORE UPDATE ON rollbook.job FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION rollbook.full()" >/dev/null
build=$(psql_queue "SELECT evaluator FROM rollbook.worker WHERE pid = $one")
psql_queue "SELECT rollbook.submit('m', 'cpu', '$build', '{broken}', '{no message}')" >/dev/null
wait_for "no answer is kept: $(cat worker.err)" kept
kill -TERM "$one"
wait "$one" || fail "$(cat worker.err)"
n=$(echo "$ids" | tr , '\n' | wc -l)
grep -q "answers taken, $n too late" worker.err || fail "$(cat worker.err)"
grep -q "1 answers wait in the spool" worker.err || fail "$(cat worker.err)"
kept || fail "the answer is gone"
psql_queue "DROP TRIGGER full_disk ON rollbook.job; DROP FUNCTION rollbook.full()" >/dev/null

# A queue of version 1 is told how to get on, and has the job and its lease still.
psql_queue "ALTER TABLE rollbook.meta DROP identity, DROP heard_since; UPDATE rollbook.meta SET version = 1, lease = interval '7 seconds';
DROP FUNCTION rollbook.note_heard, rollbook.excuse, rollbook.lost_names;
ALTER TABLE rollbook.job DROP excused, DROP lost_by, ADD lost_by text NOT NULL DEFAULT '';
UPDATE rollbook.job SET lost_by = 'g:2, h:1, g:2' WHERE key = 'broken'" >/dev/null
"$ROLLBOOK_BIN" queue status --queue "$queue" 2>err && fail "another version"
grep -q "'rollbook queue init' brings the queue up to date and keeps its jobs" err || fail "$(cat err)"
"$ROLLBOOK_BIN" queue init --queue "$queue" 2>err || fail "$(cat err)"
grep -q "the queue is up to date" err || fail "$(cat err)"
[ "$(psql_queue "SELECT count(*), (SELECT lease FROM rollbook.meta) FROM rollbook.job WHERE key = 'broken'")" = "1|00:00:07" ] || fail "a job or the lease is lost"
[ "$(psql_queue "SELECT rollbook.lost_names(lost_by) FROM rollbook.job WHERE key = 'broken'")" = "g:2, h:1, g:2" ] || fail "the names of lost workers"
"$ROLLBOOK_BIN" queue init --queue "$queue" 2>err && fail "a second queue"
psql_queue "UPDATE rollbook.meta SET version = 99" >/dev/null
"$ROLLBOOK_BIN" queue status --queue "$queue" 2>err && fail "a later version"
grep -q "it is too old for the queue" err || fail "$(cat err)"
"$ROLLBOOK_BIN" queue init --queue "$queue" 2>err && fail "a later version is taken back"
psql_queue "UPDATE rollbook.meta SET version = (SELECT 4)" >/dev/null
psql_queue "SET ROLE rollbook_worker; SELECT rollbook.finish('{}', '{}', '{}')" >/dev/null || fail "the role lost its rights"
