/*
 * http_limit.h - how many requests a server bears at a time.  Pure.
 *
 * Additive increase, multiplicative decrease: a full window of good answers allows one more, an
 * overload halves it.  A window with a mean latency far beyond the best means queueing at the
 * server: it shrinks gently, but not below its start, since answers also differ in length.
 */
#ifndef ROLLBOOK_HTTP_HTTP_LIMIT_H
#define ROLLBOOK_HTTP_HTTP_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

struct http_limit {
    double window;  /* in [1, ceiling] */
    double ceiling; /* >= 1 */
    double best_ms; /* least mean of a window; NaN at first */
    double sum_ms;
    size_t n_answers;
    size_t until_next_cut; /* answers of the cut window */
};

void http_limit_init(struct http_limit *l, size_t ceiling);
/* in_flight includes the answered request. */
void http_limit_answered(struct http_limit *l, double first_byte_ms, size_t in_flight);
void http_limit_overload(struct http_limit *l, size_t in_flight);
/* One more may go out. */
bool http_limit_allows(const struct http_limit *l, size_t in_flight);

#endif
