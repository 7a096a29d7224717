# The report of a run has what the database has of it: requests, judgements, log-probs under other
# checkpoints, clocks, profiles; and no word of what it has not.
. "$ROLLBOOK_SOURCE_DIR/tests/pdf_checks"
need_pdf_tools
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

"$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 3 --steps 1 --case tiny --seed 3 --name ours -q >log 2>&1 || fail "no run: $(cat log)"
sections='Requests|Conversations|Scored again|Judges|Clocks|Profiles'
report() {
    "$ROLLBOOK_BIN" report run --run "$1" -o run.pdf --latex folder >log 2>&1 || fail "no report: $(cat log)"
    pdf_is_sound run.pdf || exit 1
    pdftotext -layout run.pdf text
}
report ours
! grep -E "^ *($sections) *\.* *[0-9]*$" text || fail "a section without rows"

sqlite3 x.db <<'SQL' || fail "the rows do not fit the tables"
CREATE TEMP TABLE first AS SELECT min(rollout_id) AS id FROM rollout;
CREATE TEMP TABLE timed AS SELECT evaluation_id AS id FROM measurement WHERE subject = 'candidate' ORDER BY 1 LIMIT 1;
UPDATE run SET server = '{"server": "vllm", "version": "9.8.7"}';
INSERT INTO attempt (run_id, step, task_id, sample, attempt, request_sha256, sent_at, ended_at, end_kind, status, detail, first_byte_ms, total_ms, rollout_id)
SELECT run_id, step, task_id, sample, 1, sha256, '', '', kind, status, detail, 11.25, total, NULL
FROM (SELECT run_id, step, task_id, sample, printf('%064d', rollout_id) AS sha256, rollout_id % 2 AS odd FROM rollout),
     (SELECT 'answered' AS kind, 200 AS status, NULL AS detail, 123.5 AS total, 0 AS wanted UNION ALL
      SELECT 'timed out', NULL, 'no byte for 7 s', 7000.5, 1) ends
WHERE odd = wanted;
INSERT INTO model (name, kind) VALUES ('the-judge', 'openai');
INSERT INTO judge (rollout_id, model_id, correctness, compilability, speed, malformed, tries)
SELECT rollout_id, (SELECT model_id FROM model WHERE name = 'the-judge'), 0.8125, 0.9, 0.1 + rollout_id % 7 / 10.0, 0, 1 FROM rollout;
INSERT INTO score (rollout_id, checkpoint_id, role, temperature, n_tokens, logprobs, sum_logprob)
SELECT rollout_id, (SELECT max(checkpoint_id) FROM checkpoint), 'teacher', 0.625, completion_tokens, zeroblob(4 * completion_tokens),
       -0.4375 * completion_tokens FROM rollout;
INSERT INTO profile (evaluation_id, why_not_counted, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s)
SELECT id, NULL, 320, 1e9, 2e9, 4e12, 6e13 FROM timed;
INSERT INTO profile_kernel (evaluation_id, position, name, device_us) SELECT id, 0, 'my_first_kernel', 100.25 FROM timed;
INSERT INTO kernel_counters (evaluation_id, position, grid, block, registers, occupancy_percent) SELECT id, 0, '4,1,1', '256,1,1', 37, 43.5 FROM timed;
INSERT INTO measurement_clock (measurement_id, n_throttled, clocks_mhz)
SELECT measurement_id, 3, zeroblob(8 * n_samples) FROM measurement WHERE evaluation_id = (SELECT id FROM timed)
AND subject = 'candidate';
SQL
report ours
for section in Requests 'Scored again' Judges Clocks Profiles; do
    [ "$(grep -cE "(^| {2,})$section( {2,}|( *[0-9]+)?$)" text)" -ge 2 ] || fail "$section is not in contents and text"
done
has() {
    grep -qE -- "$1" text || fail "the report does not say $1"
}
n=$(sqlite3 x.db "SELECT count(*) FROM rollout")
has 'version +9\.8\.7'
has "answered +200 +$((n / 2)) +0 +0 +11\.2 +123\.5"
has "timed out +NA.* $((n / 2)) +0 +0 +11\.2 +7000\.5 +7000\.5 +no byte for 7 s"
has "teacher +0\.625 .*$n +[0-9]+ +-0\.4375"
has "the-judge .*$n +0 +$n +0\.81[23] +0\.900"
has 'the-judge +correctness +mean_confidence +0\.8125'
has 'the-judge +correctness +correct +[0-9]+ .*accuracy'
has 'the-judge +pooled'
has '[0-9] +candidate +1 +[0-9]+ +1 +3$'
has 'my_first_kernel +1 +1 +100\.25 +37 .*43\.5'
has 'memory +[0-9]'

# Every statement that is attached is SQL that sqlite3 takes as it stands there.
pdfdetach -savefile queries.sql -o queries.sql run.pdf || fail "no queries are attached"
grep -oE 'schema/queries/[a-z_0-9/]*\.sql' queries.sql >files
sort -u files | grep -c 'show_run_' >count
[ "$(cat count)" -ge 10 ] || fail "only $(cat count) statements of the run are attached"
while read -r file; do
    sqlite3 -readonly x.db ".parameter set :id 1" ".parameter set :runs '[\"ours\"]'" ".read $ROLLBOOK_SOURCE_DIR/$file" >rows 2>log ||
        grep -q 'no such function: median' log || fail "$file: $(cat log)" # of the extension, as the page says
done <files

# A conversation has its own section.
"$ROLLBOOK_BIN" run refine --tasks 4 --k 2 --turns 2 --case tiny --seed 3 --name talk -q >log 2>&1 || fail "no run: $(cat log)"
report talk
has 'no limit reached +2 +2 +2 +4 +0'
# A configuration without origins, as a proxy and imports leave it.
sqlite3 x.db "UPDATE run SET config = '{\"upstream\":\"http://here:1\",\"keep\":true,\"import\":{\"format\":\"kernelbench\"}}' WHERE name = 'talk'"
report talk
has 'upstream +http://here:1'
has 'import +\{"format":"kernelbench"\}'
"$ROLLBOOK_BIN" show run ours >out
for section in requests judges 'scored again' profiles 'clocks of the device' rewards; do
    grep -q "^== $section ==" out || fail "show run has no $section"
done

# An import: where it came from, with hashes that leave room; a column without any entry becomes a remark.
echo '{"4": [{"sample_id": 0, "compiled": true, "correctness": false, "runtime": -1}]}' >theirs.json
"$ROLLBOOK_BIN" ingest kernelbench theirs.json --level 1 --run-name theirs -q >log 2>&1 || fail "no import: $(cat log)"
report theirs
has "theirs\.json +$(sha256sum theirs.json | cut -c1-16)… "
has '^ *baseline: NA in every row'
