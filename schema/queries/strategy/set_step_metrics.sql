UPDATE step SET update_metrics = :update_metrics,
  checksum = checksum_with(checksum, 'update_metrics', update_metrics, :update_metrics)
WHERE run_id = :run_id AND step = :step;
