/*
 * cpu_compile.h - kernel file to object: source, cache, compiler process, scans.
 */
#ifndef ROLLBOOK_EVAL_CPU_CPU_COMPILE_H
#define ROLLBOOK_EVAL_CPU_CPU_COMPILE_H

struct arena;
struct artifact;
struct cache;
struct compile_spec;
struct err;
struct toolchain;

/* machine names compiler and processor; other machines' objects are not used. */
int cpu_compile(struct cache *cache, struct toolchain *tools, const char *machine,
                const struct compile_spec *spec, struct arena *a, struct artifact *out,
                struct err *err);

#endif
