INSERT INTO device (backend, name, uuid, cores, compiler, flags, sandbox)
VALUES (:backend, :name, :uuid, :cores, :compiler, :flags, :sandbox)
RETURNING device_id;
