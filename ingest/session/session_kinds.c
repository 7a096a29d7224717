/* session_kinds.c - the table of transcripts, in the order of trying. */
#include <stddef.h>

#include "ingest/session/session_draft.h"

#define KINDS(ROW)                                                                                 \
    ROW(atif)                                                                                      \
    ROW(verifiers)                                                                                 \
    ROW(codex)                                                                                     \
    ROW(pi)                                                                                        \
    ROW(claude_code)

#define DECLARE(name) extern const struct session_kind session_kind_##name;
#define ADDRESS(name) &session_kind_##name,

KINDS(DECLARE)

const struct session_kind *const session_kinds[] = { KINDS(ADDRESS) NULL };
