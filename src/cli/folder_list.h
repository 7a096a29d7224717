/*
 * folder_list.h - a list of kernel files, gathered into a folder of KernelBench's names.
 *
 * A line is a path, from the list's folder on, and may go on with a blank and the problem
 * ("l1/19"). Without one the file's own name has level, problem and sample.  Files of a named
 * problem are samples in their order.  Empty lines and those that begin with '#' are left out.
 */
#ifndef ROLLBOOK_CLI_FOLDER_LIST_H
#define ROLLBOOK_CLI_FOLDER_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct folder_number {
    int level, problem;
};
/* The problems of a name; *out_n 0: there is none. */
struct folder_names {
    int (*find)(void *context, const char *name, struct arena *a, struct folder_number **out,
                size_t *out_n, struct err *err);
    void *context;
};

bool folder_list_is(const char *path); /* a regular file */
/* ERR_USAGE with line and reason: no file, no problem, two files of one sample, nothing at all.
 * level: of names without one; 0: they are errors.  names NULL: numbers alone. */
int folder_list_gather(const char *path, int level, const struct folder_names *names,
                       struct arena *a, const char **out_folder, struct err *err);
void folder_list_end(const char *folder); /* NULL is fine */

#endif
