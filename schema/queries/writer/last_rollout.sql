SELECT coalesce(max(rollout_id), 0) AS last_id FROM rollout;
