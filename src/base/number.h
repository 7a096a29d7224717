/*
 * number.h - numbers as text: each function writes to out, without an end mark, and returns how
 * many bytes it wrote; NUMBER_ROOM bytes are room for all.
 */
#ifndef ROLLBOOK_BASE_NUMBER_H
#define ROLLBOOK_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#define NUMBER_ROOM 40

size_t number_put_u64(char *out, uint64_t v);
/* Shortest decimal that reads back as the same double ("0.1"); else "nan", "inf", "-inf". */
size_t number_put_shortest(char *out, double v);
/* At most this many decimals (6 or fewer), the last one not 0; |v| is below 10^9. */
size_t number_put_fixed(char *out, double v, unsigned decimals);

#endif
