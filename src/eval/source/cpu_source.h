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
};

/*
 * Appends device headers, the candidate's text (same lines, named kernel.cu) and one wrapper for
 * each launch.  False when the text asks for something that the CPU backend does not have or that
 * no kernel needs: other headers, inline assembly, compiler pragmas.
 */
bool source_build(const struct compile_spec *spec, struct buf *out, struct source_info *info,
                  struct source_error *error);

/* Headers that a backend has beyond those of all. */
struct source_headers {
    const char *backend;
    const char *const *more;
    size_t n_more;
};
/* cpu_directives.c: copies text to out (same length) with accepted #include lines blanked. */
bool source_directives(const char *text, size_t len, const struct source_headers *headers,
                       char *out, struct source_error *error);

/* What a message calls an argument of the launch: a buffer's name, or "a number". */
const char *source_argument_name(const struct compile_spec *spec, const struct kernel_arg *arg);

/* What stands behind _Pragma, checked as #pragma is. */
bool source_pragma_operator(const char *after);

/* cpu_calls.c: whether a kernel or anything that it names synchronises; true when in doubt. */
bool source_synchronises(const char *text, size_t len, const char *kernel);

#endif
