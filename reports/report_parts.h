/*
 * report_parts.h - blocks that every report has: provenance and the commands that made the data.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_PARTS_H
#define ROLLBOOK_REPORTS_REPORT_PARTS_H

#include <stddef.h>

struct arena;
struct buf;
struct doc;
struct doc_pair;
struct provenance;

/*
 * Code version, device, compiler, model, split, seeds, temperatures, timing, dates; then the
 * report's own pairs.
 */
void parts_provenance(struct doc *d, struct arena *a, const struct provenance *p,
                      const struct doc_pair *more, size_t n_more);
/* Each run's command line as typed. */
void parts_commands(struct doc *d, const struct provenance *p);
/* The command that draws a report from these runs. */
void parts_own_command(struct doc *d, const char *report, const struct provenance *p);
/* One argument, quoted for a shell when it needs to be. */
void parts_put_shell_word(struct buf *out, const char *word);

#endif
