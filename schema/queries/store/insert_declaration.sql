INSERT INTO declaration (name, version, content, sha256, estimand, test, threshold, ge, budget, alpha, looks, stopping, methods, seeds, tasks, why, declared_at)
VALUES (:name, :version, :content, :sha256, json_extract(:content, '$.estimand'),
  json_extract(:content, '$.test'),
  json_extract(:content, '$.threshold'),
  json_extract(:content, '$.ge'),
  json_extract(:content, '$.budget'),
  json_extract(:content, '$.alpha'),
  json_extract(:content, '$.looks'),
  json_extract(:content, '$.stopping'),
  json_extract(:content, '$.methods'),
  json_extract(:content, '$.seeds'),
  json_extract(:content, '$.tasks'),
  :why, :declared_at);
