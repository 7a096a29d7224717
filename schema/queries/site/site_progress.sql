-- How far a run is that goes on: rollouts stored and planned, and the seconds since it began.
SELECT r.k * (coalesce(r.n_steps, 0) + 1) * (SELECT count(*) FROM run_task t WHERE t.run_id = r.run_id) AS n_planned,
       coalesce((SELECT sum(c.n_rollouts) FROM v_cell c WHERE c.run_id = r.run_id), 0) AS n_done,
       unixepoch('now') - unixepoch(r.started_at) AS seconds
FROM run r
WHERE r.run_id = :id;
