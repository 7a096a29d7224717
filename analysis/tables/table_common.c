#include "analysis/tables/table_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_runtimes.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"
#include "src/base/str.h"

const char *const table_classes[] = { "fp32", "tf32", "half", NULL };
const char *const table_steps[] = { "boa", "all", NULL }; /* STEP_BOA, STEP_ALL */

int tables_check_level(double level, struct err *err)
{
    if (!(level > 0.0) || !(level < 1.0))
        return err_set(err, ERR_USAGE, "--confidence must be between 0 and 1");
    return 0;
}

static int choose_threads(int64_t asked, int *out, struct err *err)
{
    const char *named = getenv("ROLLBOOK_THREADS");
    int64_t n = asked;
    *out = 0;
    if (asked == 0 && (named == NULL || *named == '\0'))
        return 0;
    if (asked == 0 && !str_to_i64(named, &n))
        n = -1;
    if (n < 1 || n > PARALLEL_MOST)
        return err_set(err, ERR_USAGE, "--threads and ROLLBOOK_THREADS are 1 to %d", PARALLEL_MOST);
    *out = (int)n;
    return 0;
}

int tables_resampling(const struct table_resample *o, struct resampling *out, struct err *err)
{
    int threads = 0;
    if (o->replicates < 1 || o->replicates > 100000)
        return err_set(err, ERR_USAGE, "--replicates is 1 to 100000");
    int rc = tables_check_level(o->level, err);
    if (rc == 0)
        rc = choose_threads(o->threads, &threads, err);
    if (rc < 0)
        return rc;
    *out = (struct resampling){ o->level, (int)o->replicates, (uint64_t)o->seed, threads };
    return 0;
}

const char *const count_interval_names[] = { "wilson", "clopper-pearson", "jeffreys", NULL };

enum interval_kind tables_interval(enum count_interval interval)
{
    static const enum interval_kind kinds[] = { INTERVAL_WILSON, INTERVAL_CLOPPER_PEARSON,
                                                INTERVAL_JEFFREYS };
    return kinds[interval];
}

int tables_names(const struct table_input *in, const char *const **out, size_t *out_count,
                 struct err *err)
{
    if (in->runs.n == 0)
        return load_run_names(in->db, NULL, in->arena, out, out_count, err);
    *out = in->runs.items;
    *out_count = in->runs.n;
    return 0;
}

int tables_scored_names(const struct table_input *in, const char *const **out, size_t *out_count,
                        struct err *err)
{
    const char *left_out = "";
    if (in->runs.n > 0)
        return tables_names(in, out, out_count, err);
    int rc = load_scored_run_names(in->db, in->arena, out, out_count, &left_out, err);
    if (rc == 0 && *left_out != '\0' && in->remark != NULL)
        in->remark(in->remark_context,
                   arena_printf(in->arena, "left out, as no rollout of theirs has a verdict: %s",
                                left_out));
    return rc;
}

static bool is_loaded(const struct study *s, const char *const *names, size_t n)
{
    if (s == NULL || s->n_runs != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(s->runs[i].name, names[i]) != 0)
            return false;
    }
    return true;
}

static int rebase(const struct table_input *in, struct study *s, struct err *err)
{
    for (size_t i = 0; in->baseline != NULL && i < s->n_runs; i++) {
        struct baseline_table b;
        int rc = load_run_baseline(in->db, in->baseline, in->baseline_hardware, &s->runs[i],
                                   in->arena, &b, err);
        if (rc < 0)
            return rc;
        study_rebase(s, i, &b);
        s->runs[i].baseline = arena_printf(in->arena, "%s on %s", b.name,
                                           b.hardware[0] == '\0' ? "unnamed hardware" : b.hardware);
        if (in->remark != NULL && b.n_samples == 0 && strcmp(b.hardware, s->runs[i].device) != 0)
            in->remark(in->remark_context,
                       arena_printf(in->arena,
                                    "warning: baseline %s was measured on \"%s\", run %s on \"%s\"",
                                    b.name, b.hardware, s->runs[i].name,
                                    b.foreign[0] == '\0' ? s->runs[i].device : b.foreign));
    }
    return 0;
}

