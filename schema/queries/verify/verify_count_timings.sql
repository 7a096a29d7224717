SELECT count(*) AS n FROM measurement WHERE samples_us IS NOT NULL;
