-- Schema 11: how many kernels a candidate is.

ALTER TABLE evaluation ADD COLUMN launch_count INTEGER CHECK (launch_count >= 0); -- kernels that one run of the candidate launches; NULL without a launch plan, of an import, or from before schema 11
