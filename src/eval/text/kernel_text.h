/*
 * kernel_text.h - from a kernel file to the C++ text that g++ gets.
 */
#ifndef ROLLBOOK_EVAL_TEXT_KERNEL_TEXT_H
#define ROLLBOOK_EVAL_TEXT_KERNEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct compile_spec;
struct kernel_arg;

struct text_error {
    size_t line;
    char msg[240];
};

struct text_info {
    unsigned fiber_launches; /* bit i: launch i may synchronise */
    size_t common_bytes;     /* the text begins with as many that are those of every text */
};

/*
 * Appends device headers, the candidate's text (same lines, named kernel.cu) and a wrapper for each
 * launch.  False when the text wants what the CPU backend lacks or no kernel needs: other headers,
 * inline assembly, compiler pragmas.
 */
bool kernel_text_build(const struct compile_spec *spec, struct buf *out, struct text_info *info,
                       struct text_error *error);

/* Headers of one backend beyond those of all. */
struct text_headers {
    const char *backend;
    const char *const *more;
    size_t n_more;
};
/* kernel_directives.c: out has the length of text; accepted #include lines are blanked. */
bool kernel_text_directives(const char *text, size_t len, const struct text_headers *headers,
                            char *out, struct text_error *error);

/* A buffer's name, or "a number", for messages. */
const char *kernel_text_argument(const struct compile_spec *spec, const struct kernel_arg *arg);

/* The text behind _Pragma is checked as #pragma is. */
bool kernel_text_pragma(const char *after);

/* kernel_calls.c: true when in doubt. */
bool kernel_text_synchronises(const char *text, size_t len, const char *kernel);

#endif
