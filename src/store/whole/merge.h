/*
 * merge.h - the rows of another database into this one.
 */
#ifndef ROLLBOOK_STORE_WHOLE_MERGE_H
#define ROLLBOOK_STORE_WHOLE_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

#define MERGE_MAX_CONFLICTS 8

/* Differing values, of which the target's stayed. */
struct merge_conflicts {
    size_t n; /* kinds */
    struct {
        char what[32]; /* "baseline", "reward", ... */
        int64_t count;
        char first[200]; /* for people */
    } items[MERGE_MAX_CONFLICTS];
};

/*
 * Adds what the database at path has and db lacks, in one transaction.  Rows are recognised by
 * natural keys, runs by name, strategy, seed, configuration, command line and start; other runs
 * come in as prefix and name.  Differing values of db stay and are in out_conflicts.  ERR_NEGATIVE,
 * and no change, when one run's name, one task's computed number or one sample stands for two
 * things.
 */
int db_merge(struct db *db, const char *path, const char *prefix,
             struct merge_conflicts *out_conflicts, struct err *err);

/*
 * Adds runs, what they hang from, and their facts, but no rollout and no text: tables of rollouts
 * stay empty, so db is for readers of facts alone.  *out_suffice is false, and nothing was added,
 * when facts do not say what db_merge would make: a run is in both, or its facts are behind.
 */
int db_merge_facts(struct db *db, const char *path, struct merge_conflicts *out_conflicts,
                   bool *out_suffice, struct err *err);

#endif
