/*
 * clock.h - time, for measuring and for stamps.
 */
#ifndef ROLLBOOK_BASE_CLOCK_H
#define ROLLBOOK_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_monotonic_ns(void);
int64_t clock_unix_s(void); /* seconds since 1970-01-01 00:00 UTC */
int64_t clock_unix_us(void);
/* UTC, "2026-01-31T12:34:56Z". */
void clock_utc(char out[32]);
void clock_format_utc(int64_t unix_seconds, char out[32]);

#endif
