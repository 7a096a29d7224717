#include "src/http/http_limit.h"

#include <math.h>

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
