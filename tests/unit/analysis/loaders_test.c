/*
 * loaders_test.c - what every loader reads of a study that never changes, and of one that holds
 * what a study seldom does: all members of all structs, as texts of tests/approved/units.
 *
 * A long list is shown by its first lines and a hash of the others.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_set.h"
#include "analysis/from_store/load_audit.h"
#include "analysis/from_store/load_codes.h"
#include "analysis/from_store/load_outcomes.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/from_store/load_runtimes.h"
#include "analysis/from_store/load_stated.h"
#include "analysis/from_store/load_study.h"
#include "analysis/from_store/load_training.h"
#include "analysis/resample/stat_calibration.h"
#include "analysis/select/select_pool.h"
#include "analysis/study/cost.h"
#include "analysis/study/failures.h"
#include "analysis/study/fastp.h"
#include "analysis/study/study.h"
#include "analysis/study/timing.h"
#include "analysis/study/training.h"
#include "analysis/study/turns.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "tests/support/approved.h"
#include "tests/unit/analysis/stored_study.h"

#define SHOWN 10 /* lines of a list */

static struct arena arena;
static struct err err;
static struct buf out, list;
static const char *const *runs;
static size_t n_runs;

/* ---- texts ---- */

static const char *text_of(const char *s)
{
    return s == NULL ? "-" : *s == '\0' ? "''" : s;
}

static const char *number_of(double v)
{
    return isnan(v) ? "-" : arena_printf(&arena, "%.10g", v);
}

/* What was put into list, under a heading. */
static void put_list(const char *heading)
{
    const char *at = buf_text(&list);
    size_t n = 0;
    buf_printf(&out, "%s\n", heading);
    for (; *at != '\0' && n < SHOWN; n++) {
        const size_t len = strcspn(at, "\n");
        buf_printf(&out, "  %.*s%s\n", (int)(len < 200 ? len : 200), at,
                   len >= 200                       ? " ..."
                   : len == 0 || at[len - 1] == ' ' ? "~"
                                                    : "");
        at += len + 1;
    }
    for (n = 0; at[n] != '\0';)
        n++;
    if (n > 0)
        buf_printf(&out, "  and %zu bytes, %016llx\n", n, (unsigned long long)str_hash(at, n));
    buf_clear(&list);
}

static void check(int rc, const char *what)
{
    if (rc < 0) {
        buf_printf(&list, "%s: %d %s\n", what, rc, err.msg);
        err = (struct err){ 0 };
    }
}

/* ---- the study ---- */

static void put_study(struct study *s)
{
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct study_run *r = &s->runs[i];
        buf_printf(&list, "%s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %d %lld %s", r->name,
                   r->strategy, r->status, text_of(r->model), text_of(r->model_revision),
                   text_of(r->split), text_of(r->split_hash), text_of(r->backend),
                   text_of(r->device), text_of(r->baseline), text_of(r->task_case),
                   text_of(r->eval_mode), text_of(r->code_version), text_of(r->started_at),
                   text_of(r->begins), r->has_seed, (long long)r->seed, number_of(r->temperature));
        buf_printf(&list, " %d %d %zu %zu %d %zu %zu %zu %zu %zu %lld %lld %lld %s %s\n", r->k,
                   r->n_steps, r->first_cell, r->n_cells, r->max_step, r->n_rollouts, r->n_unscored,
                   r->n_earlier_turns, r->n_learned_tasks, r->n_learned_rollouts,
                   (long long)r->prompt_tokens, (long long)r->completion_tokens,
                   (long long)r->teacher_tokens, number_of(r->evaluate_seconds),
                   number_of(r->wall_seconds));
    }
    put_list("runs");
    for (size_t i = 0; i < s->n_tasks; i++)
        buf_printf(&list, "%s %d %d %s %s %lld\n", s->tasks[i].task, s->tasks[i].level,
                   s->tasks[i].problem_id, text_of(s->tasks[i].name), text_of(s->tasks[i].family),
                   (long long)s->tasks[i].id);
    put_list("tasks");
    for (size_t i = 0; i < s->n_cells; i++)
        buf_printf(&list, "%zu %zu %zu %zu %zu %d\n", s->cells[i].run, s->cells[i].task,
                   s->cells[i].count > 0 ? s->cells[i].first : 0, s->cells[i].count,
                   s->cells[i].n_unscored, s->cells[i].is_held);
    put_list("cells");
    for (size_t i = 0; i < s->n_rollouts && s->rollouts != NULL; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        buf_printf(&list, "%d %d: %d %d %d %d %d %d %s %s %s %s %s %s %s\n", r->step, r->sample,
                   r->compiled, r->correct, r->is_confirmed, r->timed_out, r->prompt_tokens,
                   r->completion_tokens, number_of(r->speedup), number_of(r->speedup_lower),
                   number_of(r->speedup_upper), r->is_confirmed ? number_of(r->confirmed) : "-",
                   number_of(r->runtime_us), number_of(r->mean_logprob), number_of(r->sum_logprob));
    }
    put_list("rollouts");
}

