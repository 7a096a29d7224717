/*
 * sql_floats.c - floats(bytes [, type]): an array of numbers as a table.
 *
 * SELECT position, value FROM floats(samples_us, 'f64').  Types are f32, f64 and i32,
 * little-endian.  Without a type it is f32, unless the bytes only make sense as f64; the column
 * type says which.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/store/functions/sql_api.h"

enum number_type { TYPE_F32, TYPE_F64, TYPE_I32 };

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
    [TYPE_F32] = { "f32", 4 },
    [TYPE_F64] = { "f64", 8 },
    [TYPE_I32] = { "i32", 4 },
};

enum floats_column { COLUMN_POSITION, COLUMN_VALUE, COLUMN_TYPE, COLUMN_BYTES, COLUMN_WANTED };
static const char declaration[] = "CREATE " /* SQLite asks for this shape */
                                  "TABLE x(position, value, type, bytes HIDDEN, wanted HIDDEN)";

struct floats_cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's view of it */
    unsigned char *data;      /* owned */
    size_t n, at;
    enum number_type type;
};

static int floats_connect(sqlite3 *handle, void *aux, int argc, const char *const *argv,
                          sqlite3_vtab **out, char **message)
{
    (void)aux;
    (void)argc;
    (void)argv;
    (void)message;
    int rc = sqlite3_declare_vtab(handle, declaration);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_vtab_config(handle, SQLITE_VTAB_INNOCUOUS);
    *out = sqlite3_malloc64(sizeof(**out));
    if (*out == NULL)
        return SQLITE_NOMEM;
    memset(*out, 0, sizeof(**out));
    return SQLITE_OK;
}

static int floats_disconnect(sqlite3_vtab *vtab)
{
    sqlite3_free(vtab);
    return SQLITE_OK;
}

/* The arguments are equality constraints on hidden columns. */
static int floats_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    (void)vtab;
    int places[2] = { -1, -1 };
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        if (c->iColumn < COLUMN_BYTES)
            continue;
        if (c->usable == 0 || c->op != SQLITE_INDEX_CONSTRAINT_EQ)
            return SQLITE_CONSTRAINT;
        places[c->iColumn - COLUMN_BYTES] = i;
    }
    info->estimatedCost = 1e6;
    info->estimatedRows = 1000;
    info->idxNum = 0;
    int argument = 1;
    for (int i = 0; i < 2; i++) {
        if (places[i] < 0)
            continue;
        info->aConstraintUsage[places[i]].argvIndex = argument++;
        info->aConstraintUsage[places[i]].omit = 1;
        info->idxNum |= 1 << i;
    }
    return SQLITE_OK;
}

static int floats_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out)
{
    (void)vtab;
    struct floats_cursor *c = sqlite3_malloc64(sizeof(*c));
    if (c == NULL)
        return SQLITE_NOMEM;
    memset(c, 0, sizeof(*c));
    *out = &c->base;
    return SQLITE_OK;
}

static struct floats_cursor *cursor_of(sqlite3_vtab_cursor *base)
{
    return (struct floats_cursor *)(void *)base;
}

static int floats_close(sqlite3_vtab_cursor *base)
{
    sqlite3_free(cursor_of(base)->data);
    sqlite3_free(base);
    return SQLITE_OK;
}

static double read_at(const unsigned char *data, enum number_type type, size_t i)
{
    float f = 0.0F;
    double d = 0.0;
    int32_t whole = 0;
    const unsigned char *p = data + i * types[type].bytes;
    switch (type) {
    case TYPE_F32:
        memcpy(&f, p, sizeof(f));
        return (double)f;
    case TYPE_F64:
        memcpy(&d, p, sizeof(d));
        return d;
    case TYPE_I32:
        memcpy(&whole, p, sizeof(whole));
        return whole;
    }
    return 0.0;
}

static bool is_sane(double v, double least, double most)
{
    return !(fabs(v) > 0.0) || (fabs(v) >= least && fabs(v) <= most);
}

/* Log-probabilities are f32, durations (us) f64. */
static enum number_type guess_type(const unsigned char *data, size_t len)
{
    bool low_words_zero = true;
    bool f32_sane = true;
    size_t n = len / sizeof(double);
    if (len % sizeof(double) != 0 || n == 0)
        return TYPE_F32;
    for (size_t i = 0; i < n; i++) {
        double low = read_at(data, TYPE_F32, 2 * i);
        double v = read_at(data, TYPE_F64, i);
        if (!(v >= 1e-3 && v <= 1e12))
            return TYPE_F32;
        low_words_zero = low_words_zero && !(fabs(low) > 0.0);
        f32_sane = f32_sane && is_sane(low, 1e-6, 1e9) &&
                   is_sane(read_at(data, TYPE_F32, 2 * i + 1), 1e-6, 1e9);
    }
    return low_words_zero || !f32_sane ? TYPE_F64 : TYPE_F32;
}

