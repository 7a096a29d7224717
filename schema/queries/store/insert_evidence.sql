INSERT INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail, checksum)
VALUES (:evaluation_id, :position, :kind, :value, :bound, :unit, :pass, :detail, :checksum);
