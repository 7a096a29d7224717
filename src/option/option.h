/*
 * option.h - an option of a command and the member of an options struct that it fills.
 *
 * One row says everything about an option: parsing, checks, help, completion, the command that a
 * report names and what a file keeps follow from it.  Its kind follows from the member's type, so
 * a row cannot say another one, and a mistyped member does not compile.  Standard values stand in
 * a const struct of the same type.
 */
#ifndef ROLLBOOK_OPTION_OPTION_H
#define ROLLBOOK_OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

struct name_list {
    const char *const *items;
    size_t n;
};

enum option_type {
    OPTION_BOOL, /* a flag: no value */
    OPTION_INT,
    OPTION_UNSIGNED, /* an enum is one */
    OPTION_INT64,
    OPTION_UINT64,
    OPTION_DOUBLE,
    OPTION_TEXT, /* const char *; NULL: not given */
    OPTION_NAMES /* struct name_list: items between commas; repeating the option adds items */
};

struct option {
    const char *member; /* as C names it */
    enum option_type type;
    size_t at;           /* offset of the member */
    const char *name;    /* --name X, --name=X; NULL: a member that is kept in a file, not asked */
    const char *metavar; /* "N"; NULL: a flag */
    const char *help;    /* one line */
    char letter;         /* 'o' for -o, or 0 */
    bool repeats;        /* a text with items between commas; repeating the option adds items */
    bool is_shared;      /* the member is of a struct that many commands fill */
    bool has_no_default; /* the standard value says "not given"; help prints none */
    int64_t least, most; /* of a number; both 0: any */
    /* NULL-ended.  An unsigned is their index, a text one of them; an int may be a number instead,
     * and then the last of them is -1, the one before it -2. */
    const char *const *choices;
    unsigned takers; /* bits of the sets that have it; 0: all */
    bool is_needed;  /* a file that keeps members and lacks this one is damaged */
};

#define OPTION_TYPE_OF(value)                                                                      \
    _Generic((value), bool                                                                         \
             : OPTION_BOOL, int                                                                    \
             : OPTION_INT, unsigned                                                                \
             : OPTION_UNSIGNED, int64_t                                                            \
             : OPTION_INT64, uint64_t                                                              \
             : OPTION_UINT64, double                                                               \
             : OPTION_DOUBLE, const char *                                                         \
             : OPTION_TEXT, struct name_list                                                       \
             : OPTION_NAMES)

/* OPTION(struct run_config, k, "k", "N", "rollouts a task", .letter = 'k', .least = 1, ...) */
#define OPTION(struct_type, member_name, ...)                                                      \
    {                                                                                              \
        .member = #member_name, .type = OPTION_TYPE_OF(((struct_type *)0)->member_name),           \
        .at = offsetof(struct_type, member_name), __VA_ARGS__                                      \
    }

struct option_set {
    const struct option *rows;
    size_t n_rows;
    const void *standard; /* struct with standard values; NULL: no members */
    size_t size;          /* of it */
    unsigned taker;       /* its bit in the rows' takers */
};

#define OPTION_SET(rows, standard)                                                                 \
    (&(const struct option_set){ (rows), sizeof(rows) / sizeof((rows)[0]), &(standard),            \
                                 sizeof(standard), 0 })

/* Whether text is of the option's kind.  ERR_USAGE names the option. */
int option_check_kind(const struct option *o, const char *text, struct err *err);
/* Whether --option text can name a run that --run finds again. */
int option_check_run_name(const char *option, const char *text, struct err *err);
/* Fills the member.  Texts and lists live in the arena.  ERR_USAGE names the option: another kind,
 * out of range, none of the choices. */
int option_put(const struct option *o, void *to, const char *text, struct arena *arena,
               struct err *err);
/* What a command line says to get the member's value, in the arena; "" for a flag that is set,
 * NULL: nothing. */
const char *option_text(const struct option *o, const void *from, struct arena *arena);
/* The text of the standard value for help; NULL: none. */
const char *option_default(const struct option_set *set, const struct option *o,
                           struct arena *arena);
/* Items between commas can be given by repeating it. */
bool option_repeats(const struct option *o);

#endif
