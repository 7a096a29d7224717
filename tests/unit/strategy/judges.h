/*
 * judges.h - evaluators that judge a kernel by what its text hashes to.
 *
 * They are a way to transport jobs (transport.h) within this process, so that a run takes
 * milliseconds and has the same results each time.
 */
#ifndef ROLLBOOK_TESTS_JUDGES_H
#define ROLLBOOK_TESTS_JUDGES_H

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/strategy/session.h"

#define JUDGE_ROOM 3

struct judge_way {
    struct transport base;
    unsigned devices; /* the second is met with the third result */
    size_t n;
    struct {
        int64_t id;
        uint64_t hash; /* of the candidate */
    } jobs[JUDGE_ROOM];
};

/* Of the run under way. */
static struct {
    unsigned failures[1000]; /* of a job's evaluator, so far, in this turn */
    size_t given;
    volatile sig_atomic_t stop;
    size_t stop_after; /* results; 0: never */
    struct buf said;   /* by and to the run */
    bool tells_jobs, tells_progress, tells_telemetry;
} judging;

static inline uint64_t judge_hash(const char *text, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h >> 9;
}

static inline void judges_close(struct transport *t)
{
    free(t);
}

static inline unsigned judge_size(const struct transport *t)
{
    return ((const struct judge_way *)t)->devices;
}

static inline const struct device_info *judge_device(const struct transport *t, unsigned i)
{
    static const struct device_info devices[] = {
        { "cpu", "judge", "judge-0", 4, 1, "none", "-O2", "process" },
        { "cpu", "judge", "judge-1", 8, 1, "other", "-O3", "none" },
    };
    (void)t;
    return &devices[i];
}

static inline size_t judge_outstanding(const struct transport *t)
{
    return ((const struct judge_way *)t)->n;
}

static inline bool judge_has_room(const struct transport *t)
{
    return judge_outstanding(t) < JUDGE_ROOM;
}

static inline const char *text_or(const char *text)
{
    return text == NULL ? "-" : text;
}

static inline int judge_submit(struct transport *t, const struct eval_job *j, struct err *err)
{
    struct judge_way *w = (struct judge_way *)t;
    if (!judge_has_room(t))
        return err_set(err, ERR_BUSY, "there is no room");
    assert_int_equal(j->kernel_len, strlen(j->kernel_text));
    w->jobs[w->n].id = j->id;
    w->jobs[w->n++].hash = judge_hash(j->kernel_text, j->kernel_len);
    if (judging.tells_jobs)
        buf_printf(&judging.said,
                   "job %d of rollout %d: %s %s %s, %d trials, %d timed, %s, counters %d, "
                   "adaptive %d, problem %s, inputs %s, rule %s, baseline %s\n",
                   (int)j->id, (int)j->row_id, j->task_id, task_case_name(j->task_case),
                   eval_mode_name(j->mode), j->correct_trials, j->timed_runs, text_or(j->kind),
                   j->counters, j->adaptive, text_or(j->problem), text_or(j->inputs),
                   text_or(j->rule), text_or(j->baseline));
    return 0;
}

/* Of ten texts one does not compile, one cheats, one is wrong, one has an evaluator that fails
 * twice, or always; the others are right. */
static inline void judge_result(uint64_t hash, unsigned failures, struct arena *a,
                                struct eval_result *out)
{
    static const enum outcome outcomes[] = { OUTCOME_COMPILE, OUTCOME_CHEAT, OUTCOME_MISMATCH };
    unsigned kind = (unsigned)(hash % 10);
    enum outcome outcome = kind < ARRAY_LEN(outcomes) ? outcomes[kind] : OUTCOME_MEASURED;
    if (kind == 3 && (hash / 10 % 2 == 0 || failures < 2))
        outcome = OUTCOME_INFRA;
    eval_result_init(out, outcome, outcome == OUTCOME_INFRA ? "no device" : NULL);
    out->compiled = kind > 0 && outcome != OUTCOME_INFRA;
    out->correct = outcome == OUTCOME_MEASURED;
    out->cheat_kind = kind == 1 ? "poison" : NULL;
    out->total_ms = 250 * (double)(hash / 16 % 8);
    if (outcome == OUTCOME_MEASURED) {
        double speedup = 0.5 + (double)(hash / 128 % 16) / 8;
        out->n_samples = out->n_baseline_samples = 1;
        out->samples_us = arena_array(a, 2, sizeof(double));
        out->baseline_samples_us = out->samples_us + 1;
        out->samples_us[0] = 64;
        out->samples_us[1] = 64 * speedup;
        out->own_share = (double)(hash / 2048 % 5) / 4;
    }
    memcpy(out->device_uuid, hash / 16384 % 2 == 0 ? "judge-0" : "judge-1", sizeof("judge-0"));
}

