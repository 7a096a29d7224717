#include "analysis/tables/row_table.h"

#include "analysis/study/study.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct row_table *c = context;
    if (c->table.arena != NULL && c->finished != NULL)
        c->finished(c->context, &c->table);
    struct table_column *columns = arena_array(c->arena, n, sizeof(*columns));
    for (size_t i = 0; i < n; i++) {
        columns[i].name = arena_strdup(c->arena, names[i]);
        columns[i].digits = c->digits > 0 ? c->digits : 15;
    }
    table_init(&c->table, c->arena, c->schema, columns, n);
}

static struct cell blob_cell(struct table *t, const struct sql_value *v)
{
    struct buf hex = { 0 };
    buf_puts(&hex, "x'");
    buf_put_hex(&hex, v->text, v->len);
    buf_putc(&hex, '\'');
    struct cell cell = cell_text(t, buf_text(&hex));
    buf_release(&hex);
    return cell;
}

static struct cell value_cell(struct table *t, const struct sql_value *v)
{
    switch (v->type) {
    case 1:
        return cell_int(v->i);
    case 2:
        return cell_real(v->real);
    case 3:
        return cell_text(t, arena_strndup(t->arena, v->text, v->len));
    case 4:
        return blob_cell(t, v);
    default:
        return cell_na(t, "NULL");
    }
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct row_table *c = context;
    struct cell *cells = table_row(&c->table);
    for (size_t i = 0; i < n; i++)
        cells[i] = value_cell(&c->table, &values[i]);
}

struct sql_sink row_table_sink(struct row_table *c)
{
    return (struct sql_sink){ c, on_columns, on_row };
}

int row_table_of(struct db *db, const char *query, int64_t id, struct arena *arena,
                 struct table *out, struct err *err)
{
    struct row_table c = { .arena = arena, .schema = query, .digits = 5 };
    struct sql_sink sink = row_table_sink(&c);
    struct stmt *st = db_query(db, query);
    stmt_bind_int(st, ":id", id);
    int rc = stmt_rows(st, &sink, err);
    for (size_t i = 0; rc == 0 && i < c.table.n_rows * c.table.n_columns; i++) {
        if (c.table.cells[i].kind == CELL_NA)
            c.table.cells[i].text = "not recorded";
    }
    if (rc == 0)
        *out = c.table;
    return rc;
}

int row_find_run(struct db *db, const char *name, int64_t *out_id, struct err *err)
{
    return store_find_run(db, name, out_id, err);
}

int row_find_task(struct db *db, const char *name, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "show_task_find");
    stmt_bind_text(st, ":name", name);
    stmt_bind_int(st, ":id", 0);
    int rc = stmt_one_int(st, out_id, err);
    return rc == ERR_NOMATCH ? store_unknown(db, STORE_TASK, name, err) : rc;
}

int row_find_sample(struct db *db, const char *run, const char *task,
                    const struct study_rollout *sample, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "show_sample_find");
    stmt_bind_text(st, ":run", run);
    stmt_bind_text(st, ":task", task);
    stmt_bind_int(st, ":step", sample->step);
    stmt_bind_int(st, ":sample", sample->sample);
    return stmt_one_int(st, out_id, err);
}