static void put_details(const struct study *s)
{
    struct select_detail *details = NULL;
    for (int i = 0; i < 2; i++) {
        check(load_sample_details(db, s, i == 0 ? 0.25 : 1.0, &arena, &details, &err), "details");
        for (size_t k = 0; k < s->n_rollouts && details != NULL; k++)
            buf_printf(&list, "%s %s\n", number_of(details[k].tail_logprob),
                       number_of(details[k].min_logprob));
        put_list(i == 0 ? "lowest quarter of the log-probs" : "all log-probs");
    }
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        check(load_sample_identities(db, s, level, &arena, details, &err), "identities");
        for (size_t k = 0; k < s->n_rollouts && details != NULL; k++)
            buf_printf(&list, "%lld %lld\n", (long long)details[k].code,
                       (long long)details[k].bytes);
        put_list(arena_printf(&arena, "codes by %s", code_level_name(level)));
    }
}

static void put_points(struct training_list *l, const char *heading)
{
    for (size_t i = 0; i < l->n; i++)
        buf_printf(&list, "%zu %d %s %lld %s\n", l->items[i].run, l->items[i].step,
                   l->items[i].metric, (long long)l->items[i].n, number_of(l->items[i].value));
    put_list(heading);
    training_release(l);
}

static void put_training(const struct study *s)
{
    struct training_list l = { 0 };
    check(load_training(db, s, &arena, &l, &err), "training");
    put_points(&l, "training");
    for (size_t run = 0; run < s->n_runs; run++)
        check(load_training_texts(db, s, run, &arena, &l, &err), "texts");
    put_points(&l, "training by texts");
}

static void put_scores(const struct study *s)
{
    for (size_t run = 0; run < s->n_runs; run++)
        for (size_t of = 0; of < s->n_runs; of++) {
            struct score_table t = { 0 };
            struct err why = { 0 };
            int rc = load_scores(
                &(struct load_scores_of){
                    .db = db, .study = s, .run = run, .of = s->runs[of].name },
                &arena, &t, &why);
            if (rc < 0 && run != of)
                continue;
            buf_printf(&list, "%s by %s: %d %s %zu %zu:", s->runs[run].name, s->runs[of].name, rc,
                       why.msg, t.n_steps, t.n_scores);
            for (size_t i = 0; i < t.n_steps; i++)
                buf_printf(&list, " %d", t.steps[i]);
            for (size_t i = 0; i < t.n_steps * s->n_rollouts; i++)
                if (!isnan(t.sum_logprob[i]))
                    buf_printf(&list, " %zu:%s", i, number_of(t.sum_logprob[i]));
            for (size_t i = 0; i < s->n_rollouts && t.n_steps > 0; i++)
                if (t.n_tokens[i] > 0)
                    buf_printf(&list, " %zu=%lld", i, (long long)t.n_tokens[i]);
            buf_puts(&list, "\n");
        }
    put_list("scores");
}

static void put_turns(const struct study *s)
{
    static const int steps[2] = { 0, 0 };
    for (size_t run = 0; run < s->n_runs; run++) {
        struct turn_set t = { 0 };
        check(load_turns(db, s, run, steps, NULL, &arena, &t, &err), s->runs[run].name);
        buf_printf(&list, "%s: %zu problems, last turn %d\n", s->runs[run].name, t.n_problems,
                   t.last_turn);
        for (size_t i = 0; i < t.n_conversations; i++)
            buf_printf(&list, " %zu/%zu+%zu", t.conversations[i].problem, t.conversations[i].first,
                       t.conversations[i].count);
        for (size_t i = 0; i < t.n_turns; i++)
            buf_printf(&list, " %d:%d%d %s %s", t.turns[i].turn, t.turns[i].compiled,
                       t.turns[i].correct, number_of(t.turns[i].speedup),
                       number_of(t.turns[i].tokens));
        buf_puts(&list, "\n");
    }
    put_list("turns");
}

