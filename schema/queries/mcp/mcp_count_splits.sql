-- How many splits runs of this database were made with.
SELECT count(*) AS n FROM split;
