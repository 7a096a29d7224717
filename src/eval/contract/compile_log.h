/*
 * compile_log.h - the one line of a compiler's log that says why.  Pure.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_COMPILE_LOG_H
#define ROLLBOOK_EVAL_CONTRACT_COMPILE_LOG_H

#include <stdbool.h>

struct arena;

/* The first error, with the line of the kernel file; text of the arena or static. */
const char *compile_log_first_error(const char *log, struct arena *a);
/* Whether an error of the text is among its words, rather than one of the compiler's surroundings:
 * that it was killed, found no memory or no file of its own. */
bool compile_log_names_error(const char *log);

#endif
