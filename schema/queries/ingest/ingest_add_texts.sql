-- Texts and the record that an earlier import of the rollout did not have.
UPDATE rollout
SET prompt_blob_id = coalesce(prompt_blob_id, :prompt_blob_id), completion_blob_id = coalesce(completion_blob_id, :completion_blob_id),
    action_blob_id = coalesce(action_blob_id, :action_blob_id), code_blob_id = coalesce(code_blob_id, :code_blob_id),
    extra = coalesce(extra, :extra),
    checksum = checksum_with(checksum, 'extra', extra, coalesce(extra, :extra))
WHERE rollout_id = :rollout_id;
