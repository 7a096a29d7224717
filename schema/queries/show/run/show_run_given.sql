-- What was given of its configuration, a row a setting; texts of whole files are left out.  A setting without an origin stands as it is.
SELECT setting, value, origin
FROM (SELECT c.key AS setting,
             CASE WHEN c.type <> 'object' THEN c.value
                  WHEN json_type(c.value, '$.value') IS NULL THEN c.value
                  ELSE json_extract(c.value, '$.value') END AS value,
             CASE WHEN c.type = 'object' THEN json_extract(c.value, '$.origin') END AS origin
      FROM run r, json_each(r.config) c
      WHERE r.run_id = :id) settings
WHERE origin IS NOT 'default' AND length(value) <= 200
ORDER BY setting;