static void keep_class(const struct table_input *in, struct study *s)
{
    int class = 0;
    while (strcmp(table_classes[class], in->precision_class) != 0)
        class ++;
    struct study_classes out = study_keep_class(s, class + 1);
    if (in->remark != NULL)
        in->remark(in->remark_context,
                   arena_printf(in->arena,
                                "--class %s: %zu correct samples are less precise, and %zu have no "
                                "known class; they count as not correct",
                                in->precision_class, out.less_precise, out.unknown));
}

enum how_loaded {
    AGAINST = 1, /* the input's baseline, if any */
    HELD = 2,    /* study_keep_held */
    BY_RUN = 4,  /* one run's rollouts at a time, where the rest allows it */
    JUDGED = 8   /* named runs without speedups are left out as well */
};

static int load(const struct table_input *in, const char *const *names, size_t n, unsigned how,
                const struct study **out, struct err *err)
{
    bool against = (how & AGAINST) != 0 && in->baseline != NULL;
    if (in->precision_class == NULL && (how & HELD) != 0 && is_loaded(in->study, names, n)) {
        *out = in->study;
        return 0;
    }
    struct study *s = arena_alloc(in->arena, sizeof(*s));
    int rc = (how & BY_RUN) != 0 && !against && in->precision_class == NULL
                 ? load_study_by_run(in->db, names, n, in->arena, s, err)
                 : load_study(in->db, names, n, in->arena, s, err);
    if (rc == 0 && in->precision_class != NULL)
        keep_class(in, s);
    if (rc == 0 && (how & HELD) != 0 && s->window == NULL)
        study_keep_held(s, in->arena);
    if (rc == 0 && against)
        rc = rebase(in, s, err);
    *out = s;
    return rc;
}

int tables_load(const struct table_input *in, const char *const *names, size_t n,
                const struct study **out, struct err *err)
{
    return load(in, names, n, HELD, out, err);
}

int tables_load_against(const struct table_input *in, const char *const *names, size_t n,
                        const struct study **out, struct err *err)
{
    return load(in, names, n, AGAINST | HELD, out, err);
}

int tables_load_against_by_run(const struct table_input *in, const char *const *names, size_t n,
                               const struct study **out, struct err *err)
{
    return load(in, names, n, AGAINST | HELD | BY_RUN, out, err);
}

int tables_study(const struct table_input *in, const struct study **out, struct err *err)
{
    const char *const *names = NULL;
    size_t n = 0;
    int rc = tables_scored_names(in, &names, &n, err);
    return rc < 0 ? rc : load(in, names, n, HELD, out, err);
}

static const char *why_unjudged(const struct study *s, size_t run)
{
    return tables_has_runtimes(s, run) ? "no baseline for them; --baseline NAME uses a stored one"
                                       : "none of them has a runtime";
}

static int load_timed(const struct table_input *in, unsigned how, const struct study **out,
                      struct err *err)
{
    const char *const *names = NULL;
    struct buf CLEANUP(buf_release) left_out = { 0 };
    size_t n = 0, kept = 0;
    int rc = tables_scored_names(in, &names, &n, err);
    if (rc == 0)
        rc = load(in, names, n, how | HELD, out, err);
    if (rc < 0 || ((how & JUDGED) == 0 && (in->runs.n > 0 || in->baseline != NULL)))
        return rc;
    const char **timed = arena_array(in->arena, n + 1, sizeof(*timed));
    for (size_t i = 0; i < n; i++) {
        const struct study_window *w = (*out)->window;
        bool judged = w != NULL && w->judged[i];
        rc = judged ? 0 : study_see(*out, i, err);
        if (rc < 0)
            return rc;
        if (judged || tables_has_speedups(*out, i))
            timed[kept++] = names[i];
        else
            buf_printf(&left_out, "%s%s (%s)", left_out.len > 0 ? ", " : "", names[i],
                       why_unjudged(*out, i));
    }
    if (kept == 0 || kept == n)
        return 0;
    if (in->remark != NULL)
        in->remark(in->remark_context,
                   arena_printf(in->arena,
                                "left out, because no speedup of their correct samples is known: "
                                "%s",
                                buf_text(&left_out)));
    return load(in, timed, kept, how | HELD, out, err);
}

