/*
 * kernel_scan.h - a scanner over one line of a kernel file; private to the parser.
 *
 * Functions that can fail return 0 or -1 with the error filled in: line, and column of the byte at
 * which a reader of the line would stop.
 */
#ifndef ROLLBOOK_TASKS_KERNEL_SCAN_H
#define ROLLBOOK_TASKS_KERNEL_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "tasks/kernel_file.h"

struct kernel_scanner {
    const struct task *task;
    struct arena *arena;
    struct kernel_file *out;
    struct kernel_error *error;
    const char *line; /* first byte of the line */
    size_t len;       /* without its end */
    size_t pos;
    size_t line_no;
    struct expr_name dims[TASK_MAX_DIMS];
    size_t n_dims;
};

int scan_error(struct kernel_scanner *s, size_t offset, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void scan_blanks(struct kernel_scanner *s);
/* "'x'", "byte 0x07" or "the end of the line": what stands at pos. */
const char *scan_found(const struct kernel_scanner *s, char out[24]);
/* Takes c behind blanks, or fails; where completes "expected 'c' ...". */
int scan_expect(struct kernel_scanner *s, char c, const char *where);
/* Takes c if it is next behind blanks. */
bool scan_accept(struct kernel_scanner *s, char c);
/* Length of the identifier at pos, 0 if there is none. */
size_t scan_name_length(const struct kernel_scanner *s);
bool scan_word_is(const struct kernel_scanner *s, size_t len, const char *word);
int scan_name(struct kernel_scanner *s, const char *what, const char **out);
/* An expression over the dimensions of the task. */
int scan_expr(struct kernel_scanner *s, const char *what, const struct expr **out);
int scan_line_end(struct kernel_scanner *s);

#endif
