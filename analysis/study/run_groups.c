#include "analysis/study/run_groups.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

bool study_is_judged(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    bool correct = false;
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++) {
            if (!isnan(s->rollouts[i].speedup))
                return true;
            correct = correct || s->rollouts[i].correct;
        }
    }
    return !correct;
}

const char *study_why_unjudged(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++) {
            if (s->rollouts[i].correct && !isnan(s->rollouts[i].runtime_us))
                return "no baseline for its correct samples";
        }
    }
    return "its correct samples have no runtime, so no baseline can judge them";
}

static bool is_replicate(const struct study_run *a, const struct study_run *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && strcmp(a->model, b->model) == 0 &&
           strcmp(a->model_revision, b->model_revision) == 0 && strcmp(a->begins, b->begins) == 0 &&
           a->k == b->k && a->n_steps == b->n_steps &&
           ((isnan(a->temperature) && isnan(b->temperature)) ||
            fabs(a->temperature - b->temperature) < 1e-12) &&
           a->has_seed && b->has_seed && a->seed != b->seed && a->n_cells == b->n_cells;
}

static bool joins(const struct study *s, const struct run_group *g, size_t run)
{
    if (s->apart)
        return false;
    for (size_t i = 0; i < g->set.n_runs; i++) {
        if (!is_replicate(&s->runs[g->set.runs[i]], &s->runs[run]))
            return false;
    }
    return true;
}

static const char *group_name(struct arena *a, const struct study *s, const struct run_groups *all,
                              const struct run_group *g)
{
    const struct study_run *r = &s->runs[g->set.runs[0]];
    if (g->set.n_runs == 1)
        return r->name;
    bool models = false, sizes = false;
    for (size_t i = 0; i < all->n; i++) {
        const struct study_run *o = &s->runs[all->items[i].set.runs[0]];
        models = models || strcmp(o->model, r->model) != 0;
        sizes = sizes || (strcmp(o->strategy, r->strategy) == 0 && o->k != r->k);
    }
    const char *name = models && r->model[0] != '\0'
                           ? arena_printf(a, "%s %s", r->model, r->strategy)
                           : r->strategy;
    if (r->begins[0] != '\0')
        name = arena_printf(a, "%s after %s", name, r->begins);
    if (sizes && r->k > 0)
        name = arena_printf(a, "%s, K = %d", name, r->k);
    return arena_printf(a, "%s (%zu seeds)", name, g->set.n_runs);
}

struct run_groups run_groups_of(struct arena *a, const struct study *s, bool judged)
{
    struct run_groups out = { arena_array(a, s->n_runs + 1, sizeof(*out.items)), 0 };
    size_t **runs = arena_array(a, s->n_runs + 1, sizeof(*runs));
    for (size_t run = 0; run < s->n_runs; run++) {
        size_t g = 0;
        if (judged && !study_is_judged(s, run))
            continue;
        while (g < out.n && !joins(s, &out.items[g], run))
            g++;
        struct run_group *group = &out.items[g];
        if (g == out.n) {
            runs[g] = arena_array(a, s->n_runs, sizeof(**runs));
            *group = (struct run_group){ .set = { s, runs[g], 0 },
                                         .adaptive = study_is_adaptive(&s->runs[run]) };
            out.n++;
        }
        runs[g][group->set.n_runs++] = run;
        group->n_rollouts += s->runs[run].n_rollouts;
    }
    for (size_t g = 0; g < out.n; g++)
        out.items[g].name = group_name(a, s, &out, &out.items[g]);
    return out;
}

