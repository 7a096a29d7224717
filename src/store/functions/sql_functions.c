/*
 * sql_functions.c - the statistics that SQL lacks, as SQL functions.
 *
 * Rows with NULL are left out, as in SQL's aggregates; an undefined result is NULL; text that is no
 * number, or K > n, is an error.  The formulas are those of analysis/.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/buf.h"
#include "src/base/diff.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/functions/row_checksum.h"
#include "src/store/functions/sql_api.h"

#define PURE (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

enum second { SECOND_NONE, SECOND_PARAMETER, SECOND_PAIR };

struct sql_series {
    double *x, *y; /* y: pairs only */
    size_t n, capacity;
    double parameter;
    bool has_parameter;
    bool failed; /* error reported */
};

struct aggregate {
    const char *name;
    enum second second;
    /* Negative with a message on error.  May reorder x. */
    int (*finish)(struct sql_series *s, double *out, struct err *err);
};

static int finish_median(struct sql_series *s, double *out, struct err *err)
{
    (void)err;
    stat_sort(s->x, s->n);
    *out = stat_median_sorted(s->x, s->n);
    return 0;
}

static int finish_quantile(struct sql_series *s, double *out, struct err *err)
{
    if (!(s->parameter >= 0.0 && s->parameter <= 1.0))
        return err_set(err, ERR_USAGE, "quantile: %g is not between 0 and 1", s->parameter);
    stat_sort(s->x, s->n);
    *out = stat_quantile_sorted(s->x, s->n, s->parameter);
    return 0;
}

static int finish_geomean(struct sql_series *s, double *out, struct err *err)
{
    (void)err;
    *out = stat_geomean(s->x, s->n);
    return 0;
}

static int finish_stdev(struct sql_series *s, double *out, struct err *err)
{
    (void)err;
    *out = sqrt(stat_variance(s->x, s->n));
    return 0;
}

static int finish_expected_max(struct sql_series *s, double *out, struct err *err)
{
    stat_sort(s->x, s->n);
    int rc = stat_passk_expected_max(s->parameter, s->x, s->n, out, err);
    return rc < 0 ? err_context(err, "expected_max") : 0;
}

static int finish_spearman(struct sql_series *s, double *out, struct err *err)
{
    struct arena arena = { 0 };
    struct stat_correlation c = { .r = STAT_NAN };
    int rc = s->n < 2 ? 0 : stat_spearman(s->x, s->y, s->n, &arena, &c, err);
    arena_release(&arena);
    *out = c.r;
    return rc < 0 ? err_context(err, "spearman") : 0;
}

static const struct aggregate aggregates[] = {
    { "median", SECOND_NONE, finish_median },
    { "quantile", SECOND_PARAMETER, finish_quantile },
    { "geomean", SECOND_NONE, finish_geomean },
    { "stdev", SECOND_NONE, finish_stdev },
    { "expected_max", SECOND_PARAMETER, finish_expected_max },
    { "spearman", SECOND_PAIR, finish_spearman },
};

static void report(sqlite3_context *context, const char *name, const char *what)
{
    char *msg = sqlite3_mprintf("%s: %s", name, what);
    sqlite3_result_error(context, msg == NULL ? what : msg, -1);
    sqlite3_free(msg);
}

/* 1: a number, 0: NULL, -1: neither. */
static int number_of(sqlite3_value *v, double *out)
{
    int type = sqlite3_value_numeric_type(v);
    if (type == SQLITE_NULL)
        return 0;
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return -1;
    *out = sqlite3_value_double(v);
    return 1;
}

static bool grow(struct sql_series *s, bool pairs)
{
    if (s->n < s->capacity)
        return true;
    size_t capacity = s->capacity == 0 ? 64 : 2 * s->capacity;
    double *x = sqlite3_realloc64(s->x, capacity * sizeof(*x));
    if (x == NULL)
        return false;
    s->x = x;
    if (pairs) {
        double *y = sqlite3_realloc64(s->y, capacity * sizeof(*y));
        if (y == NULL)
            return false;
        s->y = y;
    }
    s->capacity = capacity;
    return true;
}

