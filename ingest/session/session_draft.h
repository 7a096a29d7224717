/*
 * session_draft.h - a session while its transcript is read.
 */
#ifndef ROLLBOOK_INGEST_SESSION_SESSION_DRAFT_H
#define ROLLBOOK_INGEST_SESSION_SESSION_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest.h"
#include "ingest/ingest_transcript.h"

struct arena;
struct json;
struct session_draft;

/* A form of transcript. */
struct session_kind {
    const char *name;    /* as stored */
    const char *agent;   /* who writes it; NULL: the file says */
    const char *summary; /* of what is read */
    bool uids_are_global;
    bool is_value; /* one JSON value, whose list is "steps", rather than lines */
    bool many;     /* a record is a session */
    /* Why the probe looks like it, or NULL. */
    const char *(*recognise)(const struct ingest_probe *p);
    /* False: a record of a kind that is not known; *out_kind says which. */
    bool (*take)(struct session_draft *d, const struct ingest_record *r, const char **out_kind);
    /* Of what waits for the end; NULL: nothing does. */
    void (*finish)(struct session_draft *d);
};

/* Ended by NULL. */
extern const struct session_kind *const session_kinds[];

#define SESSION_BUCKETS 4096

struct draft_name {
    const char *uid;
    size_t step, call;
    struct draft_name *next;
};

/* What a file holds, as far as the transcript shows. */
struct draft_file {
    const char *path;
    struct ingest_text text;
    struct draft_file *next;
};

struct draft_kind {
    const char *name;
    int64_t n;
    struct draft_kind *next;
};

struct session_draft {
    const struct session_kind *kind;
    struct ingest_source *source;
    struct ingest_batch *out; /* during a call: verdicts go to it */
    struct arena *arena;      /* the session's */
    struct ingest_session s;
    struct draft_name *steps[SESSION_BUCKETS], *calls[SESSION_BUCKETS];
    struct draft_file *files;
    const struct draft_file *last_file; /* that was written last */
    struct draft_kind *unknown;
    struct ingest_session_step *open; /* of kinds whose step ends with a later record; NULL: none */
    const char *model;                /* at hand; NULL: unknown */
    bool has_items;                   /* of kinds that tell things twice: not as events alone */
    struct ingest_usage before;       /* of kinds with running totals */
    const char *task;                 /* of the last verdict; NULL: none */
    size_t n_files, kept_bytes;       /* of files' texts */
    size_t n_unseen_edits;            /* of files that were never seen whole */
    int n_verdicts;
};

struct session_draft *session_draft_new(const struct session_kind *kind,
                                        struct ingest_source *source, struct arena *arena);

/* Names the session, which its run is called after; by the file where it has no name of its own. */
void draft_name(struct session_draft *d);
/* The session's own name, as far as it is known. */
const char *draft_uid(struct session_draft *d);
/* The step of this name, or a new one with everything unknown.  Valid until the next call. */
NEVER_NULL struct ingest_session_step *draft_step(struct session_draft *d, const char *uid,
                                                  const char *role, int64_t line);
void draft_add_text(struct session_draft *d, struct ingest_session_step *step, const char *text);
/* Once a uid. */
void draft_call(struct session_draft *d, struct ingest_session_step *step, const char *uid,
                const char *tool, const char *arguments);
/* The answer to a call: what the call wrote and what verdict it got follow.  False: no such call.
 */
bool draft_answer(struct session_draft *d, const char *uid, const char *result, bool failed,
                  const char *where);

/* ---- session_files.c ---- */

/* The transcript shows the file whole. */
void draft_file_is(struct session_draft *d, const char *path, const char *text);
/* Adds to the call what it wrote. */
void draft_apply(struct session_draft *d, struct ingest_call *call);

/* ---- session_verdict.c ---- */

/* A verdict of ours in an answer becomes a sample of the session's run. */
void draft_find_verdicts(struct session_draft *d, const struct ingest_call *call,
                         const char *where);

/* ---- for kinds ---- */

/* Copies live as long as the session; NULL for NULL. */
const char *draft_copy(struct session_draft *d, const char *text);
/* A string member, copied; NULL: none. */
const char *draft_string(struct session_draft *d, const struct json *object, const char *key);
/* Text of a message: a string, or the parts of a list that have text. */
const char *draft_content(struct arena *a, const struct json *content);
/* A count of tokens; -1: none. */
int64_t draft_count(const struct json *object, const char *key);
/* a - b where both are known, at least 0; a where b is not. */
int64_t draft_less(int64_t a, int64_t b);
/* A string itself, other values as JSON. */
const char *draft_value(struct arena *a, const struct json *j);
/* Seconds or milliseconds since 1970 as UTC; NULL: out of range. */
const char *draft_time(struct session_draft *d, double seconds);

#endif
