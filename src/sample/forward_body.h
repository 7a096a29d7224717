/*
 * forward_body.h - answers that are the body of forward: what a PyTorch problem's module puts
 * around one.
 *
 * The module's class keeps its constructor, and a class ModelNew derived from it has the new
 * forward, with torch, torch.nn as nn, torch.nn.functional as F and math in scope.
 */
#ifndef ROLLBOOK_SAMPLE_FORWARD_BODY_H
#define ROLLBOOK_SAMPLE_FORWARD_BODY_H

#include <stddef.h>

struct buf;
struct err;
struct task;

/* Model.forward in the module's text. */
struct forward_parts {
    const char *signature; /* "def forward(self, x):" */
    const char *body;      /* the lines of its body, indented */
    size_t signature_len, body_len;
};

/* ERR_USAGE when the module has no class Model with a method forward. */
int forward_parts_of(const struct task *task, struct forward_parts *out, struct err *err);
/* Appends the module with these statements as the body of ModelNew.forward.  A whole "def forward"
 * is taken for its body; statements may be indented in any way. */
int forward_wrap(const struct task *task, const char *statements, size_t len, struct buf *out,
                 struct err *err);
/* Appends the lines of a text without what all of them are indented by. */
void forward_put_dedented(const char *text, size_t len, const char *margin, struct buf *out);

#endif
