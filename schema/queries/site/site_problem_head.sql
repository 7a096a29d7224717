-- The first line of a PyTorch problem's text, which names how the speedups of several shapes become one.
SELECT substr(b.text, 1, instr(b.text, char(10)) - 1) AS line
FROM task t JOIN blob b ON b.blob_id = t.module_blob_id WHERE t.task_id = :id;
