/*
 * cpu_source.h - from a kernel file to the C++ text that g++ gets.
 */
#ifndef ROLLBOOK_EVAL_SOURCE_CPU_SOURCE_H
#define ROLLBOOK_EVAL_SOURCE_CPU_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct compile_spec;
struct kernel_arg;

struct source_error {
    size_t line;
    char msg[240];
};

struct source_info {
    unsigned fiber_launches; /* bit i: launch i may synchronise */
    size_t common_bytes;     /* the text begins with as many that are those of every text */
};

/*
 * Appends device headers, the candidate's text (same lines, named kernel.cu) and a wrapper for each
 * launch.  False when the text wants what the CPU backend lacks or no kernel needs: other headers,
 * inline assembly, compiler pragmas.
 */
bool source_build(const struct compile_spec *spec, struct buf *out, struct source_info *info,
                  struct source_error *error);

/* Headers of one backend beyond those of all. */
struct source_headers {
    const char *backend;
    const char *const *more;
    size_t n_more;
};
/* cpu_directives.c: out has the length of text; accepted #include lines are blanked. */
bool source_directives(const char *text, size_t len, const struct source_headers *headers,
                       char *out, struct source_error *error);

/* A buffer's name, or "a number", for messages. */
const char *source_argument_name(const struct compile_spec *spec, const struct kernel_arg *arg);

/* The text behind _Pragma is checked as #pragma is. */
bool source_pragma_operator(const char *after);

/* cpu_calls.c: true when in doubt. */
bool source_synchronises(const char *text, size_t len, const char *kernel);

#endif
