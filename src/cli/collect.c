#include "src/cli/collect.h"

#include "src/base/buf.h"
#include "src/base/mem.h"

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct collect *c = context;
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
    struct collect *c = context;
    struct cell *cells = table_row(&c->table);
    for (size_t i = 0; i < n; i++)
        cells[i] = value_cell(&c->table, &values[i]);
}

struct sql_sink collect_sink(struct collect *c)
{
    return (struct sql_sink){ c, on_columns, on_row };
}
