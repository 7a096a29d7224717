-- Schema 27: the part of the device's time that is the candidate's own.

ALTER TABLE evaluation ADD COLUMN own_share REAL CHECK (own_share >= 0); -- part of the device's time in the candidate's own kernels: of a kernel file its launches / from the first start to the last end; of a module its own kernels / all kernels, told by the library that launched them; NULL when not recorded
