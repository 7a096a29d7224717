-- Its steps, with what they cost and how they begin.
SELECT line, at, role, sub_agent, model, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, cost_usd, copied, calls,
       replace(replace(substr(text, 1, 60), char(10), ' '), char(13), ' ') AS says
FROM v_session_step WHERE session_id = :id
ORDER BY coalesce(at, ''), session_step_id;
