#include "analysis/tables/fastp_samples.h"

#include <string.h>

#include "analysis/from_store/load_runtimes.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const struct speed_rule boa_rule = { 1.0, false, SPEED_MEAN };

/* A baseline of the source's claims comes before a stored one. */
static int select_claimed(const struct table_input *in, const struct fastp_choice *choice,
                          const char *baseline, const struct study *s, size_t run,
                          struct fastp_samples *sel, struct err *err)
{
    const char *asked = choice->null_as;
    sel->null_as = CLAIMED_NULL_FAIL;
    if (asked != NULL && !claimed_null_parse(asked, &sel->null_as))
        return err_set(err, ERR_USAGE, "--null-as: '%s' is not one of 1.0, drop, fail", asked);
    const struct claimed_of of = { s->runs[run].name, baseline, (int)choice->sample, choice->claims,
                                   sel->null_as };
    int rc = load_claimed(in->db, &of, in->arena, &sel->input, &sel->counts, err);
    if (rc < 0)
        return rc;
    sel->claimed = rc > 0;
    if (sel->claimed)
        sel->baseline_name = arena_strdup(in->arena, baseline);
    else if (asked != NULL || choice->claims)
        return err_set(err, ERR_USAGE, "%s: run %s has no speedups of its source against '%s'",
                       choice->claims ? "--claims" : "--null-as", s->runs[run].name, baseline);
    return 0;
}

/* --claims without --baseline: the only one that the source states speedups against. */
static int claimed_baseline(const struct table_input *in, const char *run, const char **out,
                            struct err *err)
{
    const char *names = "";
    *out = in->baseline;
    if (in->baseline != NULL)
        return 0;
    int rc = load_claimed_names(in->db, run, in->arena, &names, err);
    if (rc < 0)
        return rc;
    if (*names == '\0')
        return err_set(err, ERR_NODATA, "--claims: the source of run %s states no speedups", run);
    if (strchr(names, ',') != NULL)
        return err_set(err, ERR_USAGE,
                       "--claims: run %s has speedups against several baselines; name one by "
                       "--baseline: %s",
                       run, names);
    *out = names;
    return 0;
}

/* Names possible claims. */
static int need_speedups(const struct table_input *in, const struct study *s, size_t run,
                         struct err *err)
{
    const char *names = "";
    if (tables_has_speedups(s, run))
        return 0;
    int rc = load_claimed_names(in->db, s->runs[run].name, in->arena, &names, err);
    if (rc < 0 || *names == '\0')
        return rc < 0 ? rc : tables_need_speedups(s, run, err);
    return err_set(err, ERR_NODATA,
                   "run %s has speedups as its source gives them; name one by --baseline: %s",
                   s->runs[run].name, names);
}

int fastp_samples_select(const struct table_input *in, const struct fastp_choice *choice,
                         const struct study *s, size_t run, struct fastp_samples *out,
                         struct err *err)
{
    struct fastp_samples sel = { .baseline_name = s->runs[run].baseline,
                                 .hardware = s->runs[run].device };
    struct run_set set = tables_one_run(s, run, in->arena);
    int step = choice->step, sample = (int)choice->sample;
    int rc = tables_need_halves(s, run, step, err);
    const char *claimed = in->baseline;
    if (rc == 0 && choice->claims)
        rc = claimed_baseline(in, s->runs[run].name, &claimed, err);
    if (rc == 0 && claimed != NULL)
        rc = select_claimed(in, choice, claimed, s, run, &sel, err);
    if (rc == 0 && sel.claimed && in->precision_class != NULL)
        rc = err_set(err, ERR_USAGE, "--class: speedups that a source states have no class");
    if (rc < 0)
        return rc;
    if (claimed == NULL && choice->null_as != NULL)
        return err_set(err, ERR_USAGE, "--null-as: name the baseline by --baseline");
    if (in->baseline != NULL && !sel.claimed) {
        rc = load_run_baseline(in->db, in->baseline, in->baseline_hardware, &s->runs[run],
                               in->arena, &sel.baseline, err);
        if (rc < 0)
            return rc;
        sel.stored = true;
        sel.baseline_name = sel.baseline.name;
        sel.hardware = sel.baseline.hardware;
        fastp_from_baseline(
            &(struct fastp_of){ .step = step, .sample = sample, .boa_rule = boa_rule }, &set,
            &sel.baseline, in->arena, &sel.input);
    } else if (!sel.claimed) {
        rc = need_speedups(in, s, run, err);
        if (rc < 0)
            return rc;
        fastp_from_set(&(struct fastp_of){ .step = step, .sample = sample, .boa_rule = boa_rule },
                       &set, choice->value, in->arena, &sel.input);
    }
    if (!sel.claimed)
        rc = load_is_stated(in->db, s->runs[run].name, &sel.is_stated, err);
    if (rc < 0)
        return rc;
    if (sel.input.n_samples == 0)
        return err_set(
            err, ERR_NOMATCH,
            "run %s has no scored sample of this step, sample index and baseline; --step and "
            "--sample choose others",
            s->runs[run].name);
    *out = sel;
    return 0;
}

