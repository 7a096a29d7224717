-- Of a queue of any version.
SELECT version, to_json(m)->>'identity' FROM rollbook.meta AS m
