SELECT device_id FROM device
WHERE backend = :backend AND name = :name AND uuid = :uuid AND cores IS :cores AND compiler = :compiler
  AND flags = :flags AND sandbox = :sandbox;
