/*
 * toolchain.h - which g++, as and ld compile kernel files, and which files they need.
 *
 * Everything follows from the compiler that CXX or PATH names, wherever it is: it names its
 * programs, the loader names their libraries.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_TOOLCHAIN_H
#define ROLLBOOK_EVAL_PROCESS_TOOLCHAIN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;

#define TOOLCHAIN_MAX_PATHS 64

struct toolchain {
    char compiler[PATH_MAX], assembler[PATH_MAX], linker[PATH_MAX];
    char version[160];       /* first line of --version */
    char library_path[2048]; /* LD_LIBRARY_PATH; "": not set */
    size_t n_paths;
    char *paths[TOOLCHAIN_MAX_PATHS];
};

/* Finds compiler and version, no folders yet.  ERR_INTEGRITY says what was looked for where. */
int toolchain_find(struct toolchain *out, struct err *err);
/* Finds the other programs and all folders, once. */
int toolchain_complete(struct toolchain *t, struct err *err);
void toolchain_release(struct toolchain *t);

/* Text for the compiler's process, and back; the strings of out point into text. */
void toolchain_write(const struct toolchain *t, struct buf *out);
bool toolchain_read(char *text, struct toolchain *out);

/* Pure parts: the folders after "programs:" or "libraries:" of -print-search-dirs, and the
 * loader's list of files. */
typedef void (*toolchain_add_fn)(void *context, const char *path, size_t len);
void toolchain_search_dirs(const char *text, toolchain_add_fn add, void *context);
void toolchain_libraries(const char *text, toolchain_add_fn add, void *context);

#endif
