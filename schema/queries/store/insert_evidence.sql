INSERT INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail)
VALUES (:evaluation_id, :position, :kind, :value, :bound, :unit, :pass, :detail);
