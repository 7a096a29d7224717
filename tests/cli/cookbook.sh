# Every statement of the cookbook runs and answers on a database that has something of everything;
# plain sqlite3 answers those that are not marked with a star.
export ROLLBOOK_DB="$PWD/cookbook.db"
book=$ROLLBOOK_SOURCE_DIR/docs/cookbook.md
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

rb() {
    "$ROLLBOOK_BIN" "$@" </dev/null
}
result() {
    printf '[Eval Result] Problem ID: %s, Sample ID: 0\n' "$1"
    printf "compiled=True correctness=True metadata={'hardware': '%s', 'excessive_speedup': %s} runtime=%s " "$4" "$5" "$2"
    printf "runtime_stats={'mean': %s, 'std': 0.01, 'min': %s, 'max': %s, 'num_trials': 100} ref_runtime=%s " "$2" "$2" "$2" "$3"
    printf "ref_runtime_stats={'mean': %s, 'std': 0.01, 'min': %s, 'max': %s, 'num_trials': 100}\n" "$3" "$3" "$3"
}
rb declare study --estimand sample --methods best-of-n,ttt --budget 8 --seeds 3 --tasks 4,28 --stopping "after one seed" >/dev/null
rb run best-of-n --declaration study --split "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json" --tasks 4,28 --k 8 --case tiny --seed 3 --name bon -q >/dev/null
rb run best-of-n --tasks 4,28 --k 4 --case tiny --seed 3 --name again -q >/dev/null
rb run ttt --tasks 4,28 --k 4 --steps 2 --case tiny --seed 5 --name ttt -q >/dev/null
rb run ttt --tasks 4,28 --k 1 --steps 1 --case tiny --seed 5 --name guarded --filters no_variance --guards correct=1.5 -q >/dev/null
rb run sft --teacher bon --tasks 4 --held 28 --steps 1 --eval-k 2 --case tiny --seed 5 --name shown -q >/dev/null
rb declare look --name study --methods best-of-n=bon,ttt=ttt >/dev/null
rb run refine --tasks 28 --k 3 --turns 3 --case tiny --seed 5 --name talk -q >/dev/null
{
    result 4 1.31 1.3 'NVIDIA H100 80GB HBM3' False
    result 5 1.31 2.3 'NVIDIA H100 80GB HBM3' False
    result 80 0.01 2.2 'NVIDIA H100 80GB HBM3' True
} >log.txt
rb ingest kernelbench-log log.txt --level 1 --run-name log >/dev/null 2>&1
rb ingest session "$ROLLBOOK_SOURCE_DIR/tests/fixtures/session/pi.jsonl" >/dev/null 2>&1
printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"history"}}\n' | "$ROLLBOOK_BIN" mcp --run agent >/dev/null
printf '{"level1": {"4_A.py": {"mean": 2.5, "std": 0.1, "min": 2.4, "max": 2.8, "num_trials": 100, "hardware": "Tesla T4"}, "5_B.py": null}}' >torch.json
rb ingest kernelbench-baseline torch.json --name torch_eager >/dev/null 2>&1

# What a server, a judge, a profiler and a device with a clock leave behind, as rows of the first rollouts.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
sqlite3 cookbook.db <<'END' || complain "the rows of a server cannot be stored"
INSERT INTO attempt (run_id, task_id, step, turn, sample, attempt, request_sha256, sent_at, ended_at, end_kind, status, total_ms, rollout_id)
SELECT run_id, task_id, step, turn, sample, 1, printf('%064x', rollout_id), '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', 'answered', 200, 900.0, rollout_id
FROM rollout ORDER BY rollout_id LIMIT 2;
INSERT INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail)
SELECT evaluation_id, p, kind, pass, 1, 'calls', pass, detail FROM (SELECT min(evaluation_id) AS evaluation_id FROM evaluation),
  (SELECT 1000 AS p, 'rule_kernelbench' AS kind, 1 AS pass, 'measured' AS detail UNION ALL SELECT 1001, 'rule_own', 0, 'mismatch'
   UNION ALL SELECT 1002, 'rules_differ', 0, 'mismatch: an element');
