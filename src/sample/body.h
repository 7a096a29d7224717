/*
 * body.h - answers that are the body of a kernel, which a task's reference surrounds.
 *
 * Launch plan and signature are the reference's, so a model writes a few statements only.  The
 * reference must have one kernel.
 */
#ifndef ROLLBOOK_SAMPLE_BODY_H
#define ROLLBOOK_SAMPLE_BODY_H

#include <stddef.h>

struct buf;
struct err;
struct task;

/* Parts point into the reference's text. */
struct body_parts {
    const char *before; /* directives, signature, opening brace */
    const char *body;
    const char *after;
    size_t before_len, body_len, after_len;
};

/* ERR_USAGE: the reference has not exactly one kernel. */
int body_parts_of(const struct task *task, struct body_parts *out, struct err *err);
/* Appends the kernel file with these statements. */
int body_wrap(const struct task *task, const char *body, size_t len, struct buf *out,
              struct err *err);

#endif
