-- Has any measurement of the database raw samples?
SELECT EXISTS (SELECT 1 FROM measurement WHERE samples_us IS NOT NULL) AS has_samples;
