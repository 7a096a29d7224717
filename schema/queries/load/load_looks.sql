-- The looks at the data of a declaration, whatever version stood.
SELECT l.number, l.taken_at, l.n_rollouts, l.data_sha256, l.alpha_spent, l.n_rejected, json_array_length(l.statistic) AS n_pairs, v.version,
       v.looks AS allowed, json_extract(l.statistic, '$[0].e_value') IS NOT NULL AS is_anytime
FROM look l
JOIN declaration v ON v.declaration_id = l.declaration_id
WHERE v.name = :name
ORDER BY l.number, l.look_id;
