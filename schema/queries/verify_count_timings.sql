SELECT count(*) FROM measurement WHERE samples_us IS NOT NULL;