int tables_study_timed_by_run(const struct table_input *in, const struct study **out,
                              struct err *err)
{
    return load_timed(in, BY_RUN, out, err);
}

int tables_study_judged(const struct table_input *in, const struct study **out, struct err *err)
{
    int rc = load_timed(in, AGAINST | JUDGED, out, err);
    return rc < 0 ? rc : tables_need_all_speedups(*out, err);
}

int tables_study_judged_by_run(const struct table_input *in, const struct study **out,
                               struct err *err)
{
    int rc = load_timed(in, AGAINST | JUDGED | BY_RUN, out, err);
    return rc < 0 ? rc : tables_need_all_speedups(*out, err);
}

int tables_study_against(const struct table_input *in, const struct study **out, struct err *err)
{
    return load_timed(in, AGAINST, out, err);
}

int tables_study_against_by_run(const struct table_input *in, const struct study **out,
                                struct err *err)
{
    return load_timed(in, AGAINST | BY_RUN, out, err);
}

int tables_study_whole(const struct table_input *in, bool against, bool scored,
                       const struct study **out, struct err *err)
{
    const char *const *names = NULL;
    size_t n = 0;
    int rc = (scored ? tables_scored_names : tables_names)(in, &names, &n, err);
    return rc < 0 ? rc : load(in, names, n, against ? AGAINST : 0, out, err);
}

struct run_set tables_all_runs(const struct study *s, struct arena *arena)
{
    size_t *runs = arena_array(arena, s->n_runs, sizeof(*runs));
    for (size_t i = 0; i < s->n_runs; i++)
        runs[i] = i;
    return (struct run_set){ s, runs, s->n_runs };
}

struct run_set tables_one_run(const struct study *s, size_t run, struct arena *arena)
{
    size_t *runs = arena_array(arena, 1, sizeof(*runs));
    runs[0] = run;
    return (struct run_set){ s, runs, 1 };
}

int tables_numbers(const char *option, const char *text, struct arena *arena, double **out,
                   size_t *out_count, struct err *err)
{
    char **items = NULL;
    size_t n = str_split(arena, text, ',', &items);
    double *values = arena_array(arena, n, sizeof(*values));
    for (size_t i = 0; i < n; i++) {
        if (!str_to_double(items[i], &values[i]))
            return err_set(err, ERR_USAGE, "--%s: '%s' is not a number", option, items[i]);
    }
    *out = values;
    *out_count = n;
    return 0;
}

int tables_need_halves(const struct study *s, size_t run, int step, struct err *err)
{
    if (step != STEP_BOA || boa_has_halves(s, run))
        return 0;
    return err_set(err, ERR_NODATA,
                   "--step boa: run %s has no samples with even and with odd numbers, of which one "
                   "half chooses the step and the other is scored",
                   s->runs[run].name);
}

int tables_at_step(const struct study *s, int step, struct speed_rule rule, struct arena *arena,
                   struct step_samples *out, struct err *err)
{
    *out = (struct step_samples){ .study = s, .step = step };
    int rc = 0;
    for (size_t r = 0; r < s->n_runs && rc == 0; r++)
        rc = tables_need_halves(s, r, step, err);
    if (rc < 0 || step != STEP_BOA)
        return rc;
    struct boa_rollouts *b = arena_array(arena, 2, sizeof(*b));
    b[0] = boa_rollouts_of(s, rule, true, arena);
    b[1] = boa_rollouts_of(s, rule, false, arena);
    *out = (struct step_samples){ &b[0].study, STEP_ALL, b[0].from, &b[1].study, b[1].from };
    return 0;
}

void tables_note_in_sample(struct table *t, int step, const char *column)
{
    if (step == STEP_BOA)
        table_note(t,
                   "%s: the same on the rollouts that selected the step, so biased upwards; the "
                   "intervals ignore that all tasks share one selected step",
                   column);
}

