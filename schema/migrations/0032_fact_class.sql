-- Schema 32: packed facts have the precision class of each verdict.

UPDATE fact_cell SET packed = NULL;
