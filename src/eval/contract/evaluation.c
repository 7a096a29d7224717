#include "src/eval/contract/evaluation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/stat/stat_interval.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/speedup.h"
#include "src/eval/contract/profile.h"

static const char *outcome_text(int v)
{
    return outcome_name((enum outcome)v);
}

static const char *case_text(int v)
{
    return task_case_name((enum task_case)v);
}

static const char *mode_text(int v)
{
    return eval_mode_name((enum eval_mode)v);
}

#define CASE                                                                                       \
    .name = "case", .parameter = ":task_case", .kind = MEMBER_ENUM, .enum_name = case_text,        \
    .size = 3, .offset = offsetof(struct eval_job, task_case), .needed = true
#define MODE                                                                                       \
    .name = "mode", .parameter = ":eval_mode", .kind = MEMBER_ENUM, .enum_name = mode_text,        \
    .size = 2, .offset = offsetof(struct eval_job, mode), .needed = true
#define TASK                                                                                       \
    .name = "task", .kind = MEMBER_TEXT, .offset = offsetof(struct eval_job, task_id),             \
    .needed = true

static const struct member job_rows[] = {
    { MEMBER_AT(struct eval_job, id, INDEX), .needed = true },
    { MEMBER_ARRAY(struct eval_job, code_sha256, CHARS), .needed = true },
    { TASK },
    { CASE },
    { MODE },
    { MEMBER_COLUMN(struct eval_job, correct_trials, SIGNAL) },
    { MEMBER_COLUMN(struct eval_job, timed_runs, SIGNAL) },
    { MEMBER_COLUMN(struct eval_job, input_seed, SEED), .needed = true },
    { MEMBER_AT(struct eval_job, kind, TEXT) },
    { MEMBER_AT(struct eval_job, problem, TEXT) },
    { MEMBER_COLUMN(struct eval_job, inputs, TEXT) },
    { MEMBER_COLUMN(struct eval_job, rule, TEXT) },
    { MEMBER_AT(struct eval_job, baseline, TEXT) },
    { MEMBER_AT(struct eval_job, counters, BOOL) },
    { MEMBER_AT(struct eval_job, adaptive, BOOL) },
    { MEMBER_MANY(struct eval_job, kernel_text, kernel_len, BYTES), .needed = true },
};
const struct member_table eval_job_members = MEMBER_TABLE(job_rows, struct eval_job);

static const struct member setting_rows[] = {
    { TASK },
    { CASE },
    { MODE },
    { MEMBER_AT(struct eval_job, correct_trials, SIGNAL), .hidden = READER_EVALUATE,
      .unknown = "the mode's" },
    { MEMBER_AT(struct eval_job, timed_runs, SIGNAL), .hidden = READER_EVALUATE,
      .unknown = "the mode's" },
    { .name = "seed",
      .kind = MEMBER_SEED,
      .offset = offsetof(struct eval_job, input_seed),
      .needed = true },
    { MEMBER_AT(struct eval_job, inputs, TEXT), .unknown = "the task's own" },
    { MEMBER_AT(struct eval_job, rule, TEXT), .unknown = "the task's own" },
};
const struct member_table eval_setting_members = MEMBER_TABLE(setting_rows, struct eval_job);

static const struct member evidence_rows[] = {
    { MEMBER_COLUMN(struct evidence, kind, TEXT) },
    { MEMBER_COLUMN(struct evidence, value, REAL) },
    { MEMBER_COLUMN(struct evidence, bound, REAL) },
    { MEMBER_COLUMN(struct evidence, unit, TEXT) },
    { MEMBER_COLUMN(struct evidence, pass, BOOL) },
    { MEMBER_COLUMN(struct evidence, detail, TEXT) },
};
const struct member_table evidence_members = MEMBER_TABLE(evidence_rows, struct evidence);

static double runtime_of(const void *from)
{
    return eval_runtime_us(from);
}

static double baseline_of(const void *from)
{
    return eval_baseline_runtime_us(from);
}

static double speedup_from(const void *from)
{
    const struct eval_result *r = from;
    return speedup_of(r->correct, baseline_of(r), runtime_of(r));
}

