# What the audit reads from a database: one fact of a clean run is changed by hand, and exactly that
# is found.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

"$ROLLBOOK_BIN" run ttt --db clean.db --split "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json" --tasks 4,28 --k 6 --steps 1 \
    --case tiny --seed 5 --name r -q >/dev/null
settle clean.db

# tampered FINDING SQL: the findings after the statement, "none" for none.
tampered() {
    cp clean.db x.db
    sqlite3 x.db "PRAGMA foreign_keys = OFF; $2" || complain "$1: the statement fails"
    "$ROLLBOOK_BIN" audit --db x.db --format csv ${named:-} >out 2>err </dev/null && status=0 || status=$?
    found=$(tail -n +2 out | cut -d, -f2 | sort | tr '\n' ' ')
    [ "$found" = "${1:+$1 }" ] || complain "$2: found '$found', not '$1': $(cat err)"
    [ "$status" -eq "$([ -n "$1" ] && echo 1 || echo 0)" ] || complain "$2: status $status"
}
one=$(sqlite3 clean.db "SELECT rollout_id FROM v_rollout JOIN reward USING (rollout_id) WHERE correct = 1 AND advantage IS NOT NULL ORDER BY rollout_id LIMIT 1")
[ -n "$one" ] || { echo "skipped: the machine was too busy to time any correct sample"; exit 77; }
tampered '' "SELECT 1"
tampered reward_mismatch "UPDATE reward SET value = value + 0.5, advantage = NULL WHERE rollout_id = $one"
tampered advantage_mismatch "UPDATE reward SET advantage = advantage + 0.5 WHERE rollout_id = $one"
tampered logprob_constant "UPDATE rollout_tokens SET n_tokens = 12, token_ids = NULL, logprobs = zeroblob(48) WHERE rollout_id = $one"
tampered logprob_positive "UPDATE rollout_tokens SET n_tokens = 1, token_ids = NULL, logprobs = x'0000803f' WHERE rollout_id = $one; UPDATE rollout SET completion_tokens = 1 WHERE rollout_id = $one"
tampered logprob_sentinel "UPDATE rollout_tokens SET n_tokens = 2, token_ids = NULL, logprobs = x'003c1cc6000000bf' WHERE rollout_id = $one; UPDATE rollout SET completion_tokens = 2 WHERE rollout_id = $one"
tampered logprob_sentinel "UPDATE rollout SET mean_logprob = -9999 WHERE rollout_id = $one"
tampered split_contamination "UPDATE split SET json = '{\"problem_ids\": {\"train\": [1, 28], \"eval\": [4]}}'"
tampered prompt_changed "UPDATE rollout SET prompt_blob_id = code_blob_id WHERE rollout_id = $one"
tampered missing_samples "DELETE FROM evaluation WHERE rollout_id = $one; DELETE FROM reward"
tampered 'missing_samples unequal_k' "DELETE FROM rollout WHERE rollout_id = (SELECT max(rollout_id) FROM rollout); DELETE FROM reward"
tampered speedup_flagged "UPDATE evidence SET pass = 0 WHERE evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = $one)"
tampered speedup_bound "UPDATE measurement SET runtime_us = 1e6 WHERE subject = 'baseline' AND evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = $one); DELETE FROM reward"
tampered correct_without_runtime "DELETE FROM measurement WHERE evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = $one); DELETE FROM reward"
tampered speedup_physics "UPDATE device SET name = 'NVIDIA H100 80GB HBM3'; UPDATE evaluation SET task_case = 'full' WHERE rollout_id = $one"
# The sizes of the run decide, not those of the suite: honest times of a tiny case stay honest on a fast device.
tampered '' "UPDATE device SET name = 'NVIDIA H100 80GB HBM3'"
tampered speedup_physics "UPDATE device SET name = 'NVIDIA H100 80GB HBM3'; DELETE FROM reward; UPDATE measurement SET runtime_us = 1e-7
    WHERE subject = 'candidate' AND evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = $one)"
tampered mixed_devices "INSERT INTO device (backend, name, cores) VALUES ('cuda', 'Tesla T4', 1); UPDATE evaluation SET device_id = last_insert_rowid() WHERE rollout_id = $one"
tampered same_code_other_outcome "UPDATE rollout SET code_blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $one)
    WHERE rollout_id = (SELECT max(rollout_id) FROM v_rollout WHERE outcome <> 'measured' AND task = (SELECT task FROM v_rollout WHERE rollout_id = $one))"
tampered code_stream_escape "UPDATE blob SET text = text || ' void f() { cudaStreamCreate(&s); g(s); }' WHERE blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $one)"
tampered '' "UPDATE blob SET text = text || ' // cudaStreamCreate(&s);' WHERE blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $one)"
tampered '' "UPDATE blob SET text = text || ' void f() { cudaStreamCreate(&s); }' WHERE blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $one)"
tampered timed_not_correct "UPDATE evaluation SET correct = 0, outcome = 'mismatch' WHERE rollout_id = $one; DELETE FROM reward"
tampered code_no_kernel "UPDATE blob SET text = '//@ none' WHERE blob_id = (SELECT code_blob_id FROM rollout WHERE rollout_id = $one)"

# Baselines of a file, for samples that have none beside them.
stored="DELETE FROM reward; DELETE FROM measurement WHERE subject = 'baseline'; UPDATE device SET name = 'Tesla T4';
    UPDATE rollout SET extra = '{\"precision\": \"fp32\"}';
    INSERT INTO baseline (name, hardware, task_id, runtime_us, extra) SELECT 'torch', 'HARDWARE', task_id, 25.5, 'EXTRA' FROM task"
baseline() {
    tampered "$1" "$(printf '%s' "$stored" | sed "s|HARDWARE|$2|; s|EXTRA|$3|")"
}
baseline '' 'Tesla T4' '{"precision": "float32"}'
# Of another device alone, whether it is named or not.
baseline hardware_mismatch 'NVIDIA A100-SXM4-40GB' '{}'
named='--baseline torch' baseline hardware_mismatch 'NVIDIA A100-SXM4-40GB' '{}'
baseline baseline_precision T4 '{"precision": "bf16"}'
baseline baseline_stale T4 '{"measured_at": "2020-02-03T04:05:06Z"}'
