-- Nothing where the hash is there already.
INSERT INTO blob (sha256, kind, bytes, text, data)
VALUES (:sha256, :kind, :bytes, :text, :data)
ON CONFLICT (sha256) DO NOTHING;