const char *tables_step_text(int step, struct arena *arena)
{
    if (step == STEP_BOA)
        return "Best of Adaptation, held out: of each run those with even sample numbers at the "
               "step that those with odd ones choose, and the other way round";
    if (step == STEP_ALL)
        return "all steps";
    return arena_printf(arena, step == 0 ? "step %d (the unadapted policy)" : "step %d", step);
}

static bool has_correct(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        if (study_count_correct(s, &s->cells[r->first_cell + i], STEP_ALL).c > 0)
            return true;
    }
    return false;
}

bool tables_has_speedups(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t j = c->first; j < c->first + c->count; j++) {
            if (!isnan(s->rollouts[j].speedup))
                return true;
        }
    }
    return !has_correct(s, run);
}

bool tables_has_runtimes(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t j = c->first; j < c->first + c->count; j++) {
            if (s->rollouts[j].correct && !isnan(s->rollouts[j].runtime_us))
                return true;
        }
    }
    return false;
}

int tables_need_speedups(const struct study *s, size_t run, struct err *err)
{
    if (tables_has_speedups(s, run))
        return 0;
    return err_set(err, ERR_NODATA, "run %s has correct samples but %s", s->runs[run].name,
                   tables_has_runtimes(s, run)
                       ? "no baseline for any of them: name a stored one with --baseline"
                       : "none of them has a runtime: no baseline can judge them");
}

int tables_need_all_speedups(const struct study *s, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < s->n_runs; i++) {
        rc = study_see(s, i, err);
        if (rc == 0)
            rc = tables_need_speedups(s, i, err);
    }
    return rc;
}

bool tables_goes_on(const struct table_input *in, const struct study *s, size_t run,
                    const struct table *t, struct err *err)
{
    bool is_last = run + 1 == s->n_runs && t->n_rows == 0;
    if (err->code != ERR_NODATA || is_last || tables_has_speedups(s, run))
        return false;
    if (in->remark != NULL)
        in->remark(in->remark_context, arena_printf(in->arena, "left out: %s", err->msg));
    *err = (struct err){ 0 };
    return true;
}

static bool has_seed_of(const struct study *s, size_t a, size_t b)
{
    return s->runs[a].has_seed && s->runs[b].has_seed && s->runs[a].seed == s->runs[b].seed;
}

int tables_leave_unjudged(const struct table_input *in, struct run_set *sets, size_t n_sets,
                          bool paired, struct err *err)
{
    const struct study *s = sets[0].study;
    struct buf CLEANUP(buf_release) said = { 0 };
    bool *out = arena_array(in->arena, s->n_runs + 1, sizeof(*out));
    bool *odd = arena_array(in->arena, s->n_runs + 1, sizeof(*odd));
    bool several = false;
    for (size_t k = 0; k < n_sets; k++)
        several = several || sets[k].n_runs > 1;
    for (size_t r = 0; r < s->n_runs; r++) {
        odd[r] = out[r] = !tables_has_speedups(s, r);
        if (odd[r])
            buf_printf(&said, "%s%s (%s)", said.len > 0 ? ", " : "", s->runs[r].name,
                       why_unjudged(s, r));
    }
    for (size_t r = 0; paired && several && r < s->n_runs; r++) {
        for (size_t q = 0; q < s->n_runs && !out[r]; q++)
            out[r] = odd[q] && has_seed_of(s, q, r);
        if (out[r] && !odd[r])
            buf_printf(&said, ", %s (the run of the same seed is left out)", s->runs[r].name);
    }
    for (size_t k = 0; k < n_sets; k++) {
        size_t *kept = arena_array(in->arena, sets[k].n_runs + 1, sizeof(*kept)), n = 0;
        for (size_t i = 0; i < sets[k].n_runs; i++) {
            if (!out[sets[k].runs[i]])
                kept[n++] = sets[k].runs[i];
        }
        if (n == 0)
            return tables_need_all_speedups(s, err);
        sets[k].runs = kept;
        sets[k].n_runs = n;
    }
    if (said.len > 0 && in->remark != NULL)
        in->remark(in->remark_context,
                   arena_printf(in->arena,
                                "left out, because no speedup of their correct samples is known: "
                                "%s",
                                buf_text(&said)));
    return 0;
}

