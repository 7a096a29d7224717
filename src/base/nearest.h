/*
 * nearest.h - "did you mean": the name that somebody may have meant.
 */
#ifndef ROLLBOOK_BASE_NEAREST_H
#define ROLLBOOK_BASE_NEAREST_H

#include <stddef.h>

#include "src/base/err.h"
#define NEAREST_LONGEST 200 /* bytes; a longer name is near to nothing */

/*
 * The name nearest to a wrong one by Damerau-Levenshtein distance (insert, delete, substitute, swap
 * neighbours; no letter is edited twice), among those that are offered.  Another case of a letter
 * counts half an edit; a name is near when at most half of the wrong one's letters are edited; of
 * equally near names the first counts.
 */
struct nearest {
    const char *wrong;              /* borrowed */
    size_t cost;                    /* of the name below, in half edits */
    char name[NEAREST_LONGEST + 1]; /* "" while none is near */
};

void nearest_init(struct nearest *n, const char *wrong);
void nearest_offer(struct nearest *n, const char *name);

/* Appends "; did you mean 'NAME'?" to the message that is there, when a name is near.  Returns
 * err->code. */
int err_suggest(struct err *err, const struct nearest *n);

#endif
