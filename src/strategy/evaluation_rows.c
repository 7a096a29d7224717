#include "src/strategy/evaluation_rows.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/strategy/session_rows.h"

static double sample_stdev(const double *v, size_t n)
{
    double mean = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        mean += v[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        sum += (v[i] - mean) * (v[i] - mean);
    return n < 2 ? (double)NAN : sqrt(sum / (double)(n - 1));
}

static struct measurement_row measurement(const char *subject, const double *samples, size_t n)
{
    struct measurement_row m = { .subject = subject,
                                 .method = "cpu_wall",
                                 .statistic = "median",
                                 .n_samples = n,
                                 .samples_us = samples,
                                 .runtime_us = median_of(samples, n),
                                 .min_us = (double)INFINITY,
                                 .max_us = -(double)INFINITY,
                                 .std_us = sample_stdev(samples, n) };
    for (size_t i = 0; i < n; i++) {
        m.min_us = fmin(m.min_us, samples[i]);
        m.max_us = fmax(m.max_us, samples[i]);
    }
    return m;
}

static void add_clocks(struct measurement_row *m, const double *clocks_mhz, unsigned n_throttled)
{
    m->clocks_mhz = clocks_mhz;
    m->n_throttled = n_throttled;
    if (clocks_mhz != NULL) /* only devices have events to time by */
        m->method = "cuda_event";
}

static void name_method(struct measurement_row *m, const struct eval_result *r)
{
    if (r->timing_method != NULL)
        m->method = r->timing_method;
}

static size_t measurements_of(const struct eval_result *r, struct measurement_row out[2])
{
    size_t n = 0;
    if (r->n_samples > 0) {
        out[n] = measurement("candidate", r->samples_us, r->n_samples);
        add_clocks(&out[n], r->clocks_mhz, r->throttled_samples);
        name_method(&out[n++], r);
    }
    if (r->n_baseline_samples > 0) {
        out[n] = measurement("baseline", r->baseline_samples_us, r->n_baseline_samples);
        add_clocks(&out[n], r->baseline_clocks_mhz, r->baseline_throttled_samples);
        name_method(&out[n], r);
        out[n++].baseline = r->baseline_name != NULL ? r->baseline_name : "reference";
    }
    return n;
}

int evaluation_put(struct db *db, const struct evaluation_row *of, int64_t *out_id, struct err *err)
{
    const struct eval_result *r = of->result;
    struct measurement_row measurements[2];
    struct evaluation_row row = *of;
    row.measurements = measurements;
    row.n_measurements = measurements_of(r, measurements);
    int rc = db_begin(db, err);
    if (rc == 0 && r->compile_log != NULL && *r->compile_log != '\0')
        rc = store_put_blob(db, "log", r->compile_log, strlen(r->compile_log), &row.log_blob_id,
                            err);
    if (rc == 0)
        rc = store_put_evaluation(db, &row, out_id, err);
    return db_end(db, rc, err);
}

int evaluation_put_result(struct session *s, int64_t rollout_id, const struct eval_result *r,
                          struct err *err)
{
    int64_t id = 0;
    const struct eval_job job = { .task_case = s->config.task_case,
                                  .mode = s->config.eval_mode,
                                  .correct_trials = s->config.correct_trials,
                                  .timed_runs = s->config.timed_runs,
                                  .inputs = s->config.inputs,
                                  .rule = s->config.rule,
                                  .input_seed = s->input_seed };
    int64_t device_id = 0;
    int rc = session_device_id(s, r->device_uuid, &device_id, err);
    return rc < 0 ? rc
                  : evaluation_put(s->db,
                                   &(struct evaluation_row){ .rollout_id = rollout_id,
                                                             .device_id = device_id,
                                                             .job = &job,
                                                             .result = r },
                                   &id, err);
}

int evaluation_put_no_code(struct session *s, int64_t rollout_id, struct err *err)
{
    struct eval_result none;
    eval_result_init(&none, OUTCOME_NO_CODE, "the completion contains no code");
    none.compile_ms = (double)NAN;
    none.kind = session_kind(s);
    return evaluation_put_result(s, rollout_id, &none, err);
}
