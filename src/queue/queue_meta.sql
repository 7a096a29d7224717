-- Of a queue of any version.
SELECT version, to_json(m)->>'identity' AS identity FROM rollbook.meta AS m
