# Nsight Systems exports: launches become profile rows; what is no export is refused in words.
if ! command -v sqlite3 >/dev/null; then
    echo "skipped: no sqlite3 shell to make an export with"
    exit 77
fi
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

strings="CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES (1, 'k'), (2, 'k(int)');"
sqlite3 trace.sqlite "PRAGMA journal_mode = wal; $strings
CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES (0, 'GPU Y');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, deviceId INTEGER, streamId INTEGER, shortName INTEGER,
 demangledName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
 registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (2000, 4500, 0, 7, 1, 2, 3, 4, 5, 32, 2, 1, 16, 128, 256),
 (1000, 1500, 0, 7, 1, 2, 1, 1, 1, 32, 1, 1, 16, 0, 0), (9000, 8000, 0, 7, 1, 2, 1, 1, 1, 32, 1, 1, 16, 0, 0),
 (9500, 'x', 0, 7, NULL, 2, 1, 1, 1, 32, 1, 1, 16, 0, 0)" >/dev/null
expect 0 ingest nsys trace.sqlite --format csv
counts trace,4,2,0,2,0
said 'the launch has no duration, or a negative one'
said 'the launch has no kernel name'
expect 0 ingest nsys trace.sqlite --format csv
counts trace,4,0,2,2,0
rows "SELECT k.position, k.name, k.device_us, json_extract(k.counters, '\$.start_ns', '\$.grid', '\$.block', '\$.full_name'), d.name
      FROM profile_kernel k JOIN evaluation e USING (evaluation_id) JOIN device d USING (device_id) ORDER BY 1" \
'0,k,0.5,"[1000,[1,1,1],[32,1,1],""k(int)""]",GPU Y
1,k,2.5,"[2000,[3,4,5],[32,2,1],""k(int)""]",GPU Y
'
[ ! -e trace.sqlite-wal ] || complain "the export was written to"
"$ROLLBOOK_BIN" ingest nsys - --run-name piped <trace.sqlite >out 2>err || complain "standard input: $(cat err)"
# An export without the shape of launches.
sqlite3 plain.sqlite "$strings CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, shortName INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 1001, 1)"
expect 0 ingest nsys plain.sqlite --format csv
counts plain,1,1,0,0,0
said 'names and times only'
sqlite3 none.sqlite "$strings CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, shortName INTEGER)"
expect 3 ingest nsys none.sqlite
sqlite3 other.sqlite "CREATE TABLE t (a)"
expect 4 ingest nsys other.sqlite
said 'has no table CUPTI_ACTIVITY_KIND_KERNEL'
sqlite3 view.sqlite "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS start"
expect 4 ingest nsys view.sqlite
sqlite3 odd.sqlite "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (a)"
expect 4 ingest nsys odd.sqlite
said 'no start, end and shortName'
head -c 5000 trace.sqlite >cut.sqlite
expect 4 ingest nsys cut.sqlite
head -c 60 trace.sqlite >short.sqlite
expect 4 ingest nsys short.sqlite
said 'not an SQLite database'
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n' >lfs.sqlite
expect 4 ingest nsys lfs.sqlite
said 'is a Git LFS pointer'
printf 'some text' >text.sqlite
expect 4 ingest nsys text.sqlite
: >empty.sqlite
expect 4 ingest nsys empty.sqlite
expect 2 ingest nsys absent.sqlite

result_files
expect 0 ingest nsys given/trace/run.sqlite --format csv
counts run,4,4,0,0,0
rows "SELECT k.name, count(*), round(1000 * sum(k.device_us)) FROM profile_kernel k JOIN v_rollout r ON r.evaluation_id = k.evaluation_id
      WHERE r.run = 'run' GROUP BY 1" 'add,4,536542\n'
expect 4 ingest nsys given/pointer/run.sqlite
said 'is a Git LFS pointer'
