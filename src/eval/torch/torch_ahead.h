/*
 * torch_ahead.h - extensions of texts whose turn comes later, built while another one computes.
 *
 * A process without a device reads such a text and asks for builds as a candidate does.  It is
 * confined as a candidate is, sees no inputs, and is killed before its text is evaluated: what is
 * left of it is what the compile service keeps.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_AHEAD_H
#define ROLLBOOK_EVAL_TORCH_TORCH_AHEAD_H

#include <stdbool.h>

struct torch_host;
struct torch_ahead; /* of one host */

struct torch_ahead *torch_ahead_new(void);
void torch_ahead_free(struct torch_ahead *a); /* NULL is fine */
/* Before the host is closed. */
void torch_ahead_end_all(struct torch_ahead *a);
/* Only where the text seems to build something, and while few are on their way. */
void torch_ahead_begin(struct torch_ahead *a, struct torch_host *h, const char *text);
/*
 * Waits for a build of this text that is running; no other begins.  Returns what its builds took in
 * ms, 0 where there were none.  a NULL is fine.
 */
double torch_ahead_end(struct torch_ahead *a, const char *text);

#endif
