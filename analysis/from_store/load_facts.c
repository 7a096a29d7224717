#include "analysis/from_store/load_facts.h"

#include "columns/load_fact_columns.h"
#include "columns/load_facts.h"
#include "src/base/err.h"
#include "src/store/db.h"
#include "src/store/fact_pack.h"

int fact_damaged(struct err *err)
{
    return err_set(err, ERR_INTEGRITY,
                   "the derived facts are damaged; 'rollbook verify --repair' makes them anew");
}

int read_listed_fact(struct stmt *st, struct fact_listed *out, struct err *err)
{
    int64_t n_rows = stmt_int(st, LOAD_FACTS_N_ROLLOUTS);
    int64_t count = stmt_int(st, LOAD_FACTS_N);
    if (count < 0 || count > n_rows || n_rows > (int64_t)FACT_MOST_ROWS)
        return fact_damaged(err);
    *out = (struct fact_listed){ .run_id = stmt_int(st, LOAD_FACTS_RUN_ID),
                                 .task_id = stmt_int(st, LOAD_FACTS_TASK_ID),
                                 .step = (int)stmt_int(st, LOAD_FACTS_STEP),
                                 .n_rows = (size_t)n_rows,
                                 .count = (size_t)count,
                                 .data_id = stmt_int(st, LOAD_FACTS_DATA_ID) };
    return 0;
}

int open_fact(struct db *db, int64_t data_id, size_t n_rows, struct stmt **out_row,
              struct fact_view *out, struct err *err)
{
    struct stmt *st = db_query(db, "load_fact_columns");
    size_t len = 0;
    *out_row = st;
    stmt_bind_int(st, ":data_id", data_id);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    const void *data = rc > 0 ? stmt_blob(st, LOAD_FACT_COLUMNS_COLUMNS, &len) : NULL;
    bool good = data != NULL && fact_open(data, len, out) && out->n == n_rows;
    return good ? 0 : fact_damaged(err);
}