static bool take_parameter(struct sql_series *s, double v)
{
    if (s->has_parameter && !stat_same(s->parameter, v))
        return false;
    s->parameter = v;
    s->has_parameter = true;
    return true;
}

static const char *take_row(struct sql_series *s, const struct aggregate *a, sqlite3_value **argv)
{
    double x = 0.0;
    double y = 0.0;
    int has_x = number_of(argv[0], &x);
    int has_y = a->second == SECOND_NONE ? 1 : number_of(argv[1], &y);
    if (has_x < 0 || has_y < 0)
        return "a value is not a number";
    if (a->second == SECOND_PARAMETER) {
        if (has_y == 0)
            return "the second argument is NULL";
        if (!take_parameter(s, y))
            return "the second argument changes within a group";
    }
    if (has_x == 0 || has_y == 0)
        return NULL;
    if (!grow(s, a->second == SECOND_PAIR))
        return "out of memory";
    s->x[s->n] = x;
    if (a->second == SECOND_PAIR)
        s->y[s->n] = y;
    s->n++;
    return NULL;
}

static void aggregate_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    const struct aggregate *a = sqlite3_user_data(context);
    struct sql_series *s = sqlite3_aggregate_context(context, (int)sizeof(*s));
    if (s == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    const char *wrong = s->failed ? NULL : take_row(s, a, argv);
    if (wrong == NULL)
        return;
    s->failed = true;
    report(context, a->name, wrong);
}

static void aggregate_final(sqlite3_context *context)
{
    const struct aggregate *a = sqlite3_user_data(context);
    struct sql_series *s = sqlite3_aggregate_context(context, 0);
    struct err err = { 0 };
    double value = STAT_NAN;
    if (s == NULL)
        return; /* no rows: NULL */
    if (s->failed || s->n == 0) {
        if (!s->failed)
            sqlite3_result_null(context);
    } else if (a->finish(s, &value, &err) < 0) {
        sqlite3_result_error(context, err.msg, -1);
    } else {
        sqlite3_result_double(context, value); /* NaN becomes NULL */
    }
    sqlite3_free(s->x);
    sqlite3_free(s->y);
    *s = (struct sql_series){ .failed = true };
}

/* False: NULL, or an error was reported. */
static bool read_numbers(sqlite3_context *context, const char *name, sqlite3_value **argv, int n,
                         double *out)
{
    for (int i = 0; i < n; i++) {
        int got = number_of(argv[i], &out[i]);
        if (got < 0)
            report(context, name, "an argument is not a number");
        if (got <= 0)
            return false;
    }
    return true;
}

/* A double holds such counts exactly. */
static bool is_count(double v)
{
    return v >= 0.0 && v <= 9007199254740992.0 && !(v > floor(v));
}

static void pass_at_k(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    double arg[3];
    double value = 0.0;
    struct err err = { 0 };
    if (!read_numbers(context, "pass_at_k", argv, argc, arg))
        return;
    if (!is_count(arg[0]) || !is_count(arg[1])) {
        report(context, "pass_at_k", "n and c are counts");
        return;
    }
    if (stat_passk(arg[2], (int64_t)arg[0], (int64_t)arg[1], &value, &err) < 0)
        report(context, "pass_at_k", err.msg);
    else
        sqlite3_result_double(context, value);
}

static void wilson(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *name = sqlite3_user_data(context);
    double arg[3] = { 0.0, 0.0, 0.95 };
    if (!read_numbers(context, name, argv, argc, arg))
        return;
    if (!is_count(arg[0]) || !is_count(arg[1]) || arg[0] > arg[1]) {
        report(context, name, "wants c successes of n, 0 <= c <= n");
        return;
    }
    if (!(arg[2] > 0.0 && arg[2] < 1.0)) {
        report(context, name, "the level is not between 0 and 1");
        return;
    }
    struct interval ci = stat_interval_wilson((int64_t)arg[0], (int64_t)arg[1], arg[2]);
    sqlite3_result_double(context, name[7] == 'l' ? ci.low : ci.high);
}

