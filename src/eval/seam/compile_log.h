/*
 * compile_log.h - the one line of a compiler's log that says why.  Pure.
 */
#ifndef ROLLBOOK_EVAL_SEAM_COMPILE_LOG_H
#define ROLLBOOK_EVAL_SEAM_COMPILE_LOG_H

struct arena;

/* The first error, with the line of the kernel file; text of the arena or static. */
const char *compile_log_first_error(const char *log, struct arena *a);

#endif
