-- Splits that runs of this database were made with: their eval parts are held out.
SELECT json FROM split ORDER BY split_id;
