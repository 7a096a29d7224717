SELECT count(*) AS n FROM rollout r JOIN run ON run.run_id = r.run_id WHERE run.name = :run;