/* ---- lists of runs ---- */

static void put_failure_counts(const struct failure_count *c, size_t n, const char *heading)
{
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s %d %s %s %lld %s\n", text_of(c[i].group), c[i].step, c[i].outcome,
                   text_of(c[i].cheat_kind), (long long)c[i].n, text_of(c[i].message));
    put_list(heading);
}

static void put_failures(void)
{
    struct failure_count *c = NULL;
    size_t n = 0;
    check(load_outcomes(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &c, &n, &err),
          "outcomes");
    put_failure_counts(c, n, "outcomes");
    for (int by = 0; by < FAILURE_GROUPS; by++) {
        n = 0;
        check(load_failures(
                  &(struct load_request){
                      .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
                  (enum failure_group)by, &c, &n, &err),
              "failures");
        put_failure_counts(c, n, arena_printf(&arena, "failures by %s", failure_group_names[by]));
    }
}

static void put_costs(void)
{
    struct cost_use *c = NULL;
    size_t n = 0;
    check(load_cost(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &c, &n, &err),
          "cost");
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s %s %d %s %s %s %s %s %s %s %lld %d\n", c[i].run, text_of(c[i].model),
                   c[i].step, number_of(c[i].rollouts), number_of(c[i].correct),
                   number_of(c[i].prompt_tokens), number_of(c[i].completion_tokens),
                   number_of(c[i].teacher_tokens), number_of(c[i].evaluate_seconds),
                   number_of(c[i].wall_seconds), (long long)c[i].n_untold, c[i].from_ledger);
    put_list("cost");
}

static void put_times(void)
{
    static const char *const baselines[] = { NULL, "reference", "theirs", "alone", "none" };
    struct timing_measurement *t = NULL;
    size_t n = 0;
    bool any = false;
    check(load_timing_has_samples(db, &any, &err), "samples");
    check(load_timing(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &t, &n, &err),
          "timing");
    for (size_t i = 0; i < n; i++) {
        buf_printf(&list, "%s %s %s %s %s %s %s:", t[i].run, t[i].task, t[i].subject,
                   text_of(t[i].device), text_of(t[i].method), number_of(t[i].runtime_us),
                   number_of(t[i].profiled_us));
        for (size_t k = 0; k < t[i].n && t[i].us != NULL; k++)
            buf_printf(&list, " %s", number_of(t[i].us[k]));
        buf_puts(&list, "\n");
    }
    put_list(any ? "timing, with samples" : "timing");
    for (size_t b = 0; b < ARRAY_LEN(baselines); b++) {
        struct hardware_time *h = NULL;
        n = 0;
        check(load_hardware(db, baselines[b], &arena, &h, &n, &err), "hardware");
        for (size_t i = 0; i < n; i++)
            buf_printf(&list, "%s %s %s %lld %s %s\n", text_of(h[i].baseline), h[i].source,
                       h[i].task, (long long)h[i].task_id, text_of(h[i].device),
                       number_of(h[i].runtime_us));
        put_list(arena_printf(&arena, "hardware of %s", text_of(baselines[b])));
    }
}

static void put_baselines(void)
{
    static const char *const names[][3] = {
        { "theirs", NULL, "" },     { "theirs", "a", "b" },        { "theirs", "b", "" },
        { "theirs", "c", "" },      { "alone", NULL, "" },         { "reference", NULL, "" },
        { "none", NULL, "" },       { "theirs", NULL, "a" },       { "theirs", NULL, "cpu a" },
        { "mixed", NULL, "other" }, { "mixed", NULL, "anything" },
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct baseline_table t = { 0 };
        buf_printf(&list, "%s %s %s:", names[i][0], text_of(names[i][1]), text_of(names[i][2]));
        int rc = load_baseline(db, names[i][0], names[i][1], names[i][2], &arena, &t, &err);
        buf_printf(&list, " %d %s %s", rc, text_of(t.name), text_of(t.hardware));
        for (size_t k = 0; k < t.n_entries; k++)
            buf_printf(&list, " l%d/%d %s", t.entries[k].level, t.entries[k].problem_id,
                       number_of(t.entries[k].runtime_us));
        buf_puts(&list, "\n");
        check(rc, "  ");
    }
    put_list("baselines");
}

