/*
 * mutants_plan.c - bugs of the launch plan: a grid that is rounded down, swapped arguments, a
 * scratch buffer that is too small.
 */
#include <string.h>

#include "tasks/mutants/mutants_internal.h"

static const char *text_of(const struct scan *s, size_t first, size_t last)
{
    const struct lex_token *from = &s->tokens[first].t, *to = &s->tokens[last].t;
    return arena_strndup(s->a, s->text + from->start, to->start + to->len - from->start);
}

/* ceil_div(a, b) */
static void round_down(struct scan *s, size_t i)
{
    size_t open = i + 1, close = s->tokens[open].partner;
    for (size_t k = open + 1; k < close; k++) {
        if (scan_is(s, k, "("))
            k = s->tokens[k].partner;
        else if (scan_is(s, k, ",")) {
            scan_add(s, BUG_LAUNCH, "grid or size rounded down", i, close,
                     arena_printf(s->a, "max(1, (%s) / (%s))", text_of(s, open + 1, k - 1),
                                  text_of(s, k + 1, close - 1)));
            scan_add(s, BUG_LAUNCH, "one block or part left out", i, close,
                     arena_printf(s->a, "max(1, %s - 1)", text_of(s, i, close)));
            return;
        }
    }
}

/* The arguments i and i + 2. */
static void swap_arguments(struct scan *s, size_t i)
{
    if (scan_is_name(s, i) && scan_is(s, i + 1, ",") && scan_is_name(s, i + 2) &&
        (scan_is(s, i + 3, ",") || scan_is(s, i + 3, ")")))
        scan_add(s, BUG_LAUNCH, "arguments swapped", i, i + 2,
                 arena_printf(s->a, "%s, %s", text_of(s, i + 2, i + 2), text_of(s, i, i)));
}

static void mutate_launch(struct scan *s, size_t i)
{
    size_t open = i + 2;
    for (size_t k = open + 1; scan_is(s, open, "(") && k < s->tokens[open].partner; k++)
        if (k == open + 1 || scan_is(s, k - 1, ","))
            swap_arguments(s, k);
}

/* "grid=2 * n" and "block=256" */
static void mutate_size(struct scan *s, size_t i)
{
    size_t value = i + 2, end = value;
    while (end < s->n && s->tokens[end].t.region == LEX_PLAN &&
           s->tokens[end].t.kind != LEX_LINE_END && !scan_is(s, end + 1, "="))
        end++;
    if (end <= value)
        return;
    const char *text = text_of(s, value, end - 1);
    if (scan_is(s, i, "grid") && strchr(text, ',') == NULL)
        scan_add(s, BUG_LAUNCH, "half of the grid", value, end - 1,
                 arena_printf(s->a, "max(1, (%s) / 2)", text));
    if (scan_is(s, i, "block") && strchr(text, ',') == NULL)
        scan_add(s, BUG_LAUNCH, "half of the threads", value, end - 1,
                 arena_printf(s->a, "max(1, (%s) / 2)", text));
    if (scan_is(s, i, "smem"))
        scan_add(s, BUG_LAUNCH, "half of the shared memory", value, end - 1,
                 arena_printf(s->a, "(%s) / 2", text));
}

void mutants_plan(struct scan *s, size_t i)
{
    if (scan_is(s, i, "ceil_div") && scan_is(s, i + 1, "("))
        round_down(s, i);
    else if (scan_is(s, i, "launch") && scan_is_name(s, i + 1))
        mutate_launch(s, i);
    else if (scan_is(s, i + 1, "=") &&
             (scan_is(s, i, "grid") || scan_is(s, i, "block") || scan_is(s, i, "smem")))
        mutate_size(s, i);
    else if (scan_is(s, i, "scratch") && scan_is_name(s, i + 1) && scan_is(s, i + 3, "["))
        scan_insert(s, BUG_LAUNCH, "scratch buffer too small", s->tokens[i + 3].partner, " - 1");
}