const char *eval_difference(const struct eval_result *r)
{
    if (isnan(r->speedup_lower) || isnan(r->speedup_upper))
        return "";
    if (r->same_as_baseline == 1)
        return "the same text";
    return r->speedup_lower > 1.0   ? "faster"
           : r->speedup_upper < 1.0 ? "slower"
                                    : "within noise of 1";
}

static void say_difference(const void *from, char *out, size_t size)
{
    snprintf(out, size, "%s", eval_difference(from));
}

#define FACT(member_kind, field, column, hidden_from, why)                                         \
    { MEMBER_AT(struct eval_result, field, member_kind), .parameter = (column),                    \
      .hidden = (hidden_from), .unknown = (why) },
#define FOLLOWS(member_name, function)                                                             \
    {                                                                                              \
        .name = (member_name), .kind = MEMBER_DERIVED, .derive = (function),                       \
        .hidden = READER_WORKER, .unknown = "not measured"                                         \
    }
#define INTERNAL READER_EVAL | READER_EVALUATE

/* "rollbook eval" shows them in this order. */
static const struct member result_rows[] = {
    { MEMBER_COLUMN(struct eval_result, outcome, ENUM), .enum_name = outcome_text,
      .size = OUTCOME_COUNT, .needed = true },
    { MEMBER_COLUMN(struct eval_result, compiled, BOOL), .hidden = READER_EVAL },
    { MEMBER_COLUMN(struct eval_result, correct, BOOL) },
    { MEMBER_COLUMN(struct eval_result, cheat_kind, TEXT), .unknown = "no cheat" },
    { MEMBER_COLUMN(struct eval_result, message, TEXT), .unknown = "nothing to say" },
    FOLLOWS("runtime_us", runtime_of),
    FOLLOWS("baseline_runtime_us", baseline_of),
    FOLLOWS("speedup", speedup_from),
    { .name = "difference",
      .kind = MEMBER_DERIVED_TEXT,
      .say = say_difference,
      .hidden = READER_WORKER,
      .unknown = EVAL_NO_INTERVAL },
    EVAL_RESULT_FACTS(FACT) /* one value each */
    { MEMBER_MANY(struct eval_result, samples_us, n_samples, REALS) },
    { MEMBER_MANY(struct eval_result, baseline_samples_us, n_baseline_samples, REALS) },
    { MEMBER_MANY(struct eval_result, clocks_mhz, n_samples, REALS_BESIDE), .hidden = INTERNAL },
    { MEMBER_MANY(struct eval_result, baseline_clocks_mhz, n_baseline_samples, REALS_BESIDE),
      .hidden = INTERNAL },
    { MEMBER_AT(struct eval_result, throttled_samples, UNSIGNED), .hidden = INTERNAL },
    { MEMBER_AT(struct eval_result, baseline_throttled_samples, UNSIGNED), .hidden = INTERNAL },
    { MEMBER_AT(struct eval_result, profile, POINTER), .of = &profile_members,
      .hidden = READER_EVALUATE, .unknown = "no profiler" },
    { MEMBER_MANY(struct eval_result, evidence, n_evidence, LIST), .of = &evidence_members },
    { MEMBER_ARRAY(struct eval_result, code_sha256, CHARS) },
    { MEMBER_ARRAY(struct eval_result, device_uuid, CHARS), .hidden = INTERNAL },
    { MEMBER_ARRAY(struct eval_result, artifact_sha256, CHARS), .parameter = ":artifact_sha256",
      .hidden = READER_EVALUATE, .unknown = "no object" },
};
const struct member_table eval_result_members = MEMBER_TABLE(result_rows, struct eval_result);

static const struct member device_rows[] = {
    { MEMBER_ARRAY(struct device_info, backend, CHARS), .needed = true },
    { MEMBER_ARRAY(struct device_info, name, CHARS), .needed = true },
    { MEMBER_ARRAY(struct device_info, uuid, CHARS), .needed = true },
    { MEMBER_AT(struct device_info, cores, INT), .needed = true },
    { MEMBER_AT(struct device_info, n_devices, INT), .hidden = READER_EVAL },
    { MEMBER_ARRAY(struct device_info, compiler, CHARS), .needed = true },
    { MEMBER_ARRAY(struct device_info, flags, CHARS), .needed = true },
    { MEMBER_ARRAY(struct device_info, sandbox, CHARS), .needed = true },
};
const struct member_table device_members = MEMBER_TABLE(device_rows, struct device_info);

