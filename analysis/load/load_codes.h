/*
 * load_codes.h - kernels of runs from the database into a struct code_set.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_CODES_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_CODES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct code_set;
struct db;
struct err;

/*
 * The last turn of every sample of the named runs that has code (the assembled kernel file, else
 * the extracted action).  Texts are kept only with keep_texts.  ERR_NOMATCH names a run that does
 * not exist.
 */
int load_codes(struct db *db, const char *const *names, size_t n_names, bool keep_texts,
               struct arena *arena, struct code_set *out, struct err *err);

#endif
