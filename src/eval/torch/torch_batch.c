/*
 * torch_batch.c - the checker's own clock on a candidate, which can forge the times that it tells.
 *
 * One call of microseconds cannot be timed from another process, many in turn can: each has inputs
 * of its own that were made before, and its outputs are handed over and compared.  What messages
 * and handing over cost was measured in the same process before it read the candidate's text.
 */
#include <math.h>
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

#define EMPTY_CALLS    5
#define EMPTY_BATCHES  3
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

/* Of one empty call, or of n in a batch; NaN: it did not answer. */
static int ask_empty(struct torch_run *r, unsigned n, double *out_us, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    int64_t build_ns;
    json_add_int(ask, "empty", n);
    int rc = torch_call_exchange(r, ask, &x, &build_ns, err);
    if (rc == 0 && x.state != CHANNEL_OK)
        rc = err_set(err, ERR_INTEGRITY, "a candidate's process ended before it read its text");
    *out_us = rc == 0 ? torch_call_work_us(r, &x) : (double)NAN;
    double told_us = torch_number(x.answer, "hand_over_us");
    if (n == 0)
        r->p->hand_over_us = r->p->hand_over_us > 0 ? fmin(r->p->hand_over_us, told_us) : told_us;
    return rc;
}

static int least_empty(struct torch_run *r, unsigned n, unsigned times, double *out_us,
                       struct err *err)
{
    double us = 0;
    int rc = ask_empty(r, n, &us, err); /* the first one touches memory that is new */
    *out_us = (double)INFINITY;
    for (unsigned i = 0; i < times && rc == 0; i++) {
        rc = ask_empty(r, n, &us, err);
        *out_us = fmin(*out_us, us);
    }
    return rc;
}

bool torch_batch_is_wanted(const struct torch_run *r)
{
    return !r->untimed && r->most_batched > 1 && r->p->text == r->job->candidate;
}

int torch_batch_rehearse(struct torch_run *r, struct err *err)
{
    struct json *go CLEANUP(json_free_ptr) = json_new_object();
    struct torch_process *p = r->p;
    int64_t limit_ns = r->limit_ns;
    double all_us = 0;
    int rc = 0;
    bool is_timed = !r->untimed;
    bool is_batched = torch_batch_is_wanted(r);
    r->limit_ns = REHEARSE_NS;
    int64_t start_ns = trace_start();
    if (is_timed)
        rc = least_empty(r, 0, EMPTY_CALLS, &p->empty_us, err);
    if (rc == 0 && is_batched)
        rc = least_empty(r, 1, EMPTY_CALLS, &p->batch_us, err);
    if (rc == 0 && is_batched)
        rc = least_empty(r, r->most_batched, EMPTY_BATCHES, &all_us, err);
    if (rc == 0 && is_batched)
        p->batch_call_us = fmax(0.0, all_us - p->batch_us) / (r->most_batched - 1);
    trace_stop("empty calls", start_ns);
    r->limit_ns = limit_ns;
    torch_candidate_go(r);
    json_add_bool(go, "go", true);
    if (rc == 0)
        (void)channel_send(p->fd, clock_monotonic_ns() + limit_ns, go);
    return rc;
}

static int ask_reference(struct torch_run *r, const char *op, unsigned n, int64_t seed,
                         struct json **out, struct err *err)
{
    return torch_reference_slot(
        r, (struct slot_request){ .op = op, .seed = seed, .exact = false, .n = n }, out, err);
}

/* *out_us: of a call, all costs of the batch taken off. */
static int run_batch(struct torch_run *r, unsigned n, unsigned round, double *out_us,
                     struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *compared CLEANUP(json_free_ptr) = NULL;
    int64_t seed = torch_run_seed(r, FIRST_SEED + round), build_ns = 0, given = 0;
    torch_candidate_stop(r);
    int rc = ask_reference(r, "batch_draw", n, seed, &x.drawn, err);
    if (rc != 0)
        return rc;
    json_add_int(ask, "batch", n);
    bool is_random = json_int(json_get(x.drawn, "seed"), &given);
    if (is_random)
        json_add_int(ask, "seed", given);
    r->limit_ns = BATCH_LIMIT_NS;
    rc = torch_call_exchange(r, ask, &x, &build_ns, err);
    trace_add("batch", x.took_ns);
    if (rc != 0)
        return rc;
    if (x.state != CHANNEL_OK)
        return torch_candidate_gone(r, x.state, "calls of forward in turn", err);
    if (!torch_call_is_answered(r, &x))
        return 0;
    double work_us = torch_call_work_us(r, &x) - r->p->batch_us + r->p->batch_call_us;
    *out_us = work_us / n - r->p->batch_call_us;
    rc = ask_reference(r, "batch_compare", n, seed, &compared, err);
    if (rc == 0 && !(r->as_suite && is_random))
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

#define LEAST_SHARE 0.5

/* Caches, and outputs that are handed over on a busy machine, make a batch longer than its calls
 * alone.  They do so for the trusted reference as well. */
static int time_reference(struct torch_run *r, struct batched *b, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const struct eval_result *out = r->verdict.out;
    int rc = ask_reference(r, "batch_time", b->n, 0, &answer, err);
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

static void charge(struct torch_run *r, double least_us)
{
    struct eval_result *out = r->verdict.out;
    for (size_t i = 0; i < out->n_samples; i++)
        if (out->samples_us[i] < least_us) {
            r->worst_hidden_us = fmax(r->worst_hidden_us, least_us - out->samples_us[i]);
            out->samples_us[i] = least_us;
        }
}

int torch_batch_bound(struct torch_run *r, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    struct torch_process *asked = r->p;
    double told = median_of(r->told, out->n_samples);
    double called = median_of(out->samples_us, out->n_samples);
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
    double bound = lowest_us(isnan(b.us) ? called : fmax(b.us, called));
    const char *said =
        b.us >= called
            ? arena_printf(
                  r->arena,
                  "%u calls in turn took %.1f us each by the checker's clock; reported: %.1f us",
                  b.n, b.us, told)
            : arena_printf(r->arena,
                           "a call took %.1f us or more by the checker's clock; reported: %.1f us",
                           called, told);
    verdict_add(&r->verdict,
                (struct evidence){ "batch_clock", told, bound, "us", told >= bound, said });
    if (told < b.charged_us)
        charge(r, b.charged_us);
    if (told < bound)
        out->why_no_speedup = said;
    return 0;
}
