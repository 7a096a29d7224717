-- Its calls by tool.
SELECT tool, count(*) AS calls, sum(failed) AS failed, sum(failed IS NULL) AS unanswered
FROM v_session_call WHERE session_id = :id
GROUP BY tool ORDER BY calls DESC, tool;