/* Facts with a reason to be unknown start unknown; others are 0. */
static void forget(struct eval_result *out, const struct member *m)
{
    static const int count = -1;
    static const int64_t index = -1;
    static const double real = (double)NAN;
    void *at = (char *)out + m->offset;
    if (m->unknown == NULL)
        return;
    if (m->kind == MEMBER_COUNT || m->kind == MEMBER_FLAG)
        memcpy(at, &count, sizeof count);
    else if (m->kind == MEMBER_INDEX)
        memcpy(at, &index, sizeof index);
    else if (m->kind == MEMBER_REAL)
        memcpy(at, &real, sizeof real);
}

/* Problems are told apart by their text, whatever they are called; tasks of the suites by
 * everything that decides a verdict. */
static void hash_task(const struct task *t, char out[65])
{
    if (t->module != NULL)
        sha256_hex(t->module, strlen(t->module), out);
    else
        memcpy(out, t->sha256, 65);
}

static const char *hash_verdict(int version, const struct verdict_facts *v, struct arena *a)
{
    char hash[65];
    const char *text =
        arena_printf(a, "rollbook verdict\n%d\n%s\n%s\n%s\n%s\n", version, v->code_sha256,
                     v->task_sha256, v->rule == NULL ? "own" : v->rule, v->outcome);
    sha256_hex(text, strlen(text), hash);
    return arena_strdup(a, hash);
}

const char *verdict_sha256(const struct eval_job *job, const struct eval_result *r, struct arena *a)
{
    char task[65];
    if (r->outcome == OUTCOME_INFRA || r->code_sha256[0] == '\0')
        return NULL;
    hash_task(job->task, task);
    return hash_verdict(
        EVALUATOR_VERSION,
        &(struct verdict_facts){ r->code_sha256, task, job->rule, outcome_name(r->outcome) }, a);
}

int evaluator_of_verdict(const char *sha256, const struct verdict_facts *v, struct arena *a)
{
    if (sha256 == NULL || v->code_sha256 == NULL || v->task_sha256 == NULL || v->outcome == NULL)
        return 0;
    for (int version = EVALUATOR_VERSION; version > 0; version--)
        if (strcmp(hash_verdict(version, v, a), sha256) == 0)
            return version;
    return 0;
}

#define INTERVAL_LEVEL 0.95

void eval_result_note_interval(struct eval_result *r, unsigned n_processes)
{
    size_t n = r->n_samples < r->n_baseline_samples ? r->n_samples : r->n_baseline_samples;
    struct interval ci =
        stat_ratio_interval(r->baseline_samples_us, r->samples_us, n, n_processes, INTERVAL_LEVEL);
    if (isnan(ci.low) || isnan(ci.high))
        return;
    r->speedup_lower = ci.low;
    r->speedup_upper = ci.high;
    r->interval_level = INTERVAL_LEVEL;
    r->interval_kind = interval_name(INTERVAL_PROCESSES);
    r->interval_processes = (int)n_processes;
}

double eval_result_width(const struct eval_result *r, unsigned n_processes)
{
    size_t n = r->n_samples < r->n_baseline_samples ? r->n_samples : r->n_baseline_samples;
    struct interval ci =
        stat_ratio_interval(r->baseline_samples_us, r->samples_us, n, n_processes, INTERVAL_LEVEL);
    return ci.high / ci.low;
}

void eval_result_drop_times(struct eval_result *r, const char *why)
{
    r->why_no_speedup = why;
    r->n_samples = 0;
    if (why == NULL)
        r->n_baseline_samples = 0;
}

