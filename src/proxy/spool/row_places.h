/*
 * row_places.h - where in the database something belongs that a client has tagged: run, task, step,
 * turn and sample, made when they are not there.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_ROW_PLACES_H
#define ROLLBOOK_PROXY_SPOOL_ROW_PLACES_H

#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;
struct tags;

#define PROXY_TASK     "untagged" /* of those without a task */
#define PROXY_STRATEGY "proxy"

struct row_options {
    const char *run;    /* of exchanges that name none */
    const char *config; /* JSON: settings of the proxy, of runs that it makes */
    const char *argv;   /* JSON array */
    bool drop_bodies;   /* requests and answers are not kept beside the rollouts */
};

struct row_source {
    const struct tags *tags;
    const char *model;  /* NULL unknown */
    double temperature; /* NaN unknown */
    int n;              /* samples, at least 1 */
};

struct row_place {
    int64_t run_id, task_id;
    int step, turn, sample; /* of the first of n samples */
};

struct row_places;
struct row_places *row_places_new(struct db *db, const struct row_options *options);
void row_places_free(struct row_places *p);
/* After a rollback: what was found or made may not be there. */
void row_places_forget(struct row_places *p);
/* The runs that were written are complete. */
int row_places_finish(struct row_places *p, struct err *err);

/*
 * What is not said: the default run, the task "untagged", step 0, the next free sample.  A sample
 * that is said without a turn gets the first turn that no rollout has: a conversation.  A run that
 * another strategy made is left alone; its name with "-proxy" is taken instead.
 */
int row_find_place(struct row_places *p, const struct row_source *source, struct row_place *out,
                   struct err *err);
/* The first turn that none of n samples has, in the run, task and step of the place. */
int row_free_turn(struct db *db, const struct row_place *place, int sample, int n, int *out,
                  struct err *err);

#endif
