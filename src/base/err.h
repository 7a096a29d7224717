/*
 * err.h - how functions say what went wrong.
 *
 * A function that can fail returns 0 or a negative enum err_code and takes a struct err * last.
 * Whoever notices sets the message; each layer above may prefix where it happened.  Only src/cli
 * prints it.  Outputs are untouched on failure.
 */
#ifndef ROLLBOOK_BASE_ERR_H
#define ROLLBOOK_BASE_ERR_H

enum err_code {
    ERR_NEGATIVE = -1,   /* the question was answered with no (exit 1) */
    ERR_USAGE = -2,      /* wrong arguments, or a named file that cannot be opened (exit 2) */
    ERR_NOMATCH = -3,    /* nothing matches the selection (exit 3) */
    ERR_INTEGRITY = -4,  /* malformed, truncated or damaged data; failed I/O (exit 4) */
    ERR_SCHEMA = -5,     /* database of another schema version (exit 5) */
    ERR_BUSY = -6,       /* another writer holds the database (exit 6) */
    ERR_NODATA = -7,     /* not enough data for the statistic asked (exit 7) */
    ERR_INTERRUPTED = -8 /* stopped by a signal (exit 130) */
};

struct err {
    enum err_code code;
    char msg[2000]; /* one line without a final newline; "" when nothing was set */
};

/* Sets code and message, cutting a message that is too long.  Returns code.  err may be NULL. */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "fmt: " before the message that is there.  Returns err->code. */
int err_context(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#ifdef __clang_analyzer__
/* The static analyser does not look into err.c; told that errors are negative, it leaves out paths
 * on which a failed call filled its outputs. */
static inline int err_known_negative(int rc)
{
    if (rc >= 0)
        __builtin_unreachable();
    return rc;
}
#define err_set(...)     err_known_negative(err_set(__VA_ARGS__))
#define err_context(...) err_known_negative(err_context(__VA_ARGS__))
#endif

/* The documented exit status of a code; 0 for 0. */
int err_exit_status(int code);

#endif