static void put_settings(void)
{
    struct run_setting *s = NULL;
    size_t n = 0;
    check(load_settings(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &s, &n, &err),
          "settings");
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s %s %s %s\n", s[i].run, s[i].name, text_of(s[i].value),
                   text_of(s[i].origin));
    put_list("settings");
    for (size_t i = 0; i < n_runs; i++)
        buf_printf(&list, "%s %s\n", text_of(run_setting_of(s, n, runs[i], "temperature")),
                   text_of(run_setting_of(s, n, runs[i], "none")));
    put_list("temperatures");
}

static void put_provenance(void)
{
    struct provenance p = { 0 };
    struct unlike_run *unlike = NULL;
    size_t n = 0;
    check(load_provenance(db, runs, n_runs, &arena, &p, &err), "provenance");
    for (size_t i = 0; i < p.n_runs; i++) {
        const struct provenance_run *r = &p.runs[i];
        buf_printf(&list, "%s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s", r->name,
                   r->strategy, r->status, text_of(r->model), text_of(r->model_revision),
                   text_of(r->split), text_of(r->split_hash), text_of(r->backend),
                   text_of(r->device), text_of(r->compiler), text_of(r->flags),
                   text_of(r->baseline), text_of(r->task_case), text_of(r->eval_mode),
                   text_of(r->code_version), text_of(r->libraries), text_of(r->started_at),
                   text_of(r->finished_at));
        buf_printf(&list, " %d %d %llu %s %d %d %zu:", r->cores, r->has_seed,
                   (unsigned long long)r->seed, number_of(r->temperature), r->k, r->n_steps,
                   r->argc);
        for (size_t k = 0; k < r->argc; k++)
            buf_printf(&list, " %s", r->argv[k]);
        buf_puts(&list, "\n");
    }
    put_list(arena_printf(&arena, "provenance until %s", text_of(p.last_change)));
    check(load_unlike_runs(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &unlike, &n, &err),
          "unlike");
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s: %s\n", unlike[i].name, unlike[i].reason);
    put_list("unlike runs");
}

static void put_declared(void)
{
    struct declared d = { 0 };
    const struct run_declaration *of_runs = NULL;
    size_t n = 0;
    check(load_declaration(db, "none", &arena, &d, &err), "none");
    check(load_declaration(db, "gain", &arena, &d, &err), "gain");
    for (size_t i = 0; i < d.n_versions; i++)
        buf_printf(&list, "%lld %s %s %s %s\n", (long long)d.versions[i].version,
                   d.versions[i].sha256, text_of(d.versions[i].why), d.versions[i].declared_at,
                   d.versions[i].content);
    for (size_t i = 0; i < d.n_runs; i++)
        buf_printf(&list, "%s %s %lld %s %s %s\n", d.runs[i].run, text_of(d.runs[i].method),
                   (long long)d.runs[i].version, d.runs[i].started_at, d.runs[i].declared_at,
                   text_of(d.runs[i].attached_at));
    for (size_t i = 0; i < d.n_looks; i++)
        buf_printf(&list, "%lld %s %lld %s %s %lld %lld %lld %lld\n", (long long)d.looks[i].number,
                   d.looks[i].taken_at, (long long)d.looks[i].n_rollouts, d.looks[i].data_sha256,
                   number_of(d.looks[i].alpha_spent), (long long)d.looks[i].n_rejected,
                   (long long)d.looks[i].n_pairs, (long long)d.looks[i].version,
                   (long long)d.looks[i].allowed);
    check(load_run_declarations(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              &of_runs, &n, &err),
          "of runs");
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s %lld %lld %zu\n", of_runs[i].name, (long long)of_runs[i].version,
                   (long long)of_runs[i].n_runs, of_runs[i].n_looks);
    put_list("declared");
}