static void diff(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    struct buf out = { 0 };
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    /* As blobs they keep NULs. */
    const char *a = sqlite3_value_blob(argv[0]);
    const char *b = sqlite3_value_blob(argv[1]);
    size_t a_len = (size_t)sqlite3_value_bytes(argv[0]);
    size_t b_len = (size_t)sqlite3_value_bytes(argv[1]);
    diff_put(&out, a == NULL ? "" : a, a_len, b == NULL ? "" : b, b_len);
    sqlite3_result_text64(context, buf_text(&out), out.len, SQLITE_TRANSIENT, SQLITE_UTF8);
    buf_release(&out);
}

static uint64_t value_checksum(uint64_t column, sqlite3_value *v)
{
    switch (sqlite3_value_type(v)) {
    case SQLITE_INTEGER:
        return checksum_int(column, sqlite3_value_int64(v));
    case SQLITE_FLOAT:
        return checksum_real(column, sqlite3_value_double(v));
    case SQLITE_NULL:
        return 0;
    }
    const void *data = sqlite3_value_blob(v); /* before its length, as SQLite asks */
    return checksum_bytes(column, data, (size_t)sqlite3_value_bytes(v));
}

/* checksum_with(checksum, 'column', old, new, ...) */
static void checksum_with(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    if (argc < 4 || argc % 3 != 1) {
        report(context, "checksum_with",
               "wants a checksum, then a column, its old and its new value");
        return;
    }
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    uint64_t sum = (uint64_t)sqlite3_value_int64(argv[0]);
    for (int i = 1; i < argc; i += 3) {
        const char *name = (const char *)sqlite3_value_text(argv[i]);
        uint64_t column = name == NULL ? 0 : checksum_column(name);
        if (column != 0)
            sum += value_checksum(column, argv[i + 2]) - value_checksum(column, argv[i + 1]);
    }
    sqlite3_result_int64(context, (sqlite3_int64)sum);
}

static const struct scalar {
    const char *name;
    int n_args;
    void (*call)(sqlite3_context *context, int argc, sqlite3_value **argv);
} scalars[] = {
    { "pass_at_k", 3, pass_at_k },
    { "wilson_low", 2, wilson },
    { "wilson_low", 3, wilson },
    { "wilson_high", 2, wilson },
    { "wilson_high", 3, wilson },
    { "diff", 2, diff },
    { "checksum_with", -1, checksum_with },
};

/* SQLite returns user data as void *; nobody writes through it. */
static void *user_data(const void *p)
{
    union {
        const void *from;
        void *to;
    } u = { p };
    return u.to;
}

int sql_functions_register(sqlite3 *handle)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < ARRAY_LEN(aggregates) && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(
            handle, aggregates[i].name, aggregates[i].second == SECOND_NONE ? 1 : 2, PURE,
            user_data(&aggregates[i]), NULL, aggregate_step, aggregate_final, NULL);
    for (size_t i = 0; i < ARRAY_LEN(scalars) && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(handle, scalars[i].name, scalars[i].n_args, PURE,
                                        user_data(scalars[i].name), scalars[i].call, NULL, NULL,
                                        NULL);
    return rc == SQLITE_OK ? sql_floats_register(handle) : rc;
}

#ifdef ROLLBOOK_SQLITE_EXTENSION
const sqlite3_api_routines *sqlite3_api;

/* SQLite derives this name from the file's. */
__attribute__((visibility("default"))) int
sqlite3_rollbooksqlite_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api);

int sqlite3_rollbooksqlite_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api)
{
    (void)message;
    sqlite3_api = api;
    return sql_functions_register(handle);
}
#endif
