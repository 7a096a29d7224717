/*
 * row_places.h - the run, task, step, turn and sample in the database for a client's tags, made
 * when they are absent.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_ROW_PLACES_H
#define ROLLBOOK_SERVER_SPOOL_ROW_PLACES_H

#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;
struct tags;

#define PROXY_TASK       "untagged" /* of exchanges without a task */
#define PROXY_STRATEGY   "proxy"
#define SESSION_STRATEGY "session" /* an agent's own: its turns are its evaluations */

struct row_options {
    const char *run;    /* of exchanges without one */
    const char *config; /* JSON, for new runs */
    const char *argv;   /* JSON */
    bool drop_bodies;   /* keeps rollouts only */
};

struct row_source {
    const struct tags *tags;
    const char *model;  /* NULL unknown */
    double temperature; /* NaN unknown */
    int n;              /* samples, at least 1 */
};

struct row_place {
    int64_t run_id, task_id;
    int step, turn, sample;
    bool is_task; /* of the program or the database; else only a name */
};

struct row_places;
struct row_places *row_places_new(struct db *db, const struct row_options *options);
void row_places_free(struct row_places *p);
/* Call after a rollback. */
void row_places_forget(struct row_places *p);
int row_places_finish(struct row_places *p, struct err *err);

/*
 * Defaults: the default run, task "untagged", step 0, the next free sample.  A sample without a
 * turn gets its first free turn: a conversation.  Another strategy's run stays alone; its name with
 * "-proxy" is used.
 */
int row_find_place(struct row_places *p, const struct row_source *source, struct row_place *out,
                   struct err *err);
/* The run alone. */
int row_place_run(struct row_places *p, const struct row_source *source, int64_t *out_id,
                  struct err *err);
/* The task of a name in place->run_id: of the program, of the database, or made of the name.  Sets
 * place->task_id and is_task. */
int row_put_task(struct db *db, const char *name, struct row_place *place, struct err *err);
/* The first turn that none of n samples has. */
int row_free_turn(struct db *db, const struct row_place *place, int sample, int n, int *out,
                  struct err *err);

#endif
