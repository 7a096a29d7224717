-- Schema 2: a search index over the texts, and the way back from a text to who uses it.
-- The index is not kept by triggers: a writer would pay for it with every text.  Blobs are only ever
-- appended, so "rollbook find --index" brings it forward to the last one and notes which that was in
-- meta ('searchable_to'); what came later is searched as it stands.

CREATE VIRTUAL TABLE blob_search USING fts5(text, content='blob', content_rowid='blob_id', tokenize='trigram', detail='none', columnsize=0);

CREATE INDEX rollout_completion ON rollout (completion_blob_id) WHERE completion_blob_id IS NOT NULL;
CREATE INDEX rollout_prompt ON rollout (prompt_blob_id) WHERE prompt_blob_id IS NOT NULL;
CREATE INDEX rollout_action ON rollout (action_blob_id) WHERE action_blob_id IS NOT NULL AND code_blob_id IS NULL;
CREATE INDEX evaluation_log ON evaluation (log_blob_id) WHERE log_blob_id IS NOT NULL;
