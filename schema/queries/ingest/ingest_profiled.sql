-- The verdict that counts for a rollout, the launches of its profile, and whether they are as many and begin as these.
SELECT e.evaluation_id,
       (SELECT count(*) FROM profile_kernel p WHERE p.evaluation_id = e.evaluation_id) AS n_kernels,
       (SELECT count(*) FROM profile_kernel p WHERE p.evaluation_id = e.evaluation_id) = :n_kernels
         AND EXISTS (SELECT 1 FROM profile_kernel p WHERE p.evaluation_id = e.evaluation_id AND p.position = 0
                     AND p.name = :name AND p.device_us IS :device_us) AS same
FROM evaluation e
WHERE e.rollout_id = :rollout_id
ORDER BY e.purpose IS NOT NULL, e.outcome = 'infra', e.evaluation_id DESC LIMIT 1;
