-- First and last rollout that has a reward; NULL when none has.
SELECT (SELECT min(rollout_id) FROM reward) AS first_id, (SELECT max(rollout_id) FROM reward) AS last_id;
