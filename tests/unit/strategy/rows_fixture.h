/* rows_fixture.h - a database in its own folder, and rows as comparable texts. */
#ifndef ROLLBOOK_TESTS_ROWS_FIXTURE_H
#define ROLLBOOK_TESTS_ROWS_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

struct rows_fixture {
    char folder[64];
    struct db *db;
    struct err err;
};

static inline int rows_setup(void **state)
{
    char path[96];
    struct rows_fixture *f = mem_alloc(sizeof(*f));
    snprintf(f->folder, sizeof(f->folder), "/tmp/rollbook-rows-test.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(path, sizeof(path), "%s/t.db", f->folder);
    assert_int_equal(db_open(path, DB_CREATE, &f->db, &f->err), 0);
    *state = f;
    return 0;
}

static inline int rows_teardown(void **state)
{
    struct rows_fixture *f = *state;
    char command[128];
    db_close(f->db);
    snprintf(command, sizeof(command), "rm -rf %s", f->folder);
    int rc = system(command);
    free(f);
    return rc;
}

static inline void rows_no_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static inline void rows_put(void *context, size_t n, const struct sql_value *v)
{
    struct buf *out = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i > 0 ? "," : out->len > 0 ? " " : "");
        if (v[i].type == 0)
            buf_puts(out, "-");
        else if (v[i].type == 1)
            buf_printf(out, "%lld", (long long)v[i].i);
        else if (v[i].type == 2)
            buf_printf(out, "%.9g", v[i].real);
        else
            buf_add(out, v[i].text, v[i].len);
    }
}

/* Commas between columns, spaces between rows, NULL as "-". */
static inline void assert_rows(struct rows_fixture *f, const char *sql, const char *want)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    const struct sql_sink sink = { &got, rows_no_columns, rows_put };
    struct err err = { 0 };
    if (db_user_sql(f->db, sql, &sink, &err) != 0)
        fail_msg("%s", err.msg);
    assert_string_equal(buf_text(&got), want);
}

static inline int64_t rows_blob(struct rows_fixture *f, const char *text)
{
    int64_t id = 0;
    assert_int_equal(store_put_blob(f->db, "completion", text, strlen(text), &id, &f->err), 0);
    return id;
}

#endif
