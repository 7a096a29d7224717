#define _GNU_SOURCE
#include "src/eval/cuda/driver/cuda_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"

static const char *const folders[] = {
    "/usr/local/cuda/lib64",
    "/usr/local/cuda/extras/CUPTI/lib64",
    "/usr/local/nvidia/lib64",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib64",
    "/usr/lib/wsl/lib",
};

static void *open_in(const char *folder, const char *name)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    return n > 0 && (size_t)n < sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static void *open_home(const char *name)
{
    char folder[PATH_MAX - 64];
    const char *home = getenv("ROLLBOOK_CUDA_HOME");
    if (home == NULL || home[0] == '\0')
        return NULL;
    snprintf(folder, sizeof folder, "%s/lib64", home);
    return open_in(folder, name);
}

void *library_open(const char *const *names)
{
    void *library = NULL;
    for (; *names != NULL && library == NULL; names++) {
        library = open_home(*names);
        if (library == NULL)
            library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        for (size_t i = 0; i < ARRAY_LEN(folders) && library == NULL && **names != '/'; i++)
            library = open_in(folders[i], *names);
    }
    return library;
}

void library_file(const void *library, const char *symbol, char *out, size_t size)
{
    Dl_info info;
    union {
        const void *in;
        void *out;
    } handle = { .in = library };
    void *address = dlsym(handle.out, symbol);
    bool known = address != NULL && dladdr(address, &info) != 0 && info.dli_fname != NULL;
    snprintf(out, size, "%s", known ? info.dli_fname : "");
}
