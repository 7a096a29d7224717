/*
 * trace.h - a command's time by stage, on standard error.
 *
 * Without ROLLBOOK_TRACE nothing is read or printed.  Its value "device" makes backends wait for
 * queued work at the end of a stage: sums are then true of the parts and too long for the whole.
 * One thread.
 */
#ifndef ROLLBOOK_BASE_TRACE_H
#define ROLLBOOK_BASE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

bool trace_is_on(void);
bool trace_waits(void);
/* 0 when off. */
int64_t trace_start(void);
/* stage is a literal. */
void trace_stop(const char *stage, int64_t start_ns);
void trace_add(const char *stage, int64_t ns);
/* Prints stages in the order of their first use and forgets them. */
void trace_print(const char *title);

#endif
