#include "src/cli/passed_over.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

void passed_over_add(struct passed_over *p, const char *path)
{
    /* With its dot; "": none, or too long for a kind. */
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash == NULL ? path : slash, '.');
    const char *ending = dot == NULL || strlen(dot) >= PASSED_OVER_ENDING ? "" : dot;
    size_t i = 0;
    p->n++;
    while (i < p->n_kinds && strcmp(p->kinds[i].ending, ending) != 0)
        i++;
    if (*ending == '\0' || i == PASSED_OVER_KINDS)
        return;
    if (i == p->n_kinds)
        memcpy(p->kinds[p->n_kinds++].ending, ending, strlen(ending) + 1);
    p->kinds[i].n++;
}

static int by_number(const void *a, const void *b)
{
    const struct passed_over_kind *x = a;
    const struct passed_over_kind *y = b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : strcmp(x->ending, y->ending);
}

const char *passed_over_text(struct arena *a, struct passed_over *p)
{
    struct buf out = { 0 };
    size_t others = p->n;
    qsort(p->kinds, p->n_kinds, sizeof(p->kinds[0]), by_number);
    for (size_t i = 0; i < p->n_kinds; i++) {
        buf_printf(&out, "%s%zu %s", i == 0 ? "" : ", ", p->kinds[i].n, p->kinds[i].ending);
        others -= p->kinds[i].n;
    }
    if (others > 0)
        buf_printf(&out, "%s%zu other", out.len == 0 ? "" : ", ", others);
    const char *text = arena_strdup(a, buf_text(&out));
    buf_release(&out);
    return text;
}
