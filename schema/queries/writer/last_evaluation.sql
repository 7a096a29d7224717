SELECT coalesce(max(evaluation_id), 0) AS last_id FROM evaluation;
