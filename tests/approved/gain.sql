-- Makes of study.sql a study whose runs are called as those of "study run gain".
UPDATE run SET name = 'gain-' || replace(name, 'bon-', 'best-of-n-') WHERE name GLOB 'bon-*' OR name GLOB 'ttt-4*';
