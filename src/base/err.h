/*
 * err.h - how functions say what went wrong.
 *
 * A function that can fail returns 0 or a negative enum err_code and takes a struct err * last.
 * Who notices sets the message; each layer above may prefix where.  Only src/cli prints it.
 * Outputs are untouched on failure.
 */
#ifndef ROLLBOOK_BASE_ERR_H
#define ROLLBOOK_BASE_ERR_H

enum err_code {
    ERR_NEGATIVE = -1,   /* the answer is no (exit 1) */
    ERR_USAGE = -2,      /* wrong arguments or named file (exit 2) */
    ERR_NOMATCH = -3,    /* nothing is selected (exit 3) */
    ERR_INTEGRITY = -4,  /* malformed or damaged data; failed I/O (exit 4) */
    ERR_SCHEMA = -5,     /* database of another schema version (exit 5) */
    ERR_BUSY = -6,       /* another writer has the database (exit 6) */
    ERR_NODATA = -7,     /* too few data for the statistic (exit 7) */
    ERR_UNTRUSTED = -8,  /* a setting of the database is not approved (exit 8) */
    ERR_INTERRUPTED = -9 /* stopped by a signal (exit 130) */
};

struct err {
    enum err_code code;
    char msg[2000]; /* one line without newline; "" when unset */
};

/* Cuts a long message.  Returns code.  err may be NULL. */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "fmt: " before the message.  Returns err->code. */
int err_context(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#ifdef __clang_analyzer__
/* The static analyser needs to know that errors are negative, to leave out paths on which a
 * failed call filled its outputs. */
static inline int err_known_negative(int rc)
{
    if (rc >= 0)
        __builtin_unreachable();
    return rc;
}
#define err_set(...)     err_known_negative(err_set(__VA_ARGS__))
#define err_context(...) err_known_negative(err_context(__VA_ARGS__))
#endif

/* Exit status of a code; 0 for 0. */
int err_exit_status(int code);

#endif
