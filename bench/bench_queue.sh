#!/bin/sh
# What a queue carries beside a plain table of the same server: bench/bench_queue.sh ROLLBOOK [SECONDS [ROUNDS]]
#
# Where bench_submit is built beside it ("ninja bench_submit"), first what a run submits: 8,000 kernels of 3 KB by the transport, against
# psql's COPY of the same rows into a table without an index.
#
# A PostgreSQL of its own with fsync, on a socket.  Submits 64 jobs of 3.4 KB a call, then claims 16 and finishes
# them with results of 5 KB, by eight connections; the peers are one INSERT of 64 rows of the same texts
# into a plain table, and claims and ends one by one.  At last jobs come one at a time to a worker that has nothing to do.  Rounds in turn, medians, by pgbench.
set -eu
ROLLBOOK_BIN=$(realpath "$1")
seconds=${2:-3}
rounds=${3:-5}
ROLLBOOK_SOURCE_DIR=$(cd "$(dirname -- "$0")/.." && pwd)
export ROLLBOOK_BIN ROLLBOOK_SOURCE_DIR
dir=$(mktemp -d "${TMPDIR:-/tmp}/rollbook-bench.XXXXXX")
cd "$dir"
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
trap 'end_all; rm -rf "$dir"' EXIT
make_queue
psql_queue "CREATE TABLE plain (id bigserial PRIMARY KEY, key text UNIQUE, body text);
CREATE TABLE text_of AS SELECT i, (SELECT string_agg(md5(i::text || k::text), '') FROM generate_series(1, 106) k) AS body FROM generate_series(1, 64) i;
INSERT INTO rollbook.worker (host, pid, evaluator, classes, devices, capacity) SELECT 'h', i, 'e', '{cpu}', '{}', 1 FROM generate_series(1, 8) i" >/dev/null
worker=$(psql_queue "SELECT min(id) FROM rollbook.worker")
bench_submit=$(dirname "$ROLLBOOK_BIN")/bench/bench_submit
if [ -x "$bench_submit" ]; then
    psql_queue "CREATE TABLE bare (key text, body text); ALTER TABLE bare ALTER body SET STORAGE EXTERNAL;
INSERT INTO rollbook.worker (host, pid, evaluator, classes, devices, capacity, heartbeat)
    VALUES ('submit', 0, '$("$ROLLBOOK_BIN" --version | cut -d' ' -f2)', '{cpu:submit}', '{}', 100000, 'infinity')" >/dev/null
    head -c 2900 "$ROLLBOOK_SOURCE_DIR/tasks/references.c" >kernel.cu
    i=0
    while [ "$i" -lt "$rounds" ]; do
        "$bench_submit" "$queue" submit 8000 kernel.cu >>transport.rates
        psql_queue "\\copy (SELECT key, body FROM rollbook.job WHERE class = 'cpu:submit') TO 'rows.copy'" >/dev/null
        psql_queue "DELETE FROM rollbook.job WHERE class = 'cpu:submit'" >/dev/null
        psql_queue "VACUUM rollbook.job" >/dev/null
        began=$(date +%s%N)
        psql_queue "\\copy bare FROM 'rows.copy'" >/dev/null
        echo $((8000 * 1000000000 / ($(date +%s%N) - began))) >>copy.rates
        psql_queue "TRUNCATE bare" >/dev/null
        i=$((i + 1))
    done
fi
cat >submit.sql <<'END'
SELECT count(*) FROM rollbook.submit('m', 'cpu', 'e', (SELECT array_agg(gen_random_uuid()::text) FROM generate_series(1, 64)), (SELECT array_agg(body) FROM text_of));
END
cat >plain.sql <<'END'
INSERT INTO plain (key, body) SELECT gen_random_uuid()::text, body FROM text_of;
END
cat >pairs.sql <<END
SELECT rollbook.finish(array_agg(job_id), array_agg(job_fence), array_agg(repeat(job_id::text, 800))) FROM rollbook.claim(:client_id + $worker, 16);
END
sed 's/, 16)/, 1)/' pairs.sql >single.sql
run() { # FILE CONNECTIONS
    "$pg_bin/pgbench" -h "$pg_home" -U rb -n -f "$1.sql" -c "$2" -j 2 -T "$seconds" postgres >pgbench.out 2>pgbench.err ||
        fail "$(cat pgbench.err)"
}
# Rows that are there afterwards, a second: a claim of nothing counts nothing.
rate() { # FILE CONNECTIONS ROWS-OF
    before=$(psql_queue "SELECT count(*) FROM $3")
    run "$1" "$2"
    echo $((($(psql_queue "SELECT count(*) FROM $3") - before) / seconds)) >>"$1.rates"
}
i=0
while [ "$i" -lt "$rounds" ]; do
    rate submit 1 rollbook.job
    rate plain 1 plain
    run submit 1
    rate single 8 "rollbook.job WHERE state = 2"
    rate pairs 8 "rollbook.job WHERE state = 2"
    psql_queue "DELETE FROM rollbook.job; DELETE FROM plain" >/dev/null
    psql_queue "VACUUM rollbook.job" >/dev/null
    psql_queue "VACUUM plain" >/dev/null
    i=$((i + 1))
done
median() { sort -n "$1.rates" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
for name in transport copy submit plain pairs single; do
    [ -f "$name.rates" ] || continue
    echo "$name $(median $name) a second ($(tr '\n' ' ' <$name.rates))"
done
awk -v s="$(median submit)" -v p="$(median plain)" 'BEGIN { printf "submit, of plain inserts: %.2f\n", s / p }'

start_worker
idle() {
    [ "$(psql_queue "SELECT count(*) FROM rollbook.worker WHERE pid = $worker")" = 1 ]
}
wait_for "no worker came: $(cat worker.err)" idle
build=$(psql_queue "SELECT evaluator FROM rollbook.worker WHERE pid = $worker")
i=0
while [ "$i" -lt 60 ]; do
    psql_queue "SELECT rollbook.submit('m', 'cpu', '$build', '{late$i}', '{no message}')" >/dev/null
    sleep 0.05
    i=$((i + 1))
done
psql_queue "SELECT 'submit to start, ms: median ' || round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::numeric, 1) || ', 90 % ' || round(percentile_cont(0.9) WITHIN GROUP (ORDER BY ms)::numeric, 1)
    FROM (SELECT extract(epoch FROM started - submitted) * 1000 AS ms FROM rollbook.job WHERE key LIKE 'late%') AS t"