static void note_claims(struct table *t, const char *run, const struct fastp_choice *choice,
                        const struct fastp_samples *sel)
{
    static const char *const null_meaning[] = {
        [CLAIMED_NULL_ONE] = "counted as solved with speedup 1",
        [CLAIMED_NULL_DROP] = "left out, of the denominator too",
        [CLAIMED_NULL_FAIL] = "counted as failures",
    };
    const struct claimed_counts *n = &sel->counts;
    table_left_out(
        t,
        "run %s: speedup against %s as the source states it, of %zu correct samples; its "
        "%zu nulls: %s (--null-as %s)",
        run, sel->baseline_name, n->n_claimed, n->n_nulls, null_meaning[sel->null_as],
        claimed_null_name(sel->null_as));
    if (n->n_timed > 0)
        table_left_out(t,
                       "run %s: the speedups of %zu other correct samples follow from their times",
                       run, n->n_timed);
    if (n->n_both > 0)
        table_warning(t, "run %s: %zu correct samples have both: shown is %s", run, n->n_both,
                      choice->claims
                          ? "the source's own statement; without --claims it follows from the times"
                          : "from the times; --claims shows the source's own statement");
}

void fastp_samples_note(struct table *t, const struct study *s, size_t run,
                        const struct fastp_choice *choice, const struct fastp_samples *sel)
{
    const struct study_run *r = &s->runs[run];
    const struct fastp_input *in = &sel->input;
    int step = choice->step;
    enum speed_value value = choice->value;
    if (sel->claimed)
        note_claims(t, r->name, choice, sel);
    else if (sel->stored)
        table_note(t,
                   "run %s: speedup = runtime of baseline %s (%s) / runtime of the sample; "
                   "benchmark: the %zu problems of that baseline at the run's level",
                   r->name, sel->baseline_name, sel->hardware, in->n_problems);
    else
        table_note(t,
                   "run %s: speedup against the baseline measured in each evaluation; benchmark: "
                   "the run's %zu tasks",
                   r->name, in->n_problems);
    if (sel->is_stated && in->n_untimed > 0 && value != SPEED_INTERVAL)
        table_warning(t,
                      "run %s: %zu correct samples have no time and count as not fast. Its source "
                      "states speedups; --claims shows them",
                      r->name, in->n_untimed);
    else if (sel->is_stated)
        table_warning(
            t,
            "run %s: its source states speedups as well; --claims shows them instead of the "
            "ratio of the times",
            r->name);
    if (study_is_adaptive(r))
        table_note(t, "run %s: samples of %s", r->name, tables_step_text(step, t->arena));
    if (in->n_absent > 0)
        table_left_out(t, "run %s: %zu problems are absent from the run", r->name, in->n_absent);
    if (in->n_undrawn > 0)
        table_left_out(t, "run %s: %zu tasks are left out: they have no scored sample of %s",
                       r->name, in->n_undrawn, tables_step_text(step, t->arena));
    if (in->n_untimed > 0)
        table_note(
            t,
            "run %s: %zu correct samples have %s and count as slow at every p; if all of them "
            "were fast, fast_p would be %.1f points higher",
            r->name, in->n_untimed,
            value == SPEED_INTERVAL ? "no interval" : "no runtime or no baseline",
            100.0 * (double)in->n_untimed / (double)(in->n_samples + in->n_absent));
    if (in->n_unmeasured > 0)
        table_left_out(t, "run %s: %zu problems whose baseline was not measured are left out",
                       r->name, in->n_unmeasured);
    if (in->n_foreign > 0)
        table_left_out(t, "run %s: %zu samples of problems without a baseline runtime are left out",
                       r->name, in->n_foreign);
    if (sel->stored)
        tables_note_hardware(t, &sel->baseline, r);
}
