-- What the PyTorch problems of a database are called.
SELECT suite, label, name FROM task WHERE kind = 'torch' ORDER BY task_id;
