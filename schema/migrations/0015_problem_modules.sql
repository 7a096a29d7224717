-- Schema 15: problems that are PyTorch modules.
-- A task that was imported has its module's text; one that comes with the program has none.

ALTER TABLE task ADD COLUMN kind TEXT; -- of its candidates: 'torch'; NULL: kernel files, or known by number only
ALTER TABLE task ADD COLUMN module_blob_id INTEGER REFERENCES blob; -- text of the problem's module; NULL for other kinds
ALTER TABLE task ADD COLUMN origin TEXT; -- where the module was imported from: collection, version, file
ALTER TABLE task ADD COLUMN flops REAL; -- of matrix products, convolutions and attention in one call of forward; NULL: see work_unknown
ALTER TABLE task ADD COLUMN bytes REAL; -- of inputs, parameters and outputs of one call of forward; NULL: see work_unknown
ALTER TABLE task ADD COLUMN work_unknown TEXT; -- why flops or bytes are not known
ALTER TABLE evaluation ADD COLUMN inputs TEXT; -- of a PyTorch problem: 'suite' (as its module draws them), 'signed' or 'scaled'
ALTER TABLE evaluation ADD COLUMN rule TEXT; -- by which a PyTorch candidate is right: 'own' or 'kernelbench'
