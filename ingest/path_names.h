/*
 * path_names.h - what the path of a file says: the level of its tasks, the name of its run.
 */
#ifndef ROLLBOOK_INGEST_PATH_NAMES_H
#define ROLLBOOK_INGEST_PATH_NAMES_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

#define PATH_MAX_LEVEL 9

/* A folder ends with a slash, so that its content stands "beside".  NULL for "-" and missing
 * files. */
const char *path_absolute(struct arena *a, const char *path);
/* '*' in the pattern stands for any text. */
bool path_name_fits(const char *pattern, const char *name);
/* 0: none or several. */
int path_level(const char *path);
/* What the file's name, or else one of the nearest folders', says: "step_3" and "seed42"; -1 none.
 */
int path_step(const char *path);
int64_t path_seed(const char *path);
/* The strategy in it, as runs made here are called ("best_of_n" is best-of-n); NULL none. */
const char *path_strategy(const char *path);
/* A strategy under one of the names that people give it; NULL for another text. */
const char *path_strategy_of_name(const char *name);
/* Name of the folder that the file lies in, or of the one above where that is a part of it
 * ("level_1", "step_3"); one that is a seed alone has the name above in front ("ttt/seed42").  NULL
 * when there is none. */
const char *path_folder_name(struct arena *a, const char *path);
/* The name of the file without folders, extension and what names a part of a run ("step_3", and
 * "level_1_problem_2" with levels); "" when nothing else is in it. */
const char *path_run_stem(struct arena *a, const char *path, bool levels);
/* Without folders and extension; "" for "-". */
const char *path_stem(struct arena *a, const char *path);

#endif