struct cell tables_real(struct table *t, double v, const char *reason)
{
    return isnan(v) ? cell_na(t, reason) : cell_real(v);
}

struct cell *tables_put_interval(struct table *t, struct cell *cells, struct interval ci,
                                 enum interval_kind kind, const char *reason)
{
    cells[0] = tables_real(t, ci.low, reason);
    cells[1] = tables_real(t, ci.high, reason);
    cells[2] = kind == INTERVAL_NONE ? cell_na(t, reason) : cell_text(t, interval_name(kind));
    return cells + 3;
}

/* What is missing may all have failed, or all have succeeded. */
static void note_missing(struct table *t, const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    const struct speed_rule above_one = { 1.0, false, SPEED_MEAN };
    double all = (double)(r->n_rollouts + r->n_unscored);
    double missing = (double)r->n_unscored;
    double correct = 0.0;
    double fast = 0.0;
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        correct += (double)study_count_correct(s, &s->cells[i], STEP_ALL).c;
        fast += (double)study_count_fast(s, &s->cells[i], STEP_ALL, above_one).c;
    }
    table_left_out(t,
                   "run %s: %zu rollouts without a scored evaluation (pending or infra) are left "
                   "out",
                   r->name, r->n_unscored);
    table_note(t,
               "run %s: whatever the verdicts of the rollouts left out, the correct share of all "
               "rollouts is in [%.4g, %.4g], and the share with speedup > 1 in [%.4g, %.4g]",
               r->name, correct / all, (correct + missing) / all, fast / all,
               (fast + missing) / all);
}

static bool has_step(const struct study *s, const struct study_cell *c, int step)
{
    for (size_t i = c->first; i < c->first + c->count; i++) {
        if (s->rollouts[i].step == step)
            return true;
    }
    return false;
}

static void note_steps(struct table *t, const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    size_t sampled = 0, always = 0;
    int *n_of = arena_array(t->arena, (size_t)r->max_step + 1, sizeof(*n_of));
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        sampled += s->cells[c].count > 0;
        for (int step = 0; step <= r->max_step; step++)
            n_of[step] += has_step(s, &s->cells[c], step);
    }
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        bool every = s->cells[c].count > 0;
        for (int step = 0; step <= r->max_step && every; step++)
            every = n_of[step] == 0 || has_step(s, &s->cells[c], step);
        always += every;
    }
    if (always < sampled)
        table_warning(
            t,
            "DIFFERENT TASKS: of the %zu tasks of run %s %zu are sampled at every step, so "
            "a difference between its steps, and its Best of Adaptation, is one between "
            "tasks as well",
            sampled, r->name, always);
}

void tables_note_steps(struct table *t, const struct study *s)
{
    for (size_t run = 0; run < s->n_runs; run++)
        note_steps(t, s, run);
}

static const struct {
    const char *title;
    const char *what;
    size_t at; /* of a text in struct study_run */
} conditions[] = {
    { "DIFFERENT HARDWARE", "hardware", offsetof(struct study_run, device) },
    { "DIFFERENT BACKENDS", "backend", offsetof(struct study_run, backend) },
    { "DIFFERENT CASES", "case of the tasks", offsetof(struct study_run, task_case) },
    { "DIFFERENT MODES", "mode of evaluation", offsetof(struct study_run, eval_mode) },
};

static const char *condition_of(const struct study_run *r, size_t at)
{
    return *(const char *const *)((const char *)r + at);
}

