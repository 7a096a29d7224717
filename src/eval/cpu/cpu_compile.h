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
    char machine[512];          /* compiler and processor; other machines' objects are not used */
    bool has_precompiled;       /* it was made, or that failed */
    char precompiled[PATH_MAX]; /* the headers of every text; "": they are parsed each time */
};

int cpu_compile(struct cpu_compiler *c, const struct compile_spec *spec, struct arena *a,
                struct artifact *out, struct err *err);

#endif
