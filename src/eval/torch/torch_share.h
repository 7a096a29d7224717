/*
 * torch_share.h - what part of the kernels' time is the candidate's own (pure).
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_SHARE_H
#define ROLLBOOK_EVAL_TORCH_TORCH_SHARE_H

struct json;
struct verdict;

/*
 * launched is as launches.py tells it, from the candidate's process: nothing of it is believed to
 * be well formed.  Sets own_share and adds the evidence own_share and forbid_torch_compute, which
 * decide nothing.  why_not, or a reason found here: the share is not known.
 */
void torch_share_note(struct verdict *v, const struct json *launched, const char *why_not);

#endif
