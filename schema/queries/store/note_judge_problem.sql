UPDATE judge_attempt SET problem = :problem WHERE judge_attempt_id = :judge_attempt_id;
