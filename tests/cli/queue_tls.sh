# The queue across a network: TLS with a verified certificate, SCRAM passwords, roles; each way in that is wrong has a message of its own.
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
command -v openssl >/dev/null || {
    echo "openssl is not installed"
    exit 77
}
make_queue --lease 20

# Two authorities, and a certificate of the first one's for one name.
authority() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.crt" 2>>openssl.log ||
        fail "$(cat openssl.log)"
}
authority right
authority wrong
printf 'subjectAltName=DNS:db.rollbook.test\n' >names
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=db.rollbook.test -keyout server.key -out server.csr 2>>openssl.log
openssl x509 -req -in server.csr -CA right.crt -CAkey right.key -CAcreateserial -days 2 -extfile names -out server.crt 2>>openssl.log ||
    fail "$(cat openssl.log)"
cp server.crt server.key "$pg_data/"
[ "$(id -u)" != 0 ] || chown 65534:65534 "$pg_data/server.crt" "$pg_data/server.key"
chmod 600 "$pg_data/server.key"
psql_queue "SET password_encryption = 'scram-sha-256'; CREATE ROLE sender LOGIN PASSWORD 'word-of-sender' IN ROLE rollbook_submitter;
    CREATE ROLE helper LOGIN PASSWORD 'word-of-helper' IN ROLE rollbook_worker" >/dev/null
[ "$(psql_queue "SELECT count(*) FROM pg_authid WHERE rolpassword LIKE 'SCRAM-SHA-256\$%'")" = 2 ] || fail "no SCRAM"
printf 'local all rb trust\nhostssl all all 127.0.0.0/8 scram-sha-256\n' >"$pg_data/pg_hba.conf"

# 127.0.0.2 is a network to the program, which trusts three names of its own machine alone.
as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -w -m fast stop >/dev/null
port=
for try in 1 2 3 4 5 6 7 8 9 10; do
    port=$((20000 + ($$ * 7 + try * 1013) % 20000))
    as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -w -t 120 -l "$pg_home/log" -o "-k $pg_home -p $port -c listen_addresses=127.0.0.2 -c ssl=on" start >/dev/null && break
    port=
done
[ -n "$port" ] || fail "the server does not start: $(tail -5 "$pg_home/log")"
far="host=db.rollbook.test hostaddr=127.0.0.2 port=$port dbname=postgres"
at="$far sslrootcert=$PWD/right.crt"
printf '127.0.0.2:%d:*:sender:word-of-sender\ndb.rollbook.test:%d:*:sender:word-of-sender\n' "$port" "$port" >pass
chmod 600 pass
export PGPASSFILE="$PWD/pass"
: >worker.err
run="run best-of-n --tasks 4 --k 3 --seed 7 --case tiny"

# refused WORDS ADDRESS: says it, shows no password, and leaves no database.
refused() {
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" $run --name far --db no.db --queue "$2" >out 2>err && fail "was let in: $2"
    grep -q -e "$1" err || complain "expected '$1' of '$2': $(cat err)"
    ! grep -q 'word-of' err || complain "a password is shown: $(cat err)"
    [ ! -e no.db ] || complain "a database is left by '$2'"
}
refused 'certificate verify failed' "$far user=sender sslrootcert=$PWD/wrong.crt"
refused 'does not match host name "other.rollbook.test"' "host=other.rollbook.test hostaddr=127.0.0.2 port=$port dbname=postgres user=sender sslrootcert=$PWD/right.crt"
refused 'root certificate file .* does not exist' "$far user=sender sslrootcert=$PWD/none.crt"
refused 'no pg_hba.conf entry .* no encryption' "$at user=sender sslmode=disable"
PGPASSWORD=word-of-another refused 'password authentication failed for user "sender"' "$at user=sender"
PGPASSFILE=/nonexistent refused 'no password supplied' "$at user=sender"
PGPASSWORD=word-of-helper refused 'permission denied' "$at user=helper"

# The right certificate and words: a run by one worker, all of it encrypted.
queue="$at user=helper"
PGPASSWORD=word-of-helper start_worker
in_tls() {
    [ "$("$pg_bin/psql" -h "$pg_home" -p "$port" -U rb -d postgres -AtXc "SELECT count(*) || ' ' || bool_and(s.ssl AND s.version LIKE 'TLSv1.%')
        FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) WHERE a.usename = 'helper'")" = "1 true" ]
}
wait_for "the worker is not there in TLS: $(cat worker.err)" in_tls
serves() {
    "$pg_bin/psql" -h "$pg_home" -p "$port" -U rb -d postgres -AtXc "SELECT value FROM rollbook.status() WHERE name = 'workers'" | grep -q '^[1-9]'
}
wait_for "the worker does not serve: $(cat worker.err)" serves
child=$(cut -d" " -f1 "/proc/$worker/task/$worker/children")
[ -n "$child" ] || fail "the worker has no child"
! tr '\0' '\n' <"/proc/$child/environ" | grep -q 'PG\|word-of' || complain "the child's environment: $(tr '\0' '\n' <"/proc/$child/environ" | grep 'PG\|word-of')"
! grep -qa 'word-of' "/proc/$worker/cmdline" || complain "the worker's command line"
# shellcheck disable=SC2086
"$ROLLBOOK_BIN" $run --name far --db far.db --queue "$at user=sender" >out 2>err || fail "$(cat err)"
# shellcheck disable=SC2086
env -u PGPASSFILE "$ROLLBOOK_BIN" $run --name far --db near.db >out 2>err || fail "$(cat err)"
fact() {
    sqlite3 "$1" "SELECT task, sample, outcome, correct FROM v_evaluation ORDER BY 1, 2"
}
[ "$(fact far.db | wc -l)" = 3 ] && [ "$(fact far.db)" = "$(fact near.db)" ] || complain "far: $(fact far.db), near: $(fact near.db)"
! grep -qa 'word-of' far.db out err worker.err || complain "a password was stored or shown"
"$ROLLBOOK_BIN" queue status --queue "$at user=sender" --format csv >out 2>err || complain "status: $(cat err)"
[ "${failures:-0}" -eq 0 ]