static void put_codes(void)
{
    struct code_set c = { 0 };
    check(load_codes(
              &(struct load_request){ .db = db, .names = runs, .n_names = n_runs, .arena = &arena },
              true, &c, &err),
          "codes");
    for (size_t i = 0; i < c.n_samples; i++) {
        const struct code_sample *s = &c.samples[i];
        buf_printf(&list, "%zu %s %d %d %d%d text %zu:", s->run, c.tasks[s->task], s->step,
                   s->sample, s->compiled, s->correct, s->text);
        for (size_t level = 0; level < CODE_LEVELS; level++)
            buf_printf(&list, " %lld", (long long)s->kind[level]);
        buf_puts(&list, "\n");
    }
    put_list(arena_printf(&arena, "codes of %zu runs and %zu tasks, %zu without", c.n_runs,
                          c.n_tasks, c.n_without_code));
    for (size_t i = 0; i < c.n_texts; i++)
        buf_printf(&list, "%zu %016llx\n", c.texts[i].len,
                   (unsigned long long)str_hash(c.texts[i].text, c.texts[i].len));
    put_list("texts");
    check(
        load_codes(&(struct load_request){ .db = db, .names = runs, .n_names = 1, .arena = &arena },
                   false, &c, &err),
        "codes");
    buf_printf(&list, "%zu %s\n", c.n_texts, c.texts[0].text == NULL ? "not kept" : "kept");
    put_list("texts of one run");
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        size_t parsed = 99;
        assert_true(code_level_parse(code_level_name(level), &parsed));
        assert_int_equal(parsed, level);
        buf_printf(&list, "%s: %s\n", code_level_name(level), code_level_reason(level));
    }
    assert_false(code_level_parse("none", &(size_t){ 0 }));
    put_list("levels");
}

static void put_judged(void)
{
    for (size_t r = 0; r < n_runs; r++) {
        struct judge_panels p = { 0 };
        check(load_judged(db, runs[r], &arena, &p, &err), "judged");
        buf_printf(&list, "%s: %zu rollouts, %zu panels\n", runs[r], p.n_rollouts, p.n);
        for (size_t i = 0; i < p.n; i++) {
            const struct judge_panel *panel = &p.items[i];
            buf_printf(&list, "%s %s %s %zu %zu %zu %zu %zu\n", text_of(panel->judge),
                       text_of(panel->template_name), text_of(panel->setup_sha256), panel->n_judged,
                       panel->n_malformed, panel->n_unevaluated, panel->n, panel->n_tasks);
            for (size_t k = 0; k < panel->n; k++)
                buf_printf(&list, "%s %s %s %d%d %s %zu\n", number_of(panel->items[k].stated[0]),
                           number_of(panel->items[k].stated[1]),
                           number_of(panel->items[k].stated[2]), panel->items[k].compiled,
                           panel->items[k].correct, number_of(panel->items[k].speedup),
                           panel->items[k].task);
        }
    }
    put_list("judged");
}

static void put_confidence(void)
{
    static const char *const sources[] = {
        "token-mean",  "sequence", "judge:correctness", "judge:compilability",
        "judge:speed", "extra:x",  "correctness",       "logprob",
        "none",        ""
    };
    static const char *const events[] = { "correct", "compiled", "fast", "none" };
    for (size_t i = 0; i < ARRAY_LEN(sources); i++) {
        enum confidence_source source = CONFIDENCE_SOURCES;
        const char *field = NULL;
        bool known = confidence_source_parse(sources[i], &source, &field);
        buf_printf(&list, "%s: %d %d %s\n", sources[i], known, known ? (int)source : -1,
                   text_of(field));
    }
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        enum confidence_event event = EVENT_CORRECT;
        bool known = confidence_event_parse(events[i], &event);
        buf_printf(&list, "%s: %d %d\n", events[i], known, (int)event);
    }
    put_list("words of confidence");
    for (int source = 0; source < CONFIDENCE_SOURCES; source++)
        for (int event = 0; event < 3; event++)
            for (size_t r = 0; r < n_runs; r++) {
                struct confidence_set s = { 0 };
                const struct confidence_request q = { .source = (enum confidence_source)source,
                                                      .field = "confidence",
                                                      .scale = 1,
                                                      .event = (enum confidence_event)event,
                                                      .rule = { 1.0, false, SPEED_MEAN } };
                check(load_confidence(db, runs[r], &q, &arena, &s, &err), "confidence");
                buf_printf(&list, "%d %d %s: %zu missing:", source, event, runs[r], s.n_missing);
                for (size_t i = 0; i < s.n; i++)
                    buf_printf(&list, " %s/%d/%zu", number_of(s.items[i].confidence),
                               s.items[i].event, s.items[i].cluster);
                buf_puts(&list, "\n");
            }
    put_list("confidence");
}

