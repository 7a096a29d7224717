UPDATE import_source SET benchmark = :benchmark WHERE import_source_id = :import_source_id;
