#include "src/http/http_retry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

/* The same request may succeed after these. */
static const int passing[] = { 408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529 };

/* With these words in the body the answer is final. */
static const char *const final_words[] = {
    "insufficient_quota",  "billing_hard_limit_reached", "context_length_exceeded",
    "exceed_context_size", "maximum context length",
};

static bool is_passing(int status)
{
    for (size_t i = 0; i < ARRAY_LEN(passing); i++)
        if (passing[i] == status)
            return true;
    return false;
}

static bool says_final(const struct http_answer *a)
{
    for (size_t i = 0; i < ARRAY_LEN(final_words); i++)
        if (strstr(a->body, final_words[i]) != NULL)
            return true;
    return false;
}

bool http_may_retry(const struct http_answer *a)
{
    switch (a->end) {
    case HTTP_ANSWERED:
        return is_passing(a->status) && !says_final(a);
    case HTTP_NO_CONNECTION:
    case HTTP_TIMED_OUT:
    case HTTP_CUT:
    case HTTP_FAILED:
        return true;
    case HTTP_TOO_LARGE:
    case HTTP_UNTRUSTED:
        return false;
    }
    return false;
}

bool http_is_overload(const struct http_answer *a)
{
    return a->end == HTTP_ANSWERED && (a->status == 429 || a->status == 503 || a->status == 529);
}

int64_t http_backoff_ms(int attempt, int64_t retry_after_ms, double uniform)
{
    double wait = HTTP_BACKOFF_BASE_MS;
    for (int i = 1; i < attempt && wait < HTTP_BACKOFF_CAP_MS; i++)
        wait *= 2;
    wait = fmin(wait, HTTP_BACKOFF_CAP_MS) * (0.5 + uniform / 2);
    return (int64_t)fmax(wait, (double)retry_after_ms);
}

/* Days since 1970-01-01, Gregorian (H.  Hinnant, chrono algorithms). */
static int64_t days_of(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

static int month_of(const char *name)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int i = 0; i < 12; i++)
        if (memcmp(names + (size_t)i * 3, name, 3) == 0)
            return i + 1;
    return 0;
}

/* -1: not n digits. */
static int digits(const char *text, size_t n)
{
    int v = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        v = v * 10 + (text[i] - '0');
    }
    return v;
}

/* "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7); -1: none. */
static int64_t parse_date(const char *s, size_t len)
{
    if (len != 29 || memcmp(s + 25, " GMT", 4) != 0)
        return -1;
    int day = digits(s + 5, 2);
    int month = month_of(s + 8);
    int year = digits(s + 12, 4);
    int hour = digits(s + 17, 2);
    int minute = digits(s + 20, 2);
    int second = digits(s + 23, 2);
    if (day < 1 || month < 1 || year < 1970 || hour < 0 || minute < 0 || second < 0)
        return -1;
    return days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
}

int64_t http_parse_retry_after(const char *value, size_t len, int64_t now_s)
{
    char text[32];
    char *end = NULL;
    while (len > 0 && value[0] == ' ') {
        value++;
        len--;
    }
    while (len > 0 && is_space(value[len - 1]))
        len--;
    if (len == 0 || len >= sizeof(text))
        return -1;
    memcpy(text, value, len);
    text[len] = '\0';
    int64_t at = parse_date(text, len);
    if (at >= 0)
        return at > now_s ? (at - now_s) * 1000 : 0;
    double seconds = strtod(text, &end);
    if (*end != '\0' || !(seconds >= 0) || text[0] < '0' || text[0] > '9')
        return -1;
    return (int64_t)(fmin(seconds, 1e9) * 1000);
}

#define START        8.0
#define LATE         4.0 /* times the best latency */
#define CUT_OVERLOAD 0.5
#define CUT_LATE     0.8

void http_limit_init(struct http_limit *l, size_t ceiling)
{
    double top = ceiling < 1 ? 1 : (double)ceiling;
    *l = (struct http_limit){
        .window = fmin(START, top),
        .ceiling = top,
        .best_ms = (double)NAN,
    };
}

/* One cut a window: earlier requests say nothing about it. */
static void cut(struct http_limit *l, double factor, double least, size_t in_flight)
{
    if (l->until_next_cut > 0)
        return;
    l->window = fmin(l->window, fmax(least, l->window * factor));
    l->until_next_cut = in_flight;
}

/* The window ends with this answer. */
static bool window_is_late(struct http_limit *l, double first_byte_ms)
{
    l->sum_ms += first_byte_ms;
    l->n_answers++;
    if ((double)l->n_answers < fmax(START, l->window))
        return false;
    double mean_ms = l->sum_ms / (double)l->n_answers;
    l->sum_ms = 0;
    l->n_answers = 0;
    if (isnan(l->best_ms) || mean_ms < l->best_ms)
        l->best_ms = mean_ms;
    return mean_ms > LATE * l->best_ms + 1;
}

void http_limit_answered(struct http_limit *l, double first_byte_ms, size_t in_flight)
{
    if (l->until_next_cut > 0)
        l->until_next_cut--;
    if (isnan(first_byte_ms))
        return;
    if (window_is_late(l, first_byte_ms))
        cut(l, CUT_LATE, START, in_flight);
    else if ((double)in_flight + 1 > l->window) /* an open window needs no more */
        l->window = fmin(l->ceiling, l->window + 1 / l->window);
}

void http_limit_overload(struct http_limit *l, size_t in_flight)
{
    cut(l, CUT_OVERLOAD, 1, in_flight);
    if (l->until_next_cut > 0)
        l->until_next_cut--;
}

bool http_limit_allows(const struct http_limit *l, size_t in_flight)
{
    return (double)in_flight + 1 <= l->window;
}