static void put_claims(void)
{
    static const char *const nulls[] = { "one", "drop", "fail", "none" };
    for (size_t i = 0; i < ARRAY_LEN(nulls); i++) {
        enum claimed_null n = CLAIMED_NULL_ONE;
        bool known = claimed_null_parse(nulls[i], &n);
        buf_printf(&list, "%s %d %s\n", nulls[i], known, known ? claimed_null_name(n) : "-");
    }
    for (int nulls_as = 0; nulls_as < 3; nulls_as++)
        for (int sample = -1; sample < 2; sample++) {
            struct fastp_input in = { 0 };
            const char *names = NULL;
            struct claimed_counts counts = { 0 };
            check(load_claimed_names(db, "claims", &arena, &names, &err), "names");
            const struct claimed_of of = { "claims", "theirs", sample, false,
                                           (enum claimed_null)nulls_as };
            int found = load_claimed(db, &of, &arena, &in, &counts, &err);
            check(found < 0 ? found : 0, "claimed");
            buf_printf(&list, "%s %d %d: %d %zu %zu %zu %zu %zu %zu:", text_of(names), nulls_as,
                       sample, found, counts.n_nulls, in.n_problems, in.n_absent, in.n_untimed,
                       in.n_foreign, in.n_unmeasured);
            for (size_t i = 0; i < in.n_samples; i++)
                buf_printf(&list, " %u %d%d%d %s", in.samples[i].problem, in.samples[i].compiled,
                           in.samples[i].correct, in.samples[i].timed_out,
                           number_of(in.samples[i].speedup));
            buf_puts(&list, "\n");
        }
    put_list("claims");
}

/* ---- what is audited ---- */

static void put_audited_rollout(const struct audit_rollout *r)
{
    buf_printf(&list, "%lld %zu %d %d %d %lld %lld %lld %s %d%d %d %s %s %s %s %s",
               (long long)r->id, r->task, r->step, r->turn, r->sample, (long long)r->prompt_id,
               (long long)r->run_prompt_id, (long long)r->code_id, text_of(r->outcome), r->compiled,
               r->correct, (int)r->task_case, text_of(r->device), text_of(r->precision),
               text_of(r->baseline_device), text_of(r->baseline_precision),
               text_of(r->failed_evidence));
    buf_printf(&list, " %s %s %s %s %lld %d %s %s %s %s %s %zu %zu %zu %d %s\n",
               number_of(r->runtime_us), number_of(r->min_us), number_of(r->max_us),
               number_of(r->std_us), (long long)r->n_times, r->has_interval,
               number_of(r->baseline_us), number_of(r->stated_speedup), number_of(r->measured_day),
               number_of(r->baseline_day), number_of(r->mean_logprob), r->tokens.n,
               r->tokens.n_positive, r->tokens.n_sentinel, r->tokens.constant,
               number_of((double)r->tokens.worst));
}