INSERT INTO blob (sha256, kind, bytes, text) VALUES (printf('%064x', 7), 'import', 4, 'text');
INSERT INTO task (suite, level, problem_id, name, sha256, kind, module_blob_id, flops, bytes)
VALUES ('mine', 1, 1, '1_ReLU', printf('%064x', 7), 'torch', (SELECT max(blob_id) FROM blob), 0, 2e9);
INSERT INTO exchange (exchange_id, attempt_id, api, path, streamed, n_rollouts, tags)
SELECT printf('%032x', attempt_id), attempt_id, 'chat', '/v1/chat/completions', 0, 1, '{}' FROM attempt;
INSERT INTO judge (rollout_id, model_id, correctness, compilability, speed)
SELECT rollout_id, (SELECT min(model_id) FROM model), 0.5, 1.0, 0.25 FROM rollout ORDER BY rollout_id LIMIT 3;
INSERT INTO measurement_clock (measurement_id, n_throttled, clocks_mhz)
SELECT measurement_id, 2, zeroblob(8) FROM measurement WHERE evaluation_id IS NOT NULL ORDER BY measurement_id LIMIT 1;
INSERT INTO profile_kernel (evaluation_id, position, name, device_us)
SELECT evaluation_id, 0, 'k', 10.0 FROM measurement WHERE subject = 'candidate' ORDER BY evaluation_id LIMIT 1;
INSERT INTO profile (evaluation_id, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s)
SELECT evaluation_id, 12.0, 1e6, 1e6, 1e12, 1e13 FROM profile_kernel;
INSERT OR IGNORE INTO checkpoint (model_id, sha256, blob_id) SELECT min(model_id), 'c', (SELECT min(blob_id) FROM blob) FROM model;
INSERT INTO score (rollout_id, checkpoint_id, role, temperature, semantics, n_tokens, logprobs, sum_logprob)
SELECT rollout_id, (SELECT min(checkpoint_id) FROM checkpoint), 'student', 1.0, 'policy', 10, zeroblob(40), -5.0 FROM rollout ORDER BY rollout_id LIMIT 4;
INSERT INTO prompt_tokens (sha256, tokenizer, n_tokens, token_ids) VALUES (printf('%064x', 8), 'bytes', 2, x'0100000002000000');
UPDATE rollout SET extra = json_set(coalesce(extra, '{}'), '$.prompt_tokens_sha256', printf('%064x', 8)) WHERE rollout_id = (SELECT min(rollout_id) FROM rollout);
INSERT INTO trainer_request (run_id, operation, content_sha256, n_sequences, n_tokens, sent_at)
SELECT run_id, 'score', printf('%064x', 9), 1, 12, '2026-01-01T00:00:00Z' FROM run ORDER BY run_id LIMIT 1;
INSERT INTO amendment (table_name, row_key, field, old_value, new_value, who, why, at)
VALUES ('measurement', '1', 'runtime_us', '1.3', '1300', 'ann', 'milliseconds', '2026-01-02T00:00:00Z');
END

# One file a block, named by the number of its question.
awk '
/^### / { number = $2; sub(/\./, "", number); star = /\*$/ ? "star" : "plain" }
/^```sql$/ { file = sprintf("q%02d.%s.sql", number, star); blocks++; next }
/^```$/ { file = "" }
file != "" { print >file }
END { print blocks }' "$book" >blocks
[ "$(cat blocks)" -ge 15 ] || complain "only $(cat blocks) questions"
[ "$(cat blocks)" -eq "$(find . -name 'q*.sql' | wc -l)" ] || complain "a question has no block of its own"
[ "$(cat blocks)" -eq "$(grep -c '^### [0-9]' "$book")" ] || complain "a question has no statement"
for query in q*.sql; do
    if ! rb sql --format csv "$(cat "$query")" >out 2>err; then
        complain "$query: $(cat err)"
        continue
    fi
    [ "$(wc -l <out)" -ge 2 ] || complain "$query: no rows"
    case $query in
    *.plain.sql)
        command -v sqlite3 >/dev/null || continue
        sqlite3 -readonly cookbook.db <"$query" >plain 2>err || complain "$query in sqlite3: $(cat err)"
        [ -s plain ] || complain "$query in sqlite3: no rows"
        ;;
    esac
done

# Answers that are known.
answer() {
    rb sql --format csv "$(cat "$1")" | grep -q "$2" || complain "$1 does not say $2: $(rb sql --format csv "$(cat "$1")")"
}
answer q02.plain.sql 'log.txt,kernelbench-log,3,3,0,0'
answer q05.plain.sql 'log,NVIDIA H100 80GB HBM3,torch_eager,Tesla T4,1,DIFFERENT'
answer q06.plain.sql 'log,l1/5,torch_eager'
answer q07.plain.sql 'bon,2,0'
answer q09.plain.sql 'log,l1/80,0,220,10,2200'
answer q10.plain.sql 'log,l1/80,0,excessive_speedup'
answer q12.plain.sql 'log,1310,2,2,0'
answer q23.plain.sql '^bon,16,[1-9][0-9]*,'
answer q30.plain.sql ',student,[01]*,[1-4],-0.5$'
answer q33.plain.sql ',memory,'
answer q34.plain.sql ',1,2$'
answer q22.plain.sql 'ttt,speedup,[0-9]*,0$'
answer q36.plain.sql '^ttt,1,[0-9a-f]\{12\},[1-8],'
answer q37.plain.sql '^bon,16,[1-9][0-9]*,0$'
answer q38.plain.sql '^2026-01-02T00:00:00Z,ann,measurement,1,runtime_us,1.3,1300,milliseconds$'
