/*
 * load_facts.h - packed rollouts as analyses open them.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_FACTS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_FACTS_H

#include <stddef.h>
#include <stdint.h>

struct db;
struct err;
struct fact_view;
struct stmt;

struct fact_listed {
    int64_t run_id, task_id;
    int step;
    size_t n_rows; /* all turns */
    size_t count;
    int64_t data_id;
};

/* ERR_INTEGRITY for impossible counts. */
int read_listed_fact(struct stmt *st, struct fact_listed *out, struct err *err);

/*
 * The rollouts lie in the statement's row: the caller resets it, also after an error. ERR_INTEGRITY
 * for damaged bytes.
 */
int open_fact(struct db *db, int64_t data_id, size_t n_rows, struct stmt **out_row,
              struct fact_view *out, struct err *err);

int fact_damaged(struct err *err);

#endif
