#include "src/cli/capture.h"

#include <string.h>

#include "analysis/study/study.h"
#include "reports/report/report_source.h"
#include "src/table/table.h"

void capture_table(struct capture *c, const struct table *t)
{
    if (c->n_tables++ == 0)
        *c->out = *t;
}

/* --runs means the same as --run. */
static bool is_same_option(const char *asked, const char *given)
{
    return strcmp(asked, given) == 0 || (strcmp(asked, "runs") == 0 && strcmp(given, "run") == 0);
}

bool capture_names(const struct capture *c, const char *option, const char *const **out,
                   size_t *out_n)
{
    for (size_t i = 0; c != NULL && i < c->ask->n_names; i++) {
        const struct report_names *names = &c->ask->names[i];
        if (!is_same_option(option, names->option))
            continue;
        *out = names->names;
        *out_n = names->n;
        return true;
    }
    return false;
}

bool capture_is_shared(const struct capture *c, const struct study *s)
{
    return c != NULL && c->ask->study != NULL && s->runs == c->ask->study->runs;
}

bool capture_study(const struct capture *c, const char *const *names, size_t n, struct study *out)
{
    const struct study *s = c == NULL ? NULL : c->ask->study;
    if (s == NULL || s->n_runs != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(s->runs[i].name, names[i]) != 0)
            return false;
    }
    *out = *s;
    return true;
}
