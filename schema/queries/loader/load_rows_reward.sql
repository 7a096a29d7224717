-- All rows that wait for put_reward.sql: its parameters in their order (src/store/loader.h).
INSERT INTO reward (rollout_id, recipe, value, advantage, checksum)
SELECT c1, c2, c3, c4, c5
FROM waiting_reward WHERE true
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, advantage = excluded.advantage, checksum = excluded.checksum;