/* One remark a condition: the first run that differs from run 0. */
static void note_conditions(struct table *t, const struct study *s)
{
    for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
        size_t run = 0;
        const char *first = s->n_runs == 0 ? "" : condition_of(&s->runs[0], conditions[i].at);
        while (run < s->n_runs && strcmp(condition_of(&s->runs[run], conditions[i].at), first) == 0)
            run++;
        if (run == s->n_runs)
            continue;
        const char *other = condition_of(&s->runs[run], conditions[i].at);
        bool known = first[0] != '\0' && other[0] != '\0';
        table_note(t,
                   "%s: %s of run %s is %s, of run %s %s; a difference between such runs %s one of "
                   "%s as well",
                   conditions[i].title, conditions[i].what, s->runs[0].name,
                   first[0] == '\0' ? "not named" : first, s->runs[run].name,
                   other[0] == '\0' ? "not named" : other, known ? "is" : "may be",
                   conditions[i].what);
    }
}

static void note_run(struct table *t, const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    if (r->n_learned_tasks > 0)
        table_left_out(t,
                       "run %s: only the %zu held-out of its %zu tasks count; its training tasks "
                       "have %zu more scored rollouts, whose cost no budget includes",
                       r->name, r->n_cells, r->n_cells + r->n_learned_tasks, r->n_learned_rollouts);
    if (r->n_unscored > 0)
        note_missing(t, s, run);
    if (r->k > 0 && r->max_step == 0 && r->n_steps <= 0 &&
        r->n_rollouts + r->n_unscored < (size_t)r->k * r->n_cells)
        table_left_out(t, "run %s: %zu of %zu samples asked for were never drawn", r->name,
                       (size_t)r->k * r->n_cells - r->n_rollouts - r->n_unscored,
                       (size_t)r->k * r->n_cells);
    if (r->n_earlier_turns > 0)
        table_left_out(t, "run %s: %zu turns before the last one of a sample are left out", r->name,
                       r->n_earlier_turns);
    if (strcmp(r->status, "complete") != 0)
        table_left_out(t, "run %s is %s: more rollouts may follow", r->name, r->status);
}

int tables_note_runs_seen(struct table *t, const struct study *s, struct err *err)
{
    int rc = 0;
    for (size_t run = 0; run < s->n_runs && rc == 0; run++) {
        rc = s->runs[run].n_unscored > 0 ? study_see(s, run, err) : 0;
        if (rc == 0)
            note_run(t, s, run);
    }
    for (size_t run = 0; run < s->n_runs && rc == 0; run++) {
        if (s->runs[run].max_step == 0) /* all of one step */
            continue;
        rc = study_see(s, run, err);
        if (rc == 0)
            note_steps(t, s, run);
    }
    if (rc == 0)
        note_conditions(t, s);
    return rc;
}

void tables_note_runs(struct table *t, const struct study *s)
{
    struct err none = { 0 };
    (void)tables_note_runs_seen(t, s, &none); /* all is there */
}

void tables_note_tasks(struct table *t, const struct study *s)
{
    size_t *n_of = arena_array(t->arena, s->n_tasks + 1, sizeof(*n_of));
    size_t n_runs = 0, least = SIZE_MAX, most = 0, common = 0;
    for (size_t run = 0; run < s->n_runs; run++) {
        const struct study_run *r = &s->runs[run];
        size_t sampled = 0;
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
            sampled += s->cells[c].count > 0;
            n_of[s->cells[c].task] += s->cells[c].count > 0;
        }
        if (sampled == 0)
            continue;
        n_runs++;
        least = sampled < least ? sampled : least;
        most = sampled > most ? sampled : most;
    }
    for (size_t task = 0; task < s->n_tasks; task++)
        common += n_of[task] == n_runs;
    if (common < most)
        table_warning(
            t,
            "DIFFERENT TASKS: the %zu runs have scored rollouts of %zu to %zu tasks, %zu of "
            "them common to all: a difference between runs is one between tasks as well",
            n_runs, least, most, common);
}

void tables_note_rule(struct table *t, struct speed_rule rule)
{
    if (rule.value == SPEED_INTERVAL)
        table_note(t,
                   "fast, rule interval: correct and the lower end of the speedup's interval %s "
                   "%g; a sample without an interval is not fast",
                   rule.ge ? ">=" : ">", rule.p);
    else if (rule.value == SPEED_ANY)
        table_note(t, "fast, rule correct: every correct sample counts, timed or not, so that "
                      "every share of fast samples is one of correct ones");
    else
        table_note(t,
                   "fast: correct with a speedup %s %g (a correct sample without a speedup is not "
                   "fast); speedup = baseline runtime / candidate runtime",
                   rule.ge ? ">=" : ">", rule.p);
}

