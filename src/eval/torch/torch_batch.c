/*
 * torch_batch.c - the checker's own clock on a candidate, which can forge the times that it tells.
 *
 * One call of microseconds cannot be timed from another process, many in turn can: each has inputs
 * of its own that were made before, and its outputs are handed over and compared.  What messages
 * and handing over cost was measured in the same process before it read the candidate's text.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

#define EMPTY_CALLS    7
#define EMPTY_CHAIN    24
#define REHEARSE_NS    (20 * SECOND_NS)
#define BATCH_US       30000.0
#define BATCH_LIMIT_NS (20 * SECOND_NS)
#define MOST_ROUNDS    6
#define FIRST_SEED     2000000U /* beyond every call */

/* What is told below a batch's time per call by more than this is no time. */
#define BELOW_SHARE 0.05
#define BELOW_US    20.0
/* A sample is charged up to this close to it: so well is handing over known. */
#define KNOWN_US    2.0
#define KNOWN_SHARE 0.15

/* Nothing of what it needs is in a cache, as before a call. */
static int make_cold(struct torch_run *r, struct err *err)
{
    struct json *ready CLEANUP(json_free_ptr) = NULL;
    return torch_reference_slot(r, (struct slot_request){ .op = "ready" }, &ready, err);
}

/* Of one call that computes nothing, or of n in a batch; NaN: it did not answer. */
static int ask_empty(struct torch_run *r, unsigned n, bool is_cold, double *out_us, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { .given_seed = -1 };
    struct json *ask CLEANUP(json_free_ptr) = NULL;
    int64_t build_ns;
    bool is_random = false;
    if (json_bool(json_get(r->opened, "is_random"), &is_random) && is_random)
        x.given_seed = 0; /* it is seeded, as a call is */
    if (n > 0) {
        ask = json_new_object();
        json_add_int(ask, "batch", n);
        json_add_int(ask, "seed", x.given_seed);
    }
    torch_candidate_stop(r);
    torch_bring_together(r, &r->p->pid, 1);
    int rc = is_cold ? make_cold(r, err) : 0;
    if (rc == 0)
        rc = torch_call_exchange(r, ask, false, &x, &build_ns, err);
    if (rc == 0 && (x.state != CHANNEL_OK || json_get(x.answer, "failed") != NULL))
        rc = err_set(err, ERR_INTEGRITY, "a candidate's process ended before it read its text");
    *out_us = rc == 0 ? torch_call_work_us(r, &x) : (double)NAN;
    return rc;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int usual_empty(struct torch_run *r, unsigned n, bool is_cold, struct torch_empty *out,
                       struct err *err)
{
    double us[EMPTY_CHAIN];
    unsigned n_calls = is_cold ? EMPTY_CALLS : EMPTY_CHAIN;
    int rc = ask_empty(r, n, true, &us[0], err); /* the first one touches memory that is new */
    for (unsigned i = 0; i < n_calls && rc == 0; i++)
        rc = ask_empty(r, n, is_cold, &us[i], err);
    if (rc != 0)
        return rc;
    qsort(us, n_calls, sizeof(us[0]), compare_numbers);
    /* Being disturbed makes it longer. */
    *out = (struct torch_empty){ .us = us[n_calls / 4],
                                 .spread_us = us[n_calls - 1 - n_calls / 4] - us[n_calls / 4] };
    return 0;
}

bool torch_batch_is_wanted(const struct torch_run *r)
{
    return !r->untimed && r->memory == NULL && r->most_batched > 1 &&
           r->p->text == r->job->candidate;
}

int torch_batch_rehearse(struct torch_run *r, struct err *err)
{
    struct json *go CLEANUP(json_free_ptr) = json_new_object();
    struct torch_process *p = r->p;
    int64_t limit_ns = r->limit_ns;
    struct torch_empty one = { 0 }, all = { 0 };
    int rc = 0;
    bool is_timed = !r->untimed;
    bool is_batched = torch_batch_is_wanted(r);
    r->limit_ns = REHEARSE_NS;
    int64_t start_ns = trace_start();
    if (is_timed)
        rc = usual_empty(r, 0, true, &p->empty, err);
    if (rc == 0 && is_timed && r->memory != NULL)
        rc = usual_empty(r, 0, false, &p->chained, err);
    if (rc == 0 && is_batched)
        rc = usual_empty(r, 1, true, &one, err);
    if (rc == 0 && is_batched)
        rc = usual_empty(r, r->most_batched, true, &all, err);
    p->batch_us = one.us;
    if (rc == 0 && is_batched)
        p->batch_call_us = fmax(0.0, all.us - one.us) / (r->most_batched - 1);
    torch_let_go(r, &r->p->pid, 1);
    trace_stop("empty calls", start_ns);
    r->limit_ns = limit_ns;
    torch_candidate_go(r);
    json_add_bool(go, "go", true);
    if (rc == 0)
        (void)channel_send(p->fd, clock_monotonic_ns() + limit_ns, go);
    return rc;
}

int torch_batch_ask(struct torch_run *r, const char *op, unsigned n, int64_t seed,
                    struct json **out, struct err *err)
{
    return torch_reference_slot(
        r, (struct slot_request){ .op = op, .seed = seed, .exact = false, .n = n }, out, err);
}

/* *out_us: what a call took, all costs of the batch taken off. */
static int ask_batch(struct torch_run *r, unsigned n, struct candidate_call *x, double *out_us,
                     struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    int64_t build_ns = 0;
    json_add_int(ask, "batch", n);
    json_add_int(ask, "seed", x->given_seed);
    r->limit_ns = BATCH_LIMIT_NS;
    json_free(x->answer);
    x->answer = NULL;
    int rc = torch_call_exchange(r, ask, false, x, &build_ns, err);
    trace_add("batch", x->took_ns);
    double work_us = torch_call_work_us(r, x) - r->p->batch_us + r->p->batch_call_us;
    *out_us = work_us / n - r->p->batch_call_us;
    return rc;
}

static int run_batch(struct torch_run *r, unsigned n, unsigned round, double *out_us,
                     struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    struct json *compared CLEANUP(json_free_ptr) = NULL;
    double us = (double)NAN;
    x.seed = torch_run_seed(r, FIRST_SEED + round);
    torch_candidate_stop(r);
    int rc = torch_batch_ask(r, "batch_draw", n, x.seed, &x.drawn, err);
    if (rc != 0)
        return rc;
    x.given_seed = torch_count(x.drawn, "seed");
    rc = ask_batch(r, n, &x, &us, err);
    if (rc != 0)
        return rc;
    if (x.state != CHANNEL_OK)
        return torch_candidate_gone(r, x.state, "calls of forward in turn", err);
    if (!torch_call_is_answered(r, &x))
        return 0;
    *out_us = us;
    rc = torch_batch_ask(r, "batch_compare", n, x.seed, &compared, err);
    if (rc == 0 && !(r->as_suite && x.given_seed >= 0))
        torch_call_compare(r, compared);
    return rc;
}

struct batched {
    unsigned n;
    double us; /* of a call; NaN: no batch ran */
    double charged_us;
    double share; /* of it that the reference, timed so, tells by its own clock; at most 1 */
};

/* What is told below this is no time, and a sample is at least so long. */
static double lowest_us(double batch_us)
{
    return batch_us * (1.0 - BELOW_SHARE) - BELOW_US;
}

static double charged_us(const struct torch_run *r, double batch_us)
{
    return batch_us * (1.0 - BELOW_SHARE) - fmax(KNOWN_US, KNOWN_SHARE * r->p->batch_call_us);
}

#define LEAST_SHARE     0.5
#define LAUNCHING_SHARE 0.5 /* of the bound: a host's launches vary by that much */

/* Caches, and outputs that are handed over on a busy machine, make a batch longer than its calls
 * alone.  They do so for the trusted reference as well. */
static int time_reference(struct torch_run *r, struct batched *b, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const struct eval_result *out = r->verdict.out;
    int rc = torch_batch_ask(r, "batch_time", b->n, 0, &answer, err);
    double us = torch_number(answer, "us");
    double told = median_of(out->baseline_samples_us, out->n_baseline_samples);
    if (rc == 0 && us > told)
        b->share = fmax(LEAST_SHARE, told / us);
    return rc;
}

/* Being disturbed makes a batch longer, so one that speaks against the candidate is followed by
 * others, and the shortest counts. */
static int least_batch(struct torch_run *r, double told, struct batched *out, struct err *err)
{
    double most = BATCH_US / fmax(1.0, r->least_call_us);
    int rc = 0;
    unsigned n = most > 2.0 ? (unsigned)most : 2;
    *out = (struct batched){ .n = n < r->most_batched ? n : r->most_batched,
                             .us = (double)NAN,
                             .share = 1.0 };
    for (unsigned round = 0; out->n > 1 && round < MOST_ROUNDS && rc == 0; round++) {
        double us = (double)NAN;
        if (r->verdict.decided || (round > 0 && told >= charged_us(r, out->us * out->share)))
            break;
        rc = run_batch(r, out->n, round + MOST_ROUNDS * (unsigned)(r->p - r->own), &us, err);
        out->us = fmin(out->us, us); /* of a number and NaN, the number */
        if (rc == 0 && !r->verdict.decided && round == 0 && told < charged_us(r, out->us))
            rc = time_reference(r, out, err);
    }
    out->us *= out->share;
    return rc;
}

static void charge(struct eval_result *out, double least_us)
{
    for (size_t i = 0; i < out->n_samples; i++)
        out->samples_us[i] = fmax(out->samples_us[i], least_us);
}

int torch_batch_bound(struct torch_run *r, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    struct torch_process *asked = r->p;
    double told = median_of(out->samples_us, out->n_samples);
    struct batched b = { .us = (double)NAN };
    int rc = 0;
    /* A forger has to tell less than the truth in each process. */
    for (size_t i = 0; i < r->n_processes && rc == 0 && !r->verdict.decided; i++) {
        struct batched of_process;
        r->p = &r->own[i];
        rc = least_batch(r, told, &of_process, err);
        b.n = of_process.n;
        b.us = fmin(b.us, of_process.us);
        b.charged_us = charged_us(r, b.us);
        if (told >= b.charged_us)
            break;
    }
    r->p = asked;
    if (rc != 0 || r->verdict.decided)
        return rc;
    if (isnan(b.us))
        return 0;
    double bound = lowest_us(b.us);
    /* Calls in turn wait for a host that launches longer than the device computes.  They count. */
    size_t n_told = r->n_told < ARRAY_LEN(r->told_us) ? r->n_told : ARRAY_LEN(r->told_us);
    double launching_us = n_told > 0 ? median_of(r->told_us, n_told) : (double)NAN;
    bool is_launching = told < bound && launching_us >= LAUNCHING_SHARE * bound;
    bool is_time = told >= bound || is_launching;
    const char *said = arena_printf(
        r->arena, "%u calls in turn took %.1f us each, single ones %.1f us%s", b.n, b.us, told,
        is_launching ? ": the device waits for launches, and calls in turn count" : "");
    verdict_add(&r->verdict, (struct evidence){ "batch_clock", told, bound, "us", is_time, said });
    if (told < b.charged_us)
        charge(out, b.charged_us);
    if (!is_time)
        out->why_no_speedup = said;
    return 0;
}
