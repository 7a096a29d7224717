#include "src/proxy/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "src/base/buf.h"
#include "src/json/json.h"
#include "src/proxy/spool/evaluation_record.h"

static void add_number(struct json *to, const char *key, double v)
{
    if (isfinite(v))
        json_add_number(to, key, v);
    else
        json_add_null(to, key);
}

static void add_text(struct json *to, const char *key, const char *s)
{
    json_add_string(to, key, s == NULL || s[0] == '\0' ? NULL : s);
}

static void add_id(struct json *to, const char *key, int64_t id)
{
    if (id != 0)
        json_add_int(to, key, id);
    else
        json_add_null(to, key);
}

static void add_samples(struct json *to, const char *key, const double *samples, size_t n)
{
    struct json *list = json_add_array(to, key);
    for (size_t i = 0; i < n; i++)
        add_number(list, NULL, samples[i]);
}

static void add_evidence(struct json *to, const struct eval_result *r)
{
    struct json *list = json_add_array(to, "evidence");
    for (size_t i = 0; i < r->n_evidence; i++) {
        struct json *e = json_add_object(list, NULL);
        json_add_string(e, "kind", r->evidence[i].kind);
        add_number(e, "value", r->evidence[i].value);
        add_number(e, "bound", r->evidence[i].bound);
        add_text(e, "unit", r->evidence[i].unit);
        json_add_bool(e, "pass", r->evidence[i].pass);
        add_text(e, "detail", r->evidence[i].detail);
    }
}

static void add_setting(struct json *to, const struct evaluation_record *e)
{
    json_add_string(to, "task", e->task_id);
    json_add_string(to, "case", task_case_name(e->task_case));
    json_add_string(to, "mode", eval_mode_name(e->mode));
    json_add_int(to, "seed", (int64_t)e->seed);
    add_text(to, "backend", e->has_device ? e->device.backend : NULL);
    add_text(to, "device", e->has_device ? e->device.name : NULL);
}

static void add_fault(struct json *to, const struct eval_result *r)
{
    char address[24] = "";
    if (r->has_fault_address)
        snprintf(address, sizeof(address), "0x%" PRIx64, r->fault_address);
    add_id(to, "signal", r->signal);
    add_text(to, "fault_address", address);
    add_text(to, "fault_place", r->fault_place);
}

static void add_times(struct json *to, const struct eval_result *r)
{
    double runtime_us = eval_runtime_us(r);
    double baseline_us = eval_baseline_runtime_us(r);
    add_number(to, "runtime_us", runtime_us);
    add_number(to, "baseline_runtime_us", baseline_us);
    add_number(to, "speedup", r->correct ? baseline_us / runtime_us : (double)NAN);
}

void verdict_put(const struct evaluation_record *e, int64_t rollout_id, int64_t evaluation_id,
                 struct buf *out)
{
    const struct eval_result *r = &e->result;
    struct json *root = json_new_object();
    json_add_string(root, "schema", "rollbook.evaluate/1");
    json_add_string(root, "outcome", outcome_name(r->outcome));
    json_add_bool(root, "correct", r->correct);
    json_add_bool(root, "compiled", r->compiled);
    add_text(root, "cheat_kind", r->cheat_kind);
    add_text(root, "message", r->message);
    add_times(root, r);
    add_setting(root, e);
    json_add_int(root, "trials_run", r->trials_run);
    json_add_int(root, "trials_passed", r->trials_passed);
    add_number(root, "max_abs_err", r->max_abs_err);
    add_number(root, "max_rel_err", r->max_rel_err);
    add_number(root, "matched_share", r->matched_share);
    add_fault(root, r);
    add_text(root, "compile_log", r->compile_log);
    json_add_bool(root, "compile_cached", r->compile_cached);
    add_number(root, "compile_ms", r->compile_ms);
    add_number(root, "total_ms", r->total_ms);
    add_samples(root, "samples_us", r->samples_us, r->n_samples);
    add_samples(root, "baseline_samples_us", r->baseline_samples_us, r->n_baseline_samples);
    add_evidence(root, r);
    add_text(root, "code_sha256", r->code_sha256);
    json_add_bool(root, "stored", evaluation_id != 0);
    add_id(root, "rollout_id", rollout_id);
    add_id(root, "evaluation_id", evaluation_id);
    json_print(root, false, out);
    json_free(root);
}
