/*
 * rows_text.h - the rows of a database as a text, which tests compare whole.
 */
#ifndef ROLLBOOK_TESTS_ROWS_TEXT_H
#define ROLLBOOK_TESTS_ROWS_TEXT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/store.h"
#include "src/store/whole/dump.h"
#include "tests/unit/store/db_fixture.h"

#define HEX(digit)                                                                                 \
    digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit      \
        digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit  \
            digit digit
#define SHA(digit) HEX(digit) HEX(digit)

struct rows {
    struct buf text;
    const char *tables; /* " blob model "; NULL: all */
    const char *table;
    char since[32]; /* no time in a row is before it, and none after now */
};

static inline int on_table(void *context, const char *name, size_t n, const char *const *columns,
                           struct err *err)
{
    struct rows *r = context;
    (void)n;
    (void)columns;
    (void)err;
    r->table = name;
    return 0;
}

/* A time of the clock is one of this test. */
static inline void assert_time(const struct rows *r, const struct sql_value *v)
{
    char now[32];
    clock_format_utc(clock_unix_s(), now);
    assert_int_equal(v->type, 3);
    assert_int_equal(v->len, 20);
    assert_true(strcmp(v->text, r->since) >= 0 && strcmp(v->text, now) <= 0);
}

/* "table column=value ...", without what is unknown. */
static inline int on_row(void *context, size_t n, const char *const *columns,
                         const struct sql_value *values, struct err *err)
{
    struct rows *r = context;
    char name[40];
    (void)err;
    snprintf(name, sizeof(name), " %s ", r->table);
    if (r->tables != NULL && strstr(r->tables, name) == NULL)
        return 0;
    buf_puts(&r->text, r->table);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(columns[i], "checksum") == 0) {
            assert_int_equal(values[i].type, 1);
            continue;
        }
        if (values[i].type == 0)
            continue;
        buf_printf(&r->text, " %s=", columns[i]);
        if (str_ends_with(columns[i], "_at") && !str_starts_with(values[i].text, "1999")) {
            assert_time(r, &values[i]);
            buf_puts(&r->text, "now");
        } else if (values[i].type == 3 && values[i].len == 64) {
            buf_printf(&r->text, "%.4s..", values[i].text);
        } else if (values[i].type == 3) {
            buf_printf(&r->text, "'%s'", values[i].text);
        } else {
            sql_value_put_json(&r->text, &values[i]);
        }
    }
    buf_putc(&r->text, '\n');
    return 0;
}

static inline int on_table_end(void *context, struct err *err)
{
    (void)context;
    (void)err;
    return 0;
}

/* All rows of some tables, a line each; the caller releases the text. */
static inline struct buf rows_of(struct fixture *f, const char *tables)
{
    struct rows r = { .tables = tables };
    const struct dump_sink sink = { &r, on_table, on_row, on_table_end };
    clock_format_utc(clock_unix_s() - 60, r.since);
    if (db_dump(f->db, &sink, &f->err) < 0)
        fail_msg("%s", f->err.msg);
    return r.text;
}

static inline void assert_rows(struct fixture *f, const char *tables, const char *want)
{
    struct buf text = rows_of(f, tables);
    assert_string_equal(buf_text(&text), want);
    buf_release(&text);
}

static inline void ok(struct fixture *f, int rc)
{
    if (rc != 0)
        fail_msg("%d: %s", rc, f->err.msg);
}

struct ids {
    int64_t model, checkpoint, task, device, source, run, rollout, evaluation;
    int64_t prompt, completion, action, code;
};

/* A rollout, and no more than it needs. */
static inline void put_small_rollout(struct fixture *f, struct ids *id)
{
    const struct task_row task = { "kernelbench", 1, 4, "n", NULL, NULL };
    const struct run_row run = { .name = "r",
                                 .strategy = "ttt",
                                 .status = "running",
                                 .temperature = (double)NAN,
                                 .k = -1,
                                 .n_steps = -1,
                                 .code_version = "v" };
    bool is_new;
    ok(f, store_put_task(f->db, &task, &id->task, &f->err));
    ok(f, store_put_run(f->db, &run, &id->run, &f->err));
    const struct rollout_row rollout = { .run_id = id->run,
                                         .task_id = id->task,
                                         .prompt_tokens = -1,
                                         .completion_tokens = -1,
                                         .sum_logprob = (double)NAN,
                                         .mean_logprob = (double)NAN,
                                         .logprob_temperature = (double)NAN };
    ok(f, store_put_rollout(f->db, &rollout, &id->rollout, &is_new, &f->err));
}

#endif
