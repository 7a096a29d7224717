#include "ingest/ingest_transcript.h"

#include <math.h>

const struct ingest_usage ingest_usage_unknown = {
    -1, -1, -1, -1, -1, .cost_usd = (double)NAN,
};

void ingest_batch_add_session(struct ingest_batch *b, const struct ingest_session *session)
{
    b->sessions = ingest_room(b->arena, b->sessions, b->n_sessions, &b->capacity_sessions,
                              sizeof(*b->sessions));
    b->sessions[b->n_sessions++] = session;
}
