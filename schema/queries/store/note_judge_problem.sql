UPDATE judge_attempt SET problem = :problem, checksum = checksum_with(checksum, 'problem', problem, :problem) WHERE judge_attempt_id = :judge_attempt_id;
