/* report_parts.h - provenance, and the commands that made the data. */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_PARTS_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_PARTS_H

#include <stddef.h>

#include "analysis/study/study.h"

struct arena;
struct doc;
struct doc_pair;
struct provenance;
struct report_options;

/* Code version, device, compiler, model, split, seeds, temperatures, timing, dates; then pairs. */
void parts_provenance(struct doc *d, struct arena *a, const struct provenance *p,
                      const struct doc_pair *more, size_t n_more);
struct buf;
/* A run a paragraph. */
void parts_put_commands(struct buf *out, const struct provenance *p);
/* As typed. */
void parts_commands(struct doc *d, const struct provenance *p);
/* The command that draws the report from these runs, in the arena; names too long for a page are
 * left out where the default takes the same runs. */
const char *parts_report_command(struct arena *a, const char *report,
                                 const struct report_options *o, const struct provenance *p);
/* A row a run. */
/* seed: of the halvings behind Best of Adaptation. */
void parts_runs_table(struct doc *d, struct arena *a, const struct study *s, struct speed_rule rule,
                      uint64_t seed);

#endif
