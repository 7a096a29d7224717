/*
 * trainer_records.h - runs as lines of JSON that a trainer reads.
 */
#ifndef ROLLBOOK_RESCORE_TRAINER_RECORDS_H
#define ROLLBOOK_RESCORE_TRAINER_RECORDS_H

#include <stddef.h>
#include <stdint.h>

struct buf;
struct db;
struct err;
struct trainer_form;

struct trainer_request {
    const struct trainer_form *form;
    const char *run;    /* NULL: all */
    const char *recipe; /* of rewards; NULL: the one that updates used */
    int level;          /* of held */
    const char *const *held;
    size_t n_held; /* problems that are left out, with code that was also written for one */
};

/* Records, or conversations, by what became of them. */
struct trainer_tally {
    int64_t kept, held_out, held_code;
    int64_t masked;         /* of those kept: a filter left some of it out */
    int64_t without_ids;    /* likewise */
    int64_t without_prompt; /* likewise */
};

/* Each line, with its line feed; a negative code ends the walk. */
struct trainer_sink {
    int (*put)(void *context, const struct buf *line, struct err *err);
    void *context;
};

/* Rollouts by run, step, task, sample, turn.  ERR_NOMATCH: none was kept. */
int trainer_records(struct db *db, const struct trainer_request *request,
                    const struct trainer_sink *sink, struct trainer_tally *out, struct err *err);

#endif