/* A backslash keeps the = after it from being the separator. */
static char *cut_method(char *item, char **run)
{
    char *to = item;
    char *method = NULL;
    for (char *from = item; *from != '\0'; from++) {
        if (from[0] == '\\' && from[1] == '=') {
            *to++ = *++from;
        } else if (*from == '=' && method == NULL) {
            method = item;
            *to++ = '\0';
            item = to;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    *run = item;
    return method;
}

struct named_run {
    const char *method;
    const char *run;
};

static int read_list(const char *text, struct arena *a, struct named_run **out, size_t *out_n,
                     struct err *err)
{
    char **items = NULL;
    size_t n = str_split_names(a, text, &items);
    size_t n_methods = 0;
    struct named_run *list = arena_array(a, n + 1, sizeof(*list));
    for (size_t i = 0; i < n; i++) {
        char *run = NULL;
        const char *method = cut_method(items[i], &run);
        if (method == NULL && i == 0)
            return err_set(err, ERR_USAGE, "--methods: '%s' is not NAME=RUN[,RUN...]", run);
        for (size_t j = 0; j < i; j++) {
            if (strcmp(list[j].run, run) == 0)
                return err_set(err, ERR_USAGE, "--methods: run %s is named twice", run);
            if (method != NULL && strcmp(list[j].method, method) == 0)
                return err_set(err, ERR_USAGE, "--methods: method %s is named twice", method);
        }
        n_methods += method != NULL;
        list[i] = (struct named_run){ method == NULL ? list[i - 1].method : method, run };
        if (list[i].method[0] == '\0' || run[0] == '\0')
            return err_set(err, ERR_USAGE, "--methods: an empty name in '%s'", text);
    }
    if (n_methods < 2)
        return err_set(err, ERR_USAGE, "--methods: '%s' names one method, which needs another",
                       text);
    *out = list;
    *out_n = n;
    return 0;
}

int run_groups_read(const char *text, struct arena *a, const char *const **out_runs, size_t *out_n,
                    struct err *err)
{
    struct named_run *list = NULL;
    size_t n = 0;
    int rc = read_list(text, a, &list, &n, err);
    if (rc < 0)
        return rc;
    const char **runs = arena_array(a, n, sizeof(*runs));
    for (size_t i = 0; i < n; i++)
        runs[i] = list[i].run;
    *out_runs = runs;
    *out_n = n;
    return 0;
}

/* A strategy that samples nothing is no method; all when none samples. */
static struct run_groups without_empty(struct run_groups g)
{
    size_t kept = 0;
    for (size_t i = 0; i < g.n; i++)
        if (g.items[i].n_rollouts > 0)
            g.items[kept++] = g.items[i];
    return (struct run_groups){ g.items, kept > 0 ? kept : g.n };
}

int run_groups_named(const char *text, const struct study *s, struct arena *a,
                     struct run_groups *out, struct err *err)
{
    struct named_run *list = NULL;
    size_t n = 0;
    if (text == NULL) {
        *out = without_empty(run_groups_of(a, s, true));
        return 0;
    }
    int rc = read_list(text, a, &list, &n, err);
    if (rc < 0)
        return rc;
    struct run_groups g = { arena_array(a, n, sizeof(*g.items)), 0 };
    size_t *runs = arena_array(a, n, sizeof(*runs));
    for (size_t i = 0; i < n; i++) {
        size_t run = 0;
        while (run < s->n_runs && strcmp(s->runs[run].name, list[i].run) != 0)
            run++;
        if (run == s->n_runs)
            return err_set(err, ERR_NOMATCH, "there is no run %s", list[i].run);
        if (i == 0 || list[i].method != list[i - 1].method)
            g.items[g.n++] = (struct run_group){ list[i].method, { s, runs + i, 0 }, false, 0 };
        struct run_group *group = &g.items[g.n - 1];
        runs[i] = run;
        group->set.n_runs++;
        group->n_rollouts += s->runs[run].n_rollouts;
        group->adaptive = group->adaptive || study_is_adaptive(&s->runs[run]);
    }
    *out = g;
    return 0;
}

static bool has_task(const struct run_set *set, size_t task)
{
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_cell *c = study_cell_find(set->study, set->runs[i], task);
        if (c != NULL && c->count > 0)
            return true;
    }
    return false;
}

size_t run_groups_common(const struct run_groups *g, size_t *out)
{
    size_t n = 0;
    for (size_t t = 0; g->n > 0 && t < g->items[0].set.study->n_tasks; t++) {
        bool all = true;
        for (size_t m = 0; m < g->n && all; m++)
            all = has_task(&g->items[m].set, t);
        if (all)
            out[n++] = t;
    }
    return n;
}
