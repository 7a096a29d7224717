/*
 * nearest.h - "did you mean": the name that somebody may have meant.
 */
#ifndef ROLLBOOK_BASE_NEAREST_H
#define ROLLBOOK_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/err.h"
#define NEAREST_LONGEST 200 /* bytes; longer names are never near */

/*
 * The nearest name offered, by Damerau-Levenshtein distance (insert, delete, substitute, swap
 * neighbours; no letter is edited twice).  Another case of a letter is half an edit; at most half
 * of wrong's letters may be edited; the first of equally near names counts.
 */
struct nearest {
    const char *wrong;                /* borrowed */
    size_t cost;                      /* of name, in half edits */
    char name[NEAREST_LONGEST + 1];   /* "": none is near */
    char longer[NEAREST_LONGEST + 1]; /* the first that begins with wrong, if that is 3 letters */
};

void nearest_init(struct nearest *n, const char *wrong);
void nearest_offer(struct nearest *n, const char *name);

/* Appends "; did you mean 'NAME'?" when a name is near.  Returns err->code. */
int err_suggest(struct err *err, const struct nearest *n);
/* The same among names like "mean, interval, correct". */
int err_suggest_among(struct err *err, const char *wrong, const char *names);
/* Whether a name was suggested already. */
bool err_is_suggested(const struct err *err);

#endif
