/*
 * grammar_text.h - the ${name} references in the texts of a grammar.
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_GRAMMAR_TEXT_H
#define ROLLBOOK_SAMPLE_BUILTIN_GRAMMAR_TEXT_H

#include <stddef.h>

struct err;
struct grammar;

/* Index of the variable called name[0..len), or -1. */
int grammar_find_var(const struct grammar *g, const char *name, size_t len);
/* Every ${...} in every text must name a slot or a variable.  ERR_INTEGRITY naming the place. */
int grammar_check_references(const struct grammar *g, struct err *err);

#endif
