/*
 * member.h - a table that says what a struct holds, for everything that reads or writes it.
 *
 * JSON (src/json/member_json.h), SQL (src/store/db.h) and tables of commands follow the same rows:
 * a member has one name, one place and one rule for what is unknown.  NULL, "", NaN, a negative
 * count, no signal and numbers that are not finite are null in JSON and NULL in SQL.
 */
#ifndef ROLLBOOK_BASE_MEMBER_H
#define ROLLBOOK_BASE_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum member_kind {
    MEMBER_TEXT,         /* const char *; NULL is unknown */
    MEMBER_CHARS,        /* char [size]; "" is unknown */
    MEMBER_BYTES,        /* of n bytes; NULL is unknown */
    MEMBER_BOOL,         /* bool */
    MEMBER_FLAG,         /* int; negative is unknown; true, false in JSON */
    MEMBER_INT,          /* int */
    MEMBER_UNSIGNED,     /* unsigned */
    MEMBER_COUNT,        /* int; negative is unknown */
    MEMBER_INDEX,        /* int64_t; negative is unknown */
    MEMBER_SIGNAL,       /* int; 0 is none */
    MEMBER_ID,           /* int64_t; 0 is none */
    MEMBER_U64,          /* uint64_t; a string of digits in JSON */
    MEMBER_SEED,         /* uint64_t; up to 2^63-1 in JSON; SQL keeps its bits */
    MEMBER_REAL,         /* double; what is not finite is unknown */
    MEMBER_ENUM,         /* an enum from 0 on, by name */
    MEMBER_THREE,        /* unsigned [3]; "x,y,z" in SQL */
    MEMBER_REALS,        /* double * of n */
    MEMBER_REALS_BESIDE, /* of an n set by an earlier member; NULL is unknown */
    MEMBER_LIST,         /* n structs of table of; NULL is none */
    MEMBER_PART,         /* struct of table of, in place */
    MEMBER_POINTER,      /* struct of table of; NULL is unknown */
    MEMBER_DERIVED,      /* follows from the struct, never read */
    MEMBER_DERIVED_TEXT, /* such a text; "" is unknown */
};

/* Readers that a member can be hidden from. */
enum member_reader {
    READER_WORKER = 1,   /* of workers and the proxy's spool */
    READER_EVAL = 2,     /* rollbook eval --json */
    READER_EVALUATE = 4, /* POST /evaluate */
};

struct member_table;

struct member {
    const char *name;      /* in JSON */
    const char *parameter; /* ":column" of SQL; NULL: no column */
    enum member_kind kind;
    size_t offset;
    size_t n_offset; /* of a size_t */
    size_t size;     /* of CHARS; number of values of an ENUM */
    const struct member_table *of;
    const char *(*enum_name)(int value);
    double (*derive)(const void *from);
    void (*say)(const void *from, char *out, size_t size);
    unsigned hidden;
    bool needed;         /* absence is an error */
    const char *unknown; /* why, for tables; NULL: always known */
};

struct member_table {
    const struct member *members;
    size_t n, struct_size;
    void (*init)(void *out); /* before reading; NULL: zeros */
};

#define MEMBER_TABLE(list, type)                                                                   \
    {                                                                                              \
        .members = (list), .n = sizeof(list) / sizeof((list)[0]), .struct_size = sizeof(type)      \
    }

/* The member is named as the field, and with COLUMN so is the column. */
#define MEMBER_AT(type, field, member_kind)                                                        \
    .name = #field, .kind = MEMBER_##member_kind, .offset = offsetof(type, field)
#define MEMBER_COLUMN(type, field, member_kind)                                                    \
    MEMBER_AT(type, field, member_kind), .parameter = ":" #field
#define MEMBER_ARRAY(type, field, member_kind)                                                     \
    MEMBER_AT(type, field, member_kind), .size = sizeof(((type *)0)->field)
#define MEMBER_MANY(type, field, n_field, member_kind)                                             \
    MEMBER_AT(type, field, member_kind), .n_offset = offsetof(type, n_field)

/* For structs that their table declares. */
#define MEMBER_TYPE_TEXT   const char *
#define MEMBER_TYPE_BOOL   bool
#define MEMBER_TYPE_FLAG   int
#define MEMBER_TYPE_COUNT  int
#define MEMBER_TYPE_INDEX  int64_t
#define MEMBER_TYPE_SIGNAL int
#define MEMBER_TYPE_REAL   double

static inline const void *member_at(const struct member *m, const void *from)
{
    return (const char *)from + m->offset;
}

size_t member_n(const struct member *m, const void *from);
/* False: unknown.  For BOOL, FLAG, INT, UNSIGNED, COUNT, INDEX, SIGNAL, ID, ENUM. */
bool member_int(const struct member *m, const void *from, int64_t *out);
/* REAL, DERIVED; NaN: unknown; never infinite. */
double member_real(const struct member *m, const void *from);
/* TEXT, CHARS, ENUM; NULL: unknown. */
const char *member_text(const struct member *m, const void *from);

#endif
