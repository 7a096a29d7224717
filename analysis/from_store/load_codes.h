/*
 * load_codes.h - kernels of runs from the database into a struct code_set.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CODES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CODES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct code_set;
struct db;
struct err;

/*
 * The last turn with code (the kernel file, else the extracted action) of every sample. ERR_NOMATCH
 * names a run that does not exist.
 */
int load_codes(struct db *db, const char *const *names, size_t n_names, bool keep_texts,
               struct arena *arena, struct code_set *out, struct err *err);

#endif
