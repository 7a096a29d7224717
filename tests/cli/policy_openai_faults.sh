# Servers that fail in every way: what can be had is drawn, the rest is said, every request is on
# record.  A fault meets each sample's first request.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/fault_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
url=http://127.0.0.1:$(cat port)/v1
export ROLLBOOK_DB=a.db

# draw STATUS MODEL: three samples of it
draw() {
    expect "$1" run best-of-n --policy openai --tasks 4 --k 3 --case tiny -q --name "$2" --workers 1 --policy-config \
        "{\"base_url\":\"$url\",\"model\":\"$2\",\"max_attempts\":3,\"attempt_ms\":1500,\"give_up_ms\":20000,\"max_tokens\":256}"
}

# recovers MODEL END: the first request of each sample ends so, the second is answered.
recovers() {
    draw 0 "$1"
    rows "SELECT count(*), count(DISTINCT sample), sum(outcome = 'no_code'), round(sum(sum_logprob), 3) FROM v_rollout WHERE run = '$1'" '3,3,3,-5.25\n'
    rows "SELECT attempt, end_kind || ifnull(' ' || status, ''), count(*), count(rollout_id) FROM v_attempt WHERE run = '$1'
          GROUP BY 1, 2 ORDER BY 1" "1,$2,3,0\n2,answered 200,3,3\n"
}

recovers cut "cut 200"
recovers short-length "failed 200"
recovers no-length "failed 200"
recovers chunk-cut "cut 200"
recovers bad-chunk "cut 200"
recovers empty "failed 200"
recovers html "failed 200"
recovers error-200 "failed 200"
recovers no-choices "failed 200"
recovers odd-choice "failed 200"
recovers deep "failed 200"
recovers deep-hidden "failed 200"
recovers drip "timed out 200"
recovers stalled "timed out 200"
recovers 429-seconds "answered 429"
expect 0 run best-of-n --policy openai --tasks 4 --k 3 --case tiny --name noted --policy-config "{\"base_url\":\"$url\",\"model\":\"429-seconds\"}" --seed 2
said "note: $url has too much to do (answered with status 429: slow down (to be asked again in 1 s)); waiting"
recovers 500 "answered 500"
recovers 502 "answered 502"
recovers 529 "answered 529"
rows "SELECT DISTINCT detail FROM attempt JOIN run USING (run_id) WHERE name = 'error-200' AND detail IS NOT NULL" \
    'answer: no choices in the answer: upstream died\n'

# A connection that was used before may be gone: that is no answer, and the transfer begins again by itself.
draw 0 reset
rows "SELECT count(*), count(DISTINCT sample) FROM v_rollout WHERE run = 'reset'" '3,3\n'
rows "SELECT DISTINCT end_kind, status FROM v_attempt WHERE run = 'reset' AND rollout_id IS NULL" 'cut,NA\n'

# Answers that can be read, with numbers that cannot be used.
for name in nan null big-numbers; do
    draw 0 $name
    rows "SELECT count(*), count(sum_logprob), max(coalesce(extra ->> 'n_null_logprobs', extra ->> 'n_sentinel_logprobs')) > 0, sum(extra ->> 'attempts') FROM rollout JOIN run USING (run_id)
          WHERE name = '$name'" '3,0,1,3\n'
done
draw 0 surrogate
text="FROM rollout JOIN run USING (run_id) JOIN blob ON blob_id = completion_blob_id WHERE name ="
rows "SELECT DISTINCT blob.text, extra ->> 'n_repairs' $text 'surrogate'" \
    '"lone \0357\0277\0275, null \0357\0277\0275, half \0357\0277\0275 and pair \0360\0237\0230\0200",3\n'
draw 0 not-utf8
rows "SELECT DISTINCT blob.text $text 'not-utf8'" 'caf\0357\0277\0275 \0357\0277\0275\n'

# A date two seconds ahead is waited for.
draw 0 429-date
python3 - <<'END' || complain "a request came before the date that the server gave"
import json
at = {}
for line in open("log.jsonl"):
    r = json.loads(line)
    if r["model"] == "429-date":
        at.setdefault(r["seed"], []).append(r["at"])
assert len(at) == 3 and all(len(t) == 2 and t[1] - t[0] > 0.9 for t in at.values()), at
END

# What does not pass ends the run, which stays resumable, with the server's words.
draw 4 deep-always
said "3 of 3 samples were not drawn (failed: answer:"
rows "SELECT count(*), max(attempt) FROM v_attempt WHERE run = 'deep-always'" '9,3\n'
draw 4 huge
said "3 of 3 samples were not drawn (too large: the answer is larger than allowed)"
rows "SELECT count(*), max(length(response)) < 2000000 FROM attempt JOIN run USING (run_id) WHERE name = 'huge'" '3,1\n'
draw 4 many-always
said "not drawn"
draw 4 header-bomb-always
said "not drawn"
draw 4 no-http-always
said "not drawn"
draw 4 quota
said "answered with status 429: pay"
rows "SELECT count(*) FROM v_attempt WHERE run = 'quota'" '3\n'
draw 4 429-day
said "come back tomorrow (to be asked again in 86400 s)"
rows "SELECT count(*) < 4, max(attempt) FROM v_attempt WHERE run = '429-day'" '1,1\n'
draw 4 429-never-always
said "slow down"
rows "SELECT status FROM v_run WHERE run = '429-never-always'" 'interrupted\n'

# Asked again later, the honest second answer of each sample that nobody had is taken.
expect 0 run --resume huge -q
rows "SELECT count(*), count(DISTINCT sample) FROM v_rollout WHERE run = 'huge'" '3,3\n'

# A server that sends its clients elsewhere is not followed.
draw 4 redirect
said "status 307"
grep -q elsewhere log.jsonl && complain "a redirect was followed"
exit $((failures > 0))