void eval_result_drop_noise(struct eval_result *r, struct arena *a)
{
    if (r->n_samples == 0 || !(r->speedup_upper / r->speedup_lower > EVAL_MOST_WIDTH))
        return;
    r->n_noisy = r->n_samples;
    eval_result_drop_times(
        r, arena_printf(
               a, "the machine was too busy: with %zu samples the speedup is between %.3g and %.3g",
               r->n_samples, r->speedup_lower, r->speedup_upper));
}

void eval_result_init(struct eval_result *out, enum outcome outcome, const char *message)
{
    *out = (struct eval_result){ .outcome = outcome, .message = message };
    for (size_t i = 0; i < eval_result_members.n; i++)
        forget(out, &eval_result_members.members[i]);
}

/*
 * Names of outcomes and modes.
 */

static const char *const outcome_names[OUTCOME_COUNT] = {
    [OUTCOME_NO_CODE] = "no_code",
    [OUTCOME_PARSE] = "parse",
    [OUTCOME_COMPILE] = "compile",
    [OUTCOME_LAUNCH] = "launch",
    [OUTCOME_CRASH] = "crash",
    [OUTCOME_TIMEOUT] = "timeout",
    [OUTCOME_WRONG_SHAPE] = "wrong_shape",
    [OUTCOME_NAN] = "nan",
    [OUTCOME_MISMATCH] = "mismatch",
    [OUTCOME_CHEAT] = "cheat",
    [OUTCOME_MEASURED] = "measured",
    [OUTCOME_INFRA] = "infra",
};

const char *outcome_name(enum outcome o)
{
    return outcome_names[o];
}

bool outcome_parse(const char *name, enum outcome *out)
{
    for (size_t i = 0; i < OUTCOME_COUNT; i++)
        if (strcmp(outcome_names[i], name) == 0) {
            *out = (enum outcome)i;
            return true;
        }
    return false;
}

static const struct {
    unsigned trials, timed;
} modes[] = {
    [EVAL_FAST] = { 1, 5 },
    [EVAL_FULL] = { 5, 50 },
};
const char *const eval_mode_names[] = { "fast", "full", NULL };

const char *eval_mode_name(enum eval_mode m)
{
    return eval_mode_names[m];
}

bool eval_mode_parse(const char *name, enum eval_mode *out)
{
    for (size_t i = 0; i < ARRAY_LEN(modes); i++)
        if (strcmp(eval_mode_names[i], name) == 0) {
            *out = (enum eval_mode)i;
            return true;
        }
    return false;
}

unsigned eval_mode_trials(enum eval_mode m, int asked)
{
    return asked > 0 ? (unsigned)asked : modes[m].trials;
}

unsigned eval_mode_timed(enum eval_mode m, int asked)
{
    return asked > 0 ? (unsigned)asked : modes[m].timed;
}

double eval_deadline_ms(double usual_ms, int correct_trials, int timed_runs)
{
    double room = modes[EVAL_FULL].trials + modes[EVAL_FULL].timed;
    double asked = eval_mode_trials(EVAL_FULL, correct_trials);
    asked += eval_mode_timed(EVAL_FULL, timed_runs);
    return asked > room ? usual_ms * asked / room : usual_ms;
}

void verdict_add(struct verdict *v, struct evidence row)
{
    struct eval_result *out = v->out;
    if (out->n_evidence == v->capacity) {
        size_t capacity = v->capacity * 2 + 16;
        struct evidence *more = arena_array(v->arena, capacity, sizeof *more);
        if (out->n_evidence != 0)
            memcpy(more, out->evidence, out->n_evidence * sizeof *more);
        out->evidence = more;
        v->capacity = capacity;
    }
    if (row.detail != NULL)
        row.detail = arena_strdup(v->arena, row.detail);
    out->evidence[out->n_evidence++] = row;
}

void verdict_decide(struct verdict *v, enum outcome o, const char *cheat_kind, const char *fmt, ...)
{
    char msg[480];
    va_list args;
    if (v->decided)
        return;
    va_start(args, fmt);
    vsnprintf(msg, sizeof msg, fmt, args);
    va_end(args);
    v->decided = true;
    v->out->outcome = o;
    v->out->cheat_kind = cheat_kind;
    v->out->message = arena_strdup(v->arena, msg);
}
