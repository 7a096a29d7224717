-- Which turns it was shown; nothing for a first turn.
SELECT parent_id, shown, n_dropped FROM conversation_turn WHERE rollout_id = :id;
