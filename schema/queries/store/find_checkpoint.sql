SELECT checkpoint_id FROM checkpoint WHERE model_id = :model_id AND sha256 = :sha256;