static int fail(sqlite3_vtab_cursor *base, char *message)
{
    sqlite3_free(base->pVtab->zErrMsg);
    base->pVtab->zErrMsg = message;
    return SQLITE_ERROR;
}

static int find_type(sqlite3_vtab_cursor *base, sqlite3_value *wanted, enum number_type *out)
{
    const char *name = (const char *)sqlite3_value_text(wanted);
    for (size_t i = 0; i < ARRAY_LEN(types); i++)
        if (name != NULL && sqlite3_stricmp(name, types[i].name) == 0) {
            *out = (enum number_type)i;
            return SQLITE_OK;
        }
    return fail(
        base, sqlite3_mprintf("floats: '%s' is not f32, f64 or i32", name == NULL ? "NULL" : name));
}

static int take_bytes(struct floats_cursor *c, sqlite3_value *v, sqlite3_value *wanted)
{
    if (sqlite3_value_type(v) == SQLITE_NULL)
        return SQLITE_OK; /* no rows */
    if (sqlite3_value_type(v) != SQLITE_BLOB)
        return fail(&c->base, sqlite3_mprintf("floats: the argument is not a blob"));
    size_t len = (size_t)sqlite3_value_bytes(v);
    const unsigned char *data = sqlite3_value_blob(v);
    int rc = SQLITE_OK;
    if (len == 0)
        return rc;
    c->type = wanted == NULL ? guess_type(data, len) : TYPE_F32;
    if (wanted != NULL)
        rc = find_type(&c->base, wanted, &c->type);
    if (rc != SQLITE_OK)
        return rc;
    if (len % types[c->type].bytes != 0)
        return fail(&c->base, sqlite3_mprintf("floats: %lld bytes are not a whole number of %s",
                                              (long long)len, types[c->type].name));
    c->data = sqlite3_malloc64(len);
    if (c->data == NULL)
        return SQLITE_NOMEM;
    memcpy(c->data, data, len);
    c->n = len / types[c->type].bytes;
    return SQLITE_OK;
}

static int floats_filter(sqlite3_vtab_cursor *base, int arguments, const char *text, int argc,
                         sqlite3_value **argv)
{
    struct floats_cursor *c = cursor_of(base);
    (void)text;
    sqlite3_free(c->data);
    c->data = NULL;
    c->n = c->at = 0;
    if ((arguments & 1) == 0 || argc < 1)
        return fail(base, sqlite3_mprintf("floats: wants a blob: floats(bytes [, type])"));
    return take_bytes(c, argv[0], argc > 1 ? argv[1] : NULL);
}

static int floats_next(sqlite3_vtab_cursor *base)
{
    cursor_of(base)->at++;
    return SQLITE_OK;
}

static int floats_eof(sqlite3_vtab_cursor *base)
{
    return cursor_of(base)->at >= cursor_of(base)->n;
}

static int floats_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    struct floats_cursor *c = cursor_of(base);
    double v;
    switch (column) {
    case COLUMN_POSITION:
        sqlite3_result_int64(context, (sqlite3_int64)c->at);
        break;
    case COLUMN_VALUE:
        v = read_at(c->data, c->type, c->at);
        if (c->type == TYPE_I32)
            sqlite3_result_int64(context, (sqlite3_int64)v);
        else
            sqlite3_result_double(context, v);
        break;
    case COLUMN_TYPE:
        sqlite3_result_text(context, types[c->type].name, -1, SQLITE_STATIC);
        break;
    default:
        sqlite3_result_null(context);
        break;
    }
    return SQLITE_OK;
}

static int floats_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)cursor_of(base)->at;
    return SQLITE_OK;
}

/* Without xCreate it is a function and never a table of the file. */
static const sqlite3_module module = {
    .iVersion = 0,
    .xConnect = floats_connect,
    .xBestIndex = floats_best_index,
    .xDisconnect = floats_disconnect,
    .xOpen = floats_open,
    .xClose = floats_close,
    .xFilter = floats_filter,
    .xNext = floats_next,
    .xEof = floats_eof,
    .xColumn = floats_column,
    .xRowid = floats_rowid,
};

int sql_floats_register(sqlite3 *handle)
{
    return sqlite3_create_module_v2(handle, "floats", &module, NULL, NULL);
}
