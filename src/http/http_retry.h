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

#endif
