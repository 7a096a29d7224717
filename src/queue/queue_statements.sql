-- What a connection prepares when it opens; the program names these statements.
PREPARE register(text, integer, text, text[], text[], integer) AS SELECT * FROM rollbook.register($1, $2, $3, $4, $5, $6);
PREPARE serving(text, text) AS SELECT * FROM rollbook.serving($1, $2);
PREPARE devices_of(bigint) AS SELECT rollbook.devices_of($1);
PREPARE submit(text, text, text, text[], text[]) AS SELECT * FROM rollbook.submit($1, $2, $3, $4, $5);
PREPARE claim(bigint, integer) AS SELECT * FROM rollbook.claim($1, $2);
PREPARE renew(bigint, bigint[], bigint[]) AS SELECT * FROM rollbook.renew($1, $2, $3);
PREPARE finish(bigint[], bigint[], text[]) AS SELECT rollbook.finish($1, $2, $3);
PREPARE give_back(bigint, bigint[], boolean) AS SELECT rollbook.give_back($1, $2, $3);
PREPARE reap AS SELECT rollbook.reap();
PREPARE collect(text, bigint[], integer) AS SELECT * FROM rollbook.collect($1, $2, $3);
PREPARE forget(text, bigint[]) AS SELECT rollbook.forget($1, $2);
PREPARE cancel(text, bigint[]) AS SELECT rollbook.cancel($1, $2);
PREPARE status AS SELECT * FROM rollbook.status();
PREPARE drain(boolean) AS SELECT rollbook.drain($1);
PREPARE dead AS SELECT * FROM rollbook.dead();
PREPARE retry AS SELECT rollbook.retry();
PREPARE configure(double precision) AS SELECT rollbook.configure($1);
