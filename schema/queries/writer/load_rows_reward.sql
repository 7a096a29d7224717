-- All rows that wait for put_reward.sql: its parameters in their order (src/store/waiting.c).
INSERT INTO reward (rollout_id, recipe, value, advantage, median, checksum)
SELECT c1, c2, c3, c4, c5, c6
FROM waiting_reward WHERE true
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, advantage = excluded.advantage, median = excluded.median, checksum = excluded.checksum;
