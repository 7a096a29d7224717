-- Schema 16: facts also tell the interval of a speedup and its confirmation; those without them do not count.

UPDATE fact_cell SET packed = NULL;
