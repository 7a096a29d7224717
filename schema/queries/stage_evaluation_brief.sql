-- Like stage_evaluation.sql where no row has a value for another column (src/store/stage.c).
INSERT OR ROLLBACK INTO evaluation (evaluation_id, rollout_id, device_id, outcome, compiled, correct, message, discarded_samples, import_source_id, created_at)
SELECT c0, c1, c2, c3, c4, c5, c6, c7, c12, c13
FROM staged_evaluation;
