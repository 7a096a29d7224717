-- Requests that were made for it, by how they ended; NULL dialect: its own policy asked, else a proxy passed them on.
SELECT api AS dialect, path, ended, status, count(*) AS requests, sum(rollouts) AS rollouts, sum(attempt > 1) AS repeated,
       avg(first_byte_ms) AS mean_first_byte_ms, avg(total_ms) AS mean_total_ms, max(total_ms) AS max_total_ms, min(detail) AS example
FROM (SELECT x.api, x.path, coalesce(a.end_kind, 'nobody saw') AS ended, a.status, coalesce(x.n_rollouts, a.rollout_id IS NOT NULL) AS rollouts,
             a.attempt, a.first_byte_ms, a.total_ms, a.detail
      FROM attempt a
      LEFT JOIN exchange x ON x.attempt_id = a.attempt_id
      WHERE a.run_id = :id
      UNION ALL
      SELECT x.api, x.path, 'answered', NULL, 0, 1, NULL, e.total_ms, NULL
      FROM exchange x
      JOIN evaluation e ON e.evaluation_id = x.evaluation_id
      JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE r.run_id = :id) asked
GROUP BY api, path, ended, status
ORDER BY api, path, requests DESC, ended, status;
