SELECT s.checkpoint_id, c.blob_id, s.update_metrics
FROM step s LEFT JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
WHERE s.run_id = :run_id AND s.step = :step;
