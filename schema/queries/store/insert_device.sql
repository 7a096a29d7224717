INSERT INTO device (backend, name, uuid, cores, compiler, flags, sandbox, checksum)
VALUES (:backend, :name, :uuid, :cores, :compiler, :flags, :sandbox, :checksum)
RETURNING device_id;
