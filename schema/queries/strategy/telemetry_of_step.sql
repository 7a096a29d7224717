-- What a step has come to, as one line of JSON; rewards are those of the run's own recipe.
SELECT json_object('event', 'step', 'run', run.name, 'step', s.step, 'rollouts', o.n, 'correct', o.correct, 'mean_reward', o.mean_reward,
                   'update_metrics', json(s.update_metrics)) AS line
FROM step s
JOIN run ON run.run_id = s.run_id
JOIN (SELECT count(*) AS n, avg(v.correct) AS correct, avg(w.value) AS mean_reward
      FROM v_rollout v
      LEFT JOIN reward w ON w.rollout_id = v.rollout_id AND w.recipe = :recipe
      WHERE v.run_id = :run_id AND v.step = :step) o
WHERE s.run_id = :run_id AND s.step = :step;