static bool has_interval(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t k = c->first; k < c->first + c->count; k++)
            if (study_has_interval(&s->rollouts[k]))
                return true;
    }
    return r->n_rollouts == 0;
}

int tables_need_intervals(const struct study *s, struct speed_rule rule, struct err *err)
{
    for (size_t i = 0; i < s->n_runs && rule.value == SPEED_INTERVAL; i++) {
        int rc = study_see(s, i, err);
        if (rc < 0)
            return rc;
        if (!has_interval(s, i))
            return err_set(err, ERR_NODATA,
                           "--rule interval: run %s has no intervals of its speedups (v_speedup "
                           "says why: why_no_interval)",
                           s->runs[i].name);
    }
    return 0;
}

void tables_note_undecided(struct table *t, size_t n_tasks, double level)
{
    double min_p = ldexp(2.0, -(int)fmin((double)n_tasks, 1000.0));
    if (n_tasks > 0 && min_p > 1.0 - level + 1e-12)
        table_warning(t,
                      "UNDECIDED: %zu tasks are too few to reach a p below %.4g; intervals for new "
                      "tasks are widened to include no difference (K: to include the base)",
                      n_tasks, fmin(1.0, min_p));
}

void tables_note_new_runs(struct table *t, const char *who, const struct stat_runs *r)
{
    if (isnan(r->spread))
        table_warning(t,
                      "UNDECIDED for new runs: no task has two runs of %s, so the variation "
                      "between runs is unknown. The results are only for these runs",
                      who);
    else if (r->p <= 0.05)
        table_warning(t,
                      "RUNS DIFFER: the %zu runs of %s differ as a whole by more than their "
                      "rollouts allow (F = %.3g, p = %.2g; standard deviation of a run %.3g): "
                      "intervals and tests for these runs are not valid for other runs",
                      r->n_runs, who, r->f, r->p, r->sd);
}

#define SKEWED     1.5 /* three standard errors at 20 tasks of a symmetric distribution */
#define SKEW_SHOWS 8   /* fewer tasks cannot be so skewed */

void tables_note_skewed(struct table *t, const char *what, double skewness, size_t n_tasks)
{
    if (n_tasks >= SKEW_SHOWS && fabs(skewness) > SKEWED)
        table_warning(t,
                      "SKEWED: a few of the %zu tasks make most of the spread of %s (skewness "
                      "%.2g). The intervals and tests are less reliable than stated: a kind that "
                      "makes one task in ten is absent from %zu tasks with probability %.2g",
                      n_tasks, what, skewness, n_tasks, pow(0.9, (double)n_tasks));
}

void tables_note_few(struct table *t, size_t n_tasks)
{
    if (n_tasks > 0 && n_tasks < STAT_FEW_TASKS)
        table_warning(t,
                      "FEW TASKS: with %zu, the assumption that intervals for new tasks make about "
                      "the distribution over tasks cannot be checked",
                      n_tasks);
}

void tables_note_hardware(struct table *t, const struct baseline_table *b,
                          const struct study_run *r)
{
    if (strcmp(b->hardware, r->device) == 0 || b->n_samples > 0)
        return;
    if (b->foreign[0] != '\0')
        table_warning(t,
                      "HARDWARE MISMATCH: baseline %s was measured on \"%s\", run %s on several "
                      "devices: %s; these speedups mix devices",
                      b->name, b->hardware, r->name, b->foreign);
    else if (b->hardware[0] == '\0' || r->device[0] == '\0')
        table_warning(t, "hardware not checked: baseline %s says \"%s\", run %s says \"%s\"",
                      b->name, b->hardware, r->name, r->device);
    else
        table_warning(
            t,
            "HARDWARE MISMATCH: baseline %s was measured on \"%s\", run %s on \"%s\"; these "
            "speedups mix devices",
            b->name, b->hardware, r->name, r->device);
}
