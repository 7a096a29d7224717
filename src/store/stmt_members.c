/*
 * stmt_members.c - structs as parameters and from columns.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/member.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

static _Noreturn void bug(const struct stmt *st, const struct member *m, const char *why)
{
    fprintf(stderr, "rollbook: bug: query %s: member %s: %s\n", st->name, m->name, why);
    abort();
}

static void bind_int(struct stmt *st, const struct member *m, const void *from)
{
    int64_t v;
    if (member_int(m, from, &v))
        stmt_bind_int(st, m->parameter, v);
    else
        stmt_bind_null(st, m->parameter);
}

static void bind_three(struct stmt *st, const struct member *m, const void *from)
{
    char text[40];
    unsigned v[3];
    memcpy(v, member_at(m, from), sizeof v);
    snprintf(text, sizeof text, "%u,%u,%u", v[0], v[1], v[2]);
    stmt_bind_text(st, m->parameter, text);
}

static void bind_seed(struct stmt *st, const struct member *m, const void *from)
{
    int64_t bits;
    memcpy(&bits, member_at(m, from), sizeof bits);
    stmt_bind_int(st, m->parameter, bits);
}

static void bind_member(struct stmt *st, const struct member *m, const void *from)
{
    switch (m->kind) {
    case MEMBER_TEXT:
    case MEMBER_CHARS:
    case MEMBER_ENUM:
        stmt_bind_text(st, m->parameter, member_text(m, from));
        break;
    case MEMBER_BOOL:
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_INDEX:
    case MEMBER_SIGNAL:
    case MEMBER_ID:
        bind_int(st, m, from);
        break;
    case MEMBER_SEED:
        bind_seed(st, m, from);
        break;
    case MEMBER_REAL:
    case MEMBER_DERIVED:
        stmt_bind_real(st, m->parameter, member_real(m, from));
        break;
    case MEMBER_THREE:
        bind_three(st, m, from);
        break;
    case MEMBER_BYTES:
    case MEMBER_U64:
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
    case MEMBER_LIST:
    case MEMBER_PART:
    case MEMBER_POINTER:
    case MEMBER_DERIVED_TEXT:
        bug(st, m, "its kind is no column");
    }
}

void stmt_bind_members(struct stmt *st, const struct member_table *t, const void *from)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->members[i].parameter != NULL)
            bind_member(st, &t->members[i], from);
}

static int column_of(const struct stmt *st, const struct member *m)
{
    int n = sqlite3_column_count(st->handle);
    for (int i = 0; i < n; i++)
        if (strcmp(sqlite3_column_name(st->handle, i), m->parameter + 1) == 0)
            return i;
    bug(st, m, "there is no such column");
}

/* NULL reads as unknown. */
static int64_t int_at(struct stmt *st, const struct member *m, int column)
{
    bool counts = m->kind == MEMBER_FLAG || m->kind == MEMBER_COUNT || m->kind == MEMBER_INDEX;
    return !stmt_is_null(st, column) ? stmt_int(st, column) : counts ? -1 : 0;
}

static void read_enum(struct stmt *st, const struct member *m, int column, void *at)
{
    const char *s = stmt_text(st, column);
    for (int i = 0; i < (int)m->size && s != NULL; i++)
        if (strcmp(m->enum_name(i), s) == 0)
            memcpy(at, &i, sizeof i);
}

static void read_three(struct stmt *st, int column, void *at)
{
    unsigned v[3] = { 0 };
    const char *s = stmt_text(st, column);
    for (size_t i = 0; i < 3 && s != NULL; i++) {
        char *end;
        v[i] = (unsigned)strtoul(s, &end, 10);
        s = *end == ',' ? end + 1 : NULL;
    }
    memcpy(at, v, sizeof v);
}

static void read_member(struct stmt *st, const struct member *m, struct arena *a, void *to)
{
    void *at = (char *)to + m->offset;
    int column = column_of(st, m);
    const int64_t wide = int_at(st, m, column);
    const int narrow = (int)wide;
    const double real = stmt_real(st, column);
    const char *text;
    switch (m->kind) {
    case MEMBER_TEXT:
        text = stmt_text_dup(st, column, a);
        memcpy(at, &text, sizeof text);
        break;
    case MEMBER_CHARS:
        text = stmt_text(st, column);
        snprintf(at, m->size, "%s", text == NULL ? "" : text);
        break;
    case MEMBER_ENUM:
        read_enum(st, m, column, at);
        break;
    case MEMBER_BOOL:
        *(bool *)at = wide != 0;
        break;
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_SIGNAL:
        memcpy(at, &narrow, sizeof narrow);
        break;
    case MEMBER_INDEX:
    case MEMBER_ID:
    case MEMBER_SEED:
        memcpy(at, &wide, sizeof wide);
        break;
    case MEMBER_REAL:
        memcpy(at, &real, sizeof real);
        break;
    case MEMBER_THREE:
        read_three(st, column, at);
        break;
    case MEMBER_BYTES:
    case MEMBER_U64:
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
    case MEMBER_LIST:
    case MEMBER_PART:
    case MEMBER_POINTER:
    case MEMBER_DERIVED:
    case MEMBER_DERIVED_TEXT:
        bug(st, m, "its kind is no column");
    }
}

void stmt_read_members(struct stmt *st, const struct member_table *t, struct arena *a, void *to)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->members[i].parameter != NULL)
            read_member(st, &t->members[i], a, to);
}
