/*
 * ttt_vs_bon_data.c - the analyses.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "reports/report/ttt_vs_bon.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static struct run_set make_set(struct ttt_data *t, const char *strategy)
{
    const struct study *s = t->study;
    size_t *index = arena_array(t->arena, s->n_runs + 1, sizeof(*index)), n = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        if (strcmp(s->runs[i].strategy, strategy) == 0)
            index[n++] = i;
    }
    return (struct run_set){ s, index, n };
}

static size_t rollouts_of(const struct run_set *set)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n_runs; i++)
        n += set->study->runs[set->runs[i]].n_rollouts;
    return n;
}

static ttt_reason keep_reason(struct ttt_data *t, const struct err *err)
{
    return arena_strdup(t->arena, err->msg[0] != '\0' ? err->msg : "not enough data");
}

static void analyse_pair(struct ttt_data *t, struct figure_source *source)
{
    struct err err = { 0 }, why = { 0 };
    if (figure_source_equivalent(source, &t->bon, &t->ttt, t->equivalent, &err) < 0)
        t->no_equivalent = keep_reason(t, &err);
    if (figure_source_compare(source, &t->bon, &t->ttt, &t->compare, &why) < 0)
        t->no_compare = keep_reason(t, &why);
}

static void analyse_trajectories(struct ttt_data *t, struct figure_source *source)
{
    t->trajectories = arena_array(t->arena, t->ttt.n_runs, sizeof(*t->trajectories));
    for (size_t i = 0; i < t->ttt.n_runs; i++) {
        struct err err = { 0 };
        struct run_set one = { t->study, &t->ttt.runs[i], 1 };
        if (figure_source_trajectory(source, &one, &t->trajectories[i], &err) < 0)
            t->trajectories[i] = (struct trajectory){ 0 };
    }
}

static int check_sets(const struct ttt_data *t, struct err *err)
{
    const struct run_set *sets[] = { &t->bon, &t->ttt };
    static const char *const names[] = { "best-of-n", "ttt" };
    for (size_t i = 0; i < 2; i++) {
        if (sets[i]->n_runs == 0)
            return err_set(err, ERR_NODATA,
                           "no run of strategy %s: a comparison needs runs of best-of-n and of "
                           "ttt, and there are only %zu of %s",
                           names[i], sets[1 - i]->n_runs, names[1 - i]);
        if (rollouts_of(sets[i]) == 0)
            return err_set(err, ERR_NODATA, "the runs of strategy %s hold no scored rollout",
                           names[i]);
    }
    return 0;
}

int ttt_prepare(struct report_job *j, struct err *err)
{
    struct ttt_data *t = arena_alloc(j->arena, sizeof(*t));
    t->arena = j->arena;
    t->study = j->study;
    t->provenance = j->provenance;
    t->rule = j->figures.rule;
    t->bon = make_set(t, "best-of-n");
    t->ttt = make_set(t, "ttt");
    int rc = check_sets(t, err);
    if (rc < 0)
        return rc;
    struct err why = { 0 };
    analyse_pair(t, &j->figures);
    analyse_trajectories(t, &j->figures);
    rc = load_run_declarations(j->figures.db, j->figures.runs, j->figures.n_runs, j->arena,
                               &t->declared, &t->n_declared, err);
    if (rc < 0)
        return rc;
    if (figure_source_selection(&j->figures, &t->bon, &t->selection, &why) < 0)
        t->no_selection = keep_reason(t, &why);
    j->own = t;
    return 0;
}