/* The job that was sent first, or last, in turns. */
static inline int judge_take(struct judge_way *w, struct arena *a, int64_t *out_id,
                             struct eval_result *out)
{
    size_t at = judging.given % 2 == 0 ? 0 : w->n - 1;
    uint64_t hash = w->jobs[at].hash;
    *out_id = w->jobs[at].id;
    judge_result(hash, judging.failures[*out_id]++, a, out);
    if (out->outcome != OUTCOME_INFRA)
        judging.failures[*out_id] = 0;
    w->n--;
    memmove(w->jobs + at, w->jobs + at + 1, (w->n - at) * sizeof(*w->jobs));
    judging.given++;
    if (judging.given == 3)
        w->devices = 2;
    if (judging.given == judging.stop_after)
        judging.stop = 1;
    return 1;
}

static inline int judge_next(struct transport *t, volatile const sig_atomic_t *stop,
                             struct arena *a, int64_t *out_id, struct eval_result *out,
                             struct err *err)
{
    struct judge_way *w = (struct judge_way *)t;
    if (stop != NULL && *stop != 0)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    return w->n == 0 ? 0 : judge_take(w, a, out_id, out);
}

/* Only who is fully busy has something ready. */
static inline int judge_poll(struct transport *t, struct arena *a, int64_t *out_id,
                             struct eval_result *out)
{
    struct judge_way *w = (struct judge_way *)t;
    return judge_has_room(t) ? 0 : judge_take(w, a, out_id, out);
}

static inline size_t judge_watch(const struct transport *t, int *fds, size_t most)
{
    (void)t;
    assert_true(most > 0);
    fds[0] = 7;
    return 1;
}

static inline int judge_open_way(const struct transport_options *o, struct transport **out,
                                 struct err *err)
{
    static const struct transport_kind kind = { .name = "judge",
                                                .close = judges_close,
                                                .size = judge_size,
                                                .device = judge_device,
                                                .has_room = judge_has_room,
                                                .outstanding = judge_outstanding,
                                                .submit = judge_submit,
                                                .next = judge_next,
                                                .poll = judge_poll,
                                                .watch = judge_watch };
    if (strstr(o->backend, "cpu") == NULL)
        return err_set(err, ERR_INTEGRITY, "nobody judges for %s", o->backend);
    struct judge_way *w = mem_alloc(sizeof(*w));
    *w = (struct judge_way){ .base = { &kind }, .devices = 1 };
    buf_printf(&judging.said, "open: %s, %u workers, %u threads, queue %s, class %s\n", o->backend,
               o->workers, o->threads, text_or(o->queue), text_or(o->device_class));
    *out = &w->base;
    return 0;
}

static inline void hear_note(void *context, const char *text)
{
    (void)context;
    buf_printf(&judging.said, "heard: %s\n", text);
}

static inline void hear_progress(void *context, const struct progress *p)
{
    static const char *const phases[] = { "starting", "sampling", "evaluating", "judging",
                                          "learning" };
    (void)context;
    if (judging.tells_progress)
        buf_printf(&judging.said,
                   "%s: step %d of %d, turn %d of %d, %zu of %zu, evaluated %zu, remaining %zu\n",
                   phases[p->phase], p->step, p->n_steps, p->turn, p->n_turns, p->done, p->total,
                   p->evaluated, p->remaining);
}

/* Without all digits of an update's metrics, of which the last ones are the machine's. */
static inline void hear_telemetry(void *context, const char *lines)
{
    const char *metrics = strstr(lines, "\"loss\":");
    (void)context;
    assert_true(lines[0] != '\0');
    if (judging.tells_telemetry && metrics == NULL)
        buf_puts(&judging.said, lines);
    else if (judging.tells_telemetry)
        buf_printf(&judging.said, "%.*s...\n", (int)(metrics - lines), lines);
}

static inline struct session_hooks judge_hooks(void)
{
    static const struct transport_kind way = { .name = "judge", .open = judge_open_way };
    judging.given = 0;
    judging.stop = 0;
    memset(judging.failures, 0, sizeof(judging.failures));
    return (struct session_hooks){ .progress = hear_progress,
                                   .note = hear_note,
                                   .telemetry = hear_telemetry,
                                   .stop = &judging.stop,
                                   .transport = &way };
}

#endif
