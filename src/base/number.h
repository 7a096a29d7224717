/*
 * number.h - numbers as text: functions write at most NUMBER_ROOM bytes to out, without an end
 * mark, and return how many.
 */
#ifndef ROLLBOOK_BASE_NUMBER_H
#define ROLLBOOK_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#define NUMBER_ROOM 40

size_t number_put_u64(char *out, uint64_t v);
/* Shortest decimal that reads back as the same double ("0.1"), or "nan", "inf", "-inf". */
size_t number_put_shortest(char *out, double v);
/* At most decimals (up to 6) decimals, the last one not 0; |v| < 10^9. */
size_t number_put_fixed(char *out, double v, unsigned decimals);

#endif