static void put_audited(const char *name)
{
    struct audit_run a = { 0 };
    check(load_audit(db, name, NULL, &arena, &a, &err), "audit");
    buf_printf(&list, "%s %s %s %s %d %lld\n", text_of(a.name), text_of(a.strategy),
               text_of(a.status), text_of(a.benchmark), a.k, (long long)a.n_refused);
    for (size_t i = 0; i < a.n_tasks; i++)
        buf_printf(&list, "task %lld %s %s %s %s %d %d %d %d\n", (long long)a.tasks[i].id,
                   a.tasks[i].task, a.tasks[i].suite, text_of(a.tasks[i].name),
                   text_of(a.tasks[i].family), a.tasks[i].level, a.tasks[i].problem_id,
                   a.tasks[i].in_train, a.tasks[i].listed);
    for (size_t i = 0; i < a.n_baselines; i++)
        buf_printf(&list, "baseline %s %s %s %lld %s %s %s\n", a.baselines[i].name,
                   text_of(a.baselines[i].device), text_of(a.baselines[i].precision),
                   (long long)a.baselines[i].task_id, number_of(a.baselines[i].runtime_us),
                   number_of(a.baselines[i].measured_day), text_of(a.baselines[i].benchmark));
    for (size_t i = 0; i < a.n_codes; i++)
        buf_printf(&list, "code %lld %zu %d\n", (long long)a.codes[i].id, a.codes[i].n_hits,
                   a.codes[i].has_kernel);
    for (size_t i = 0; i < a.n_rewards; i++)
        buf_printf(&list, "reward %zu %s %s %s %d\n", a.rewards[i].rollout, a.rewards[i].recipe,
                   number_of(a.rewards[i].value), number_of(a.rewards[i].advantage),
                   a.rewards[i].is_masked);
    for (size_t i = 0; i < a.n_twins; i++)
        buf_printf(&list, "twin %zu %s %s %d %d %d\n", a.twins[i].rollout, a.twins[i].run,
                   text_of(a.twins[i].outcome), a.twins[i].correct, a.twins[i].step,
                   a.twins[i].sample);
    for (size_t i = 0; i < a.n_references; i++)
        buf_printf(&list, "reference %zu %s %s %d %s %s\n", a.references[i].task,
                   text_of(a.references[i].device), a.references[i].run,
                   (int)a.references[i].task_case, number_of(a.references[i].least_us),
                   number_of(a.references[i].most_us));
    for (size_t i = 0; i < a.n_train_tasks; i++)
        buf_printf(&list, "train %s %s %s\n", a.train_tasks[i].task, text_of(a.train_tasks[i].name),
                   text_of(a.train_tasks[i].family));
    for (size_t i = 0; i < a.n_rollouts; i++)
        put_audited_rollout(&a.rollouts[i]);
    put_list(arena_printf(&arena, "audit of %s", name));
}

/* ---- the databases ---- */

static void put_everything(void)
{
    struct study s = { 0 };
    if (load_run_names(db, NULL, &arena, &runs, &n_runs, &err) != 0)
        fail_msg("%s", err.msg);
    for (size_t i = 0; i < n_runs; i++)
        buf_printf(&list, "%s\n", runs[i]);
    put_list("names");
    check(load_study(db, runs, n_runs, &arena, &s, &err), "study");
    put_study(&s);
    put_details(&s);
    put_training(&s);
    put_scores(&s);
    put_turns(&s);
    put_failures();
    put_costs();
    put_times();
    put_baselines();
    put_settings();
    put_provenance();
    put_declared();
    put_codes();
    put_judged();
    put_confidence();
    put_claims();
    for (size_t i = 0; i < n_runs; i++)
        put_audited(runs[i]);
}

static void close_study(void)
{
    db_close(db);
    arena_release(&arena);
    buf_release(&out);
    buf_release(&list);
}

static void a_study_as_it_is_loaded(void **state)
{
    (void)state;
    open_study(NULL);
    put_everything();
    approved_check_exactly("loaded_study", &out);
    close_study();
}

/* What facts say when they are packed; the study is the same, whatever it is read from. */
static void an_odd_study_as_it_is_loaded(void **state)
{
    struct study s = { 0 };
    struct buf stale = { 0 };
    (void)state;
    open_study("odd.sql");
    put_everything();
    approved_check_exactly("loaded_odd", &out);
    buf_clear(&out);
    check(load_study(db, runs, n_runs, &arena, &s, &err), "study");
    put_study(&s);
    buf_puts(&stale, buf_text(&out));
    assert_int_equal(facts_refresh(db, &err), 0);
    buf_clear(&out);
    check(load_study(db, runs, n_runs, &arena, &s, &err), "study");
    put_study(&s);
    assert_string_equal(buf_text(&out), buf_text(&stale));
    check(load_study_by_run(db, runs, n_runs, &arena, &s, &err), "study");
    buf_clear(&out);
    put_study(&s);
    put_failures();
    put_costs();
    put_confidence();
    approved_check_exactly("loaded_packed", &out);
    buf_release(&stale);
    close_study();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_as_it_is_loaded),
        cmocka_unit_test(an_odd_study_as_it_is_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
