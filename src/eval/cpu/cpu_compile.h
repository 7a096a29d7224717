/*
 * cpu_compile.h - kernel file to object: source, cache, compiler process, scans.
 */
#ifndef ROLLBOOK_EVAL_CPU_CPU_COMPILE_H
#define ROLLBOOK_EVAL_CPU_CPU_COMPILE_H

#include <limits.h>
#include <stdbool.h>

#include "src/eval/process/cpu_cache.h"
#include "src/eval/process/toolchain.h"

struct arena;
struct artifact;
struct compile_spec;
struct err;

struct cpu_compiler {
    struct cache cache;
    struct toolchain tools;
    char machine[512]; /* compiler and processor; other machines' objects are not used */
    /* The headers of every text, for timed and for checked runs; "": they are parsed each time. */
    struct precompiled {
        bool is_made; /* or that failed */
        char path[PATH_MAX];
    } precompiled[2];
};

int cpu_compile(struct cpu_compiler *c, const struct compile_spec *spec, struct arena *a,
                struct artifact *out, struct err *err);

#endif
