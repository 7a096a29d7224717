/*
 * runner_compile.h - the compiler's process.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_RUNNER_COMPILE_H
#define ROLLBOOK_EVAL_PROCESS_RUNNER_COMPILE_H

/*
 * Turns dir/kernel.cpp into kernel.s, kernel.o and kernel.so inside a sandbox; messages of the
 * compiler go to dir/log.  The status tells where it ended.
 */
enum compile_exit {
    COMPILE_DONE = 0,
    COMPILE_REFUSED = 1,
    COMPILE_NO_COMPILER = 2, /* it could not be started */
    COMPILE_NO_SANDBOX = 3,
    COMPILE_TOOLS_FAILED = 4, /* assembler or linker */
    COMPILE_HOST_CODE = 5     /* refused after the compiler */
};
int runner_compile(const char *dir);
/* The same for a checked run: the object calls us before each load and store. */
int runner_compile_checked(const char *dir);
/* Turns dir/COMPILE_COMMON, which kernel.cpp includes, into dir/COMPILE_COMMON_DONE, which spares
 * the compiler the parsing. */
int runner_precompile(const char *dir);
int runner_precompile_checked(const char *dir);

#define COMPILE_COMMON      "common.h"
#define COMPILE_COMMON_DONE COMPILE_COMMON ".gch"

/* The flags that decide code and numerics, for people. */
extern const char compile_flags_text[];
/* The whole command, NULL at the end; part of every cache key. */
extern const char *const compile_argv[];
/* Replaces the last flags of a checked run. */
extern const char *const compile_checked_argv[];

#endif
