INSERT INTO session (name, kind, uid, agent, version, model, task, reward, cost_usd, unknown_lines, unknown, run_id, import_source_id, checksum)
VALUES (:name, :kind, :uid, :agent, :version, :model, :task, :reward, :cost_usd, :unknown_lines, :unknown, :run_id, :import_source_id, :checksum);
