-- Is there such an evaluation?
SELECT evaluation_id FROM evaluation WHERE evaluation_id = :id;
