/*
 * toolchain.h - which g++, as and ld compile kernel files, and which files they need.
 *
 * Everything follows from the compiler that CXX or PATH names, wherever it is installed: its own
 * programs by its word, their libraries by the loader's.
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
    char library_path[2048]; /* LD_LIBRARY_PATH of the tools; "" when not set */
    size_t n_paths;
    char *paths[TOOLCHAIN_MAX_PATHS]; /* folders that are read */
};

/* The compiler and its version; no folders yet.  ERR_INTEGRITY says what was looked for where. */
int toolchain_find(struct toolchain *out, struct err *err);
/* The other programs and all folders, once. */
int toolchain_complete(struct toolchain *t, struct err *err);
void toolchain_release(struct toolchain *t);

/* As text for the compiler's process, and back; strings of the second live in text. */
void toolchain_write(const struct toolchain *t, struct buf *out);
bool toolchain_read(char *text, struct toolchain *out);

/* Pure parts.  The folders after "programs:" or "libraries:" of -print-search-dirs, and the files
 * that the loader lists, each given to add. */
typedef void (*toolchain_add_fn)(void *context, const char *path, size_t len);
void toolchain_search_dirs(const char *text, toolchain_add_fn add, void *context);
void toolchain_libraries(const char *text, toolchain_add_fn add, void *context);

#endif
