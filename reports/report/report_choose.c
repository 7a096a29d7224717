/*
 * report_choose.c - which runs a report is about.
 */
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "reports/report/report_job.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

static const char *strategies_text(const struct report_job *j)
{
    struct buf text = { 0 };
    for (size_t i = 0; j->plan->strategies[i] != NULL; i++)
        buf_printf(&text, "%s%s", i > 0 ? " or " : "", j->plan->strategies[i]);
    const char *out = arena_strdup(j->arena, buf_text(&text));
    buf_release(&text);
    return out;
}

/* In the order of strategy, then id. */
static int candidate_names(struct report_job *j, const char ***out, size_t *out_n, struct err *err)
{
    static const char *const any[] = { NULL, NULL };
    bool all = j->plan->strategies == NULL;
    const char *const *strategies = all ? any : j->plan->strategies;
    const char **names = NULL;
    size_t total = 0;
    for (size_t s = 0; s == 0 || strategies[s] != NULL; s++) {
        const char *const *list = NULL;
        size_t n = 0;
        struct err none = { 0 };
        int rc = load_run_names(j->figures.db, strategies[s], j->arena, &list, &n, &none);
        if (rc < 0 && rc != ERR_NOMATCH)
            return err_set(err, (enum err_code)rc, "%s", none.msg);
        const char **more = arena_array(j->arena, total + n + 1, sizeof(*more));
        if (total > 0)
            memcpy(more, names, total * sizeof(*more));
        if (n > 0)
            memcpy(more + total, list, n * sizeof(*more));
        names = more;
        total += n;
    }
    if (total == 0 && all)
        return err_set(err, ERR_NODATA, "the database holds no run");
    if (total == 0)
        return err_set(err, ERR_NODATA, "there is no run of strategy %s", strategies_text(j));
    *out = names;
    *out_n = total;
    return 0;
}

/* The front page names the incomplete ones. */
static void leave_out(struct report_job *j, const struct provenance *p, const char **names,
                      size_t *n)
{
    size_t kept = 0;
    j->left_out = arena_array(j->arena, *n + 1, sizeof(*j->left_out));
    for (size_t i = 0; i < p->n_runs; i++) {
        if (j->plan->needs_steps && p->runs[i].n_steps <= 0)
            continue;
        if (strcmp(p->runs[i].status, "complete") == 0)
            names[kept++] = p->runs[i].name;
        else
            j->left_out[j->n_left_out++] =
                arena_printf(j->arena, "%s (%s)", p->runs[i].name, p->runs[i].status);
    }
    *n = kept;
}

/* The same for runs that no run that adapts can be held against, unless all are. */
static int leave_out_unlike(struct report_job *j, const char **names, size_t *n, struct err *err)
{
    struct unlike_run *unlike = NULL;
    size_t n_unlike = 0, kept = 0;
    int rc = load_unlike_runs(j->figures.db, names, *n, j->arena, &unlike, &n_unlike, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < *n; i++) {
        size_t k = 0;
        while (k < n_unlike && strcmp(unlike[k].name, names[i]) != 0)
            k++;
        if (k == n_unlike)
            names[kept++] = names[i];
        else
            j->left_out[j->n_left_out++] =
                arena_printf(j->arena, "%s (%s)", unlike[k].name, unlike[k].reason);
    }
    *n = kept;
    return 0;
}

static int check_strategies(const struct report_job *j, const struct provenance *p, struct err *err)
{
    for (size_t i = 0; j->plan->strategies != NULL && i < p->n_runs; i++) {
        bool fits = false;
        for (size_t s = 0; j->plan->strategies[s] != NULL; s++)
            fits = fits || strcmp(p->runs[i].strategy, j->plan->strategies[s]) == 0;
        if (!fits)
            return err_set(err, ERR_USAGE, "run %s is of strategy %s; this report is about %s",
                           p->runs[i].name, p->runs[i].strategy, strategies_text(j));
    }
    return 0;
}

static int check_number(const struct report_job *j, size_t n, struct err *err)
{
    const struct report_plan *plan = j->plan;
    if (n == 0 && j->n_left_out == 0)
        return err_set(err, ERR_NODATA, "no run adapts: there are no steps to follow");
    if (n == 0)
        return err_set(err, ERR_NODATA, "no run is complete; %s is left out: name it by --run",
                       j->left_out[0]);
    if (n < plan->least_runs)
        return err_set(err, j->o->n_runs > 0 ? ERR_USAGE : ERR_NODATA,
                       "report %s needs %zu runs, and there %s %zu", j->report->name,
                       plan->least_runs, n == 1 ? "is" : "are", n);
    if (plan->most_runs > 0 && n > plan->most_runs)
        return err_set(err, ERR_USAGE, "report %s is about %zu run%s: name %s by --run",
                       j->report->name, plan->most_runs, plan->most_runs == 1 ? "" : "s",
                       plan->most_runs == 1 ? "it" : "them");
    return 0;
}

static int check_twice(const struct report_options *o, struct err *err)
{
    for (size_t i = 0; i < o->n_runs; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(o->runs[i], o->runs[k]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", o->runs[i]);
        }
    }
    return 0;
}

int job_choose(struct report_job *j, struct err *err)
{
    const char **names = NULL;
    size_t n = j->o->n_runs;
    struct provenance all;
    int rc = n > 0 ? check_twice(j->o, err) : candidate_names(j, &names, &n, err);
    if (rc < 0)
        return rc;
    if (names == NULL) {
        names = arena_array(j->arena, n, sizeof(*names));
        memcpy(names, j->o->runs, n * sizeof(*names));
    }
    rc = load_provenance(j->figures.db, names, n, j->arena, &all, err);
    if (rc == 0)
        rc = check_strategies(j, &all, err);
    if (rc < 0)
        return rc;
    if (j->o->n_runs == 0)
        leave_out(j, &all, names, &n);
    if (j->o->n_runs == 0 && j->plan->against_adapted)
        rc = leave_out_unlike(j, names, &n, err);
    if (rc == 0)
        rc = check_number(j, n, err);
    j->figures.runs = names;
    j->figures.n_runs = n;
    return rc;
}
