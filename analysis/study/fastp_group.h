/* fastp_group.h - fast_p of some problems, or of several runs together. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FASTP_GROUP_H
#define ROLLBOOK_ANALYSIS_STUDY_FASTP_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fastp_input;

/* Problems with keep[problem]; foreign and unmeasured counts are 0 in the part. */
void fastp_subset(const struct fastp_input *in, const bool *keep, struct arena *arena,
                  struct fastp_input *out);

/* Over the union of problems, which are one when level and problem id agree; every input names
 * them. */
void fastp_join(const struct fastp_input *const *in, size_t n_in, struct arena *arena,
                struct fastp_input *out);

#endif
