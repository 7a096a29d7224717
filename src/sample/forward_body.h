/*
 * forward_body.h - answers that are the body of forward, which a PyTorch problem's module
 * surrounds.
 *
 * A class ModelNew derived from the module's Model has the new forward, with torch, torch.nn as nn,
 * torch.nn.functional as F and math in scope.
 */
#ifndef ROLLBOOK_SAMPLE_FORWARD_BODY_H
#define ROLLBOOK_SAMPLE_FORWARD_BODY_H

#include <stddef.h>

struct buf;
struct err;
struct task;

struct forward_parts {
    const char *signature; /* "def forward(self, x):" */
    const char *body;      /* indented lines */
    size_t signature_len, body_len;
};

/* ERR_USAGE: the module has no class Model with a method forward. */
int forward_parts_of(const struct task *task, struct forward_parts *out, struct err *err);
/* Appends the module with these statements as the body of ModelNew.forward.  A whole "def
 * forward" stands for its body; any indentation will do. */
int forward_wrap(const struct task *task, const char *statements, size_t len, struct buf *out,
                 struct err *err);
/* Removes what all lines are indented by. */
void forward_put_dedented(const char *text, size_t len, const char *margin, struct buf *out);

/*
 * Answers that are the body of a kernel, which a task's reference surrounds.
 *
 * Launch plan and signature are the reference's, so a model writes a few statements only.  The
 * reference must have one kernel.
 */

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
