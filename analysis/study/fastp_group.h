/*
 * fastp_group.h - fast_p of a part of the problems, or of several runs together.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FASTP_GROUP_H
#define ROLLBOOK_ANALYSIS_STUDY_FASTP_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fastp_input;

/* Only the problems with keep[problem].  What the input counts beside its problems (foreign,
 * unmeasured) stays with the whole: it is 0 in the part. */
void fastp_subset(const struct fastp_input *in, const bool *keep, struct arena *arena,
                  struct fastp_input *out);

/* Samples of several inputs over the union of their problems, which are one when level and problem
 * id agree.  Every input names its problems. */
void fastp_join(const struct fastp_input *const *in, size_t n_in, struct arena *arena,
                struct fastp_input *out);

#endif
