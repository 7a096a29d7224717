SELECT judge_setup_id FROM judge_setup WHERE sha256 = :sha256;
