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
/* As many digits (at least 1, 17 at most) as %.*g writes, but no digit before the point is lost and
 * no exponent stands there below 10^15: "12346", not "1.235e+04". */
size_t number_put_rounded(char *out, double v, int digits);

struct arena;
char *number_rounded(struct arena *a, double v, int digits); /* with an end mark */

#endif
