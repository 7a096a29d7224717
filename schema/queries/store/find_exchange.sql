SELECT 1 AS found FROM exchange WHERE exchange_id = :exchange_id;
