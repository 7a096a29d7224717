/*
 * http_retry.h - whether and when to send a request again.  Pure.
 */
#ifndef ROLLBOOK_HTTP_HTTP_RETRY_H
#define ROLLBOOK_HTTP_HTTP_RETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/http/http.h"

/* The same request may end otherwise next time. */
bool http_may_retry(const struct http_answer *a);

bool http_is_overload(const struct http_answer *a);

#define HTTP_BACKOFF_BASE_MS 500
#define HTTP_BACKOFF_CAP_MS  30000
#define HTTP_QUIET_CAP_MS    120000 /* of one request, for all */

/*
 * After attempt number attempt (from 1), in ms: base * 2^(attempt - 1), capped, times 0.5 + uniform
 * / 2 with uniform in [0, 1); at least what the server asks for.
 */
int64_t http_backoff_ms(int attempt, int64_t retry_after_ms, double uniform);

/* A Retry-After in seconds or as an HTTP date, as ms from now_s (Unix time); -1: neither. */
int64_t http_parse_retry_after(const char *value, size_t len, int64_t now_s);

/*
 * How many requests a server bears at a time.  Pure.
 *
 * Additive increase, multiplicative decrease: a full window of good answers allows one more, an
 * overload halves it.  A window with a mean latency far beyond the best means queueing at the
 * server: it shrinks gently, but not below its start, since answers also differ in length.
 */

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
