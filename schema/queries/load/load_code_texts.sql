-- The different kernels of the runs.
SELECT b.blob_id, coalesce(CAST(b.text AS BLOB), b.data) AS content
FROM blob b
WHERE b.blob_id IN (SELECT coalesce(r.code_blob_id, r.action_blob_id)
                    FROM rollout r JOIN run ON run.run_id = r.run_id
                    WHERE run.name IN (SELECT value FROM json_each(:runs)))
ORDER BY b.blob_id;
