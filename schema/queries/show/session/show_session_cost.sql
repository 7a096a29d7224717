-- What its tokens cost by model, at :given prices: {model or how its name begins: {input, cache_read, cache_write, output}}, dollars per
-- million tokens.  Tokens without a price make the cost unknown, and that of the whole as well.
WITH used AS (
  SELECT coalesce(model, 'unknown') AS model, count(*) AS answers, CAST(total(input_tokens) AS INTEGER) AS input_tokens,
         CAST(total(cache_read_tokens) AS INTEGER) AS cache_read_tokens, CAST(total(cache_write_tokens) AS INTEGER) AS cache_write_tokens,
         CAST(total(output_tokens) AS INTEGER) AS output_tokens
  FROM v_session_step
  WHERE session_id = :id AND role = 'assistant' AND NOT copied
  GROUP BY coalesce(model, 'unknown')
),
priced AS (
  SELECT used.*, (SELECT p.value FROM json_each(:given) p WHERE substr(used.model, 1, length(p.key)) = p.key
                  ORDER BY length(p.key) DESC LIMIT 1) AS price
  FROM used
),
cost AS (
  SELECT model, answers, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens,
         (CASE WHEN input_tokens = 0 THEN 0 ELSE input_tokens * json_extract(price, '$.input') END +
          CASE WHEN cache_read_tokens = 0 THEN 0 ELSE cache_read_tokens * json_extract(price, '$.cache_read') END +
          CASE WHEN cache_write_tokens = 0 THEN 0 ELSE cache_write_tokens * json_extract(price, '$.cache_write') END +
          CASE WHEN output_tokens = 0 THEN 0 ELSE output_tokens * json_extract(price, '$.output') END) / 1000000.0 AS cost_usd
  FROM priced
)
SELECT model, answers, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, cost_usd, usd_per_fast_kernel
FROM (
  SELECT 0 AS place, cost.*, NULL AS usd_per_fast_kernel FROM cost
  UNION ALL
  SELECT 1, 'all', sum(answers), CAST(sum(1.0 * input_tokens) AS INTEGER), CAST(sum(1.0 * cache_read_tokens) AS INTEGER), CAST(sum(1.0 * cache_write_tokens) AS INTEGER), CAST(sum(1.0 * output_tokens) AS INTEGER),
         CASE WHEN count(cost_usd) = count(*) THEN sum(cost_usd) END,
         CASE WHEN count(cost_usd) = count(*) THEN sum(cost_usd) / nullif((SELECT fast_kernels FROM v_session WHERE session_id = :id), 0) END
  FROM cost
  HAVING count(*) > 0
)
ORDER BY place, model;
