/*
 * cmd_eval.c - "rollbook eval": one kernel file against one task.  No database.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/speedup.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/eval/contract/profile.h"
#include "src/eval/eval.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/problem/problem.h"
#include "src/run/run_config.h"
#include "src/table/fold.h"
#include "src/trust/trust.h"
#include "src/worker/apart.h"
#include "tasks/task_module.h"
#include "tasks/task_shape.h"

struct asked_problem {
    const char *path;   /* of the problem's module; NULL: the job's task has it */
    const char *inputs; /* NULL: as the rule says */
    const char *python; /* NULL: ROLLBOOK_PYTHON, else python3 */
};

struct asked_eval {
    struct eval_job job;
    const char *task, *dims, *seed, *backend;
    bool trace;
    struct asked_problem problem;
};

#define ROW(member, ...) OPTION(struct asked_eval, member, __VA_ARGS__)
static const char *const rules[] = { "own", "kernelbench", "suite", "draws", NULL };
static const struct option options[] = {
    ROW(task, "task", "ID",
        "the task that the kernel solves, e.g. l1/4 (required unless --problem is given)",
        .letter = 't'),
    ROW(job.task_case, "case", "CASE", "sizes: tiny, cpu or full", .letter = 'c',
        .choices = task_case_names),
    ROW(dims, "dims", "SIZES", "other sizes than the case's, e.g. m=512,k=4096"),
    ROW(job.mode, "mode", "MODE", "fast (1 check, 5 timed runs) or full (5, 50)", .letter = 'm',
        .choices = eval_mode_names),
    TRIAL_OPTIONS(struct asked_eval, job.correct_trials, job.timed_runs),
    ROW(seed, "seed", "N", "seed of the inputs (default: random, and shown)", .letter = 's'),
    ROW(job.threads, "threads", "N", "cores that blocks are spread over (0: all)", .most = 1024),
    ROW(job.deadline_ms, "deadline", "MS",
        "time for all runs, milliseconds, without waiting for a processor (0: 10000)",
        .most = 1000000000),
    ROW(backend, "backend", "NAME", "where it runs"),
    ROW(job.kind, "kind", "KIND",
        "kind of the file: kernel_file, library or torch (default: recognised from the text)"),
    ROW(problem.path, "problem", "FILE",
        "PyTorch: the module with Model, get_inputs, get_init_inputs; the candidate has "
        "ModelNew"),
    ROW(problem.inputs, "inputs", "HOW",
        "PyTorch: suite (as the problem draws them), signed or scaled", .choices = module_inputs),
    ROW(job.rule, "rule", "NAME",
        "correctness rule: own, kernelbench, or draws (kernel files: many inputs and sizes, no "
        "times)",
        .choices = rules),
    ROW(job.baseline, "baseline", "NAME", "PyTorch: the baseline: eager or compile (torch.compile)",
        .choices = module_baselines),
    ROW(problem.python, "python", "PROGRAM",
        "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
    ROW(job.adaptive, "adaptive", NULL, "stop timed runs when their median is known to 1 %"),
    ROW(job.counters, "counters", NULL, "also read performance counters of the kernels (GPU)"),
    ROW(trace, "trace", NULL, "show where the time of this command went, by phase"),
};
static const struct asked_eval standard_eval = {
    .job = { .task_case = CASE_CPU, .rule = "own", .baseline = "eager" },
    .backend = "cpu",
    .problem = { .inputs = "signed" },
};

struct eval_view {
    struct eval_job job;
    const struct device_info *device;
    const struct eval_result *r;
    double runtime_us, baseline_us, speedup;
    struct trace_phases *phases; /* NULL: not asked for */
};

static struct cell text_cell(struct table *t, const struct member *m, const char *s)
{
    return s == NULL && m->unknown != NULL ? cell_na(t, m->unknown) : cell_text(t, s);
}

static struct cell int_cell(struct table *t, const struct member *m, const void *from)
{
    int64_t v;
    if (!member_int(m, from, &v))
        return cell_na(t, m->unknown);
    return m->kind == MEMBER_BOOL || m->kind == MEMBER_FLAG ? cell_bool(v != 0) : cell_int(v);
}

static struct cell real_cell(struct table *t, const struct member *m, const void *from)
{
    double v = member_real(m, from);
    return isnan(v) && m->unknown != NULL ? cell_na(t, m->unknown) : cell_real(v);
}

/* Several values, and seeds beyond SQL integers, are JSON. */
static struct cell json_cell(struct table *t, const struct member *m, const void *from)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    member_print(m, from, READER_EVAL, &b);
    bool is_null = strcmp(buf_text(&b), "null") == 0;
    return is_null ? cell_na(t, m->unknown) : cell_json(t, buf_text(&b));
}

static struct cell seed_cell(struct table *t, const struct member *m, const void *from)
{
    char digits[24];
    uint64_t v;
    memcpy(&v, member_at(m, from), sizeof v);
    snprintf(digits, sizeof digits, "%" PRIu64, v);
    return v <= INT64_MAX ? cell_int((int64_t)v) : cell_text(t, digits);
}

static struct cell member_cell(struct table *t, const struct member *m, const void *from)
{
    switch (m->kind) {
    case MEMBER_TEXT:
    case MEMBER_CHARS:
    case MEMBER_ENUM:
        return text_cell(t, m, member_text(m, from));
    case MEMBER_BOOL:
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_INDEX:
    case MEMBER_SIGNAL:
    case MEMBER_ID:
        return int_cell(t, m, from);
    case MEMBER_U64:
    case MEMBER_SEED:
        return seed_cell(t, m, from);
    case MEMBER_REAL:
    case MEMBER_DERIVED:
        return real_cell(t, m, from);
    case MEMBER_BYTES:
    case MEMBER_THREE:
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
    case MEMBER_LIST:
    case MEMBER_PART:
    case MEMBER_POINTER:
    case MEMBER_DERIVED_TEXT:
        break;
    }
    return json_cell(t, m, from);
}

static const struct member device_column = { .name = "device",
                                             .kind = MEMBER_PART,
                                             .of = &device_members };

static const struct member_table device_columns = { .members = &device_column, .n = 1 };

/* [{"phase": "compile", "n": 1, "ms": 78.9, "share": 0.26}, ...] */
static const char *phases_json(struct arena *a, const struct trace_phases *p)
{
    struct json *all CLEANUP(json_free_ptr) = json_new_array();
    struct buf b CLEANUP(buf_release) = { 0 };
    for (int i = 0; i < TRACE_N_PHASES; i++) {
        if (p->ns[i] == 0)
            continue;
        struct json *one = json_add_object(all, NULL);
        json_add_string(one, "phase", trace_phase_name((enum trace_phase)i));
        json_add_int(one, "n", p->n[i]);
        json_add_number(one, "ms", (double)p->ns[i] / 1e6);
        json_add_number(one, "share", (double)p->ns[i] / (double)p->all_ns);
    }
    json_print(all, false, &b);
    return arena_strdup(a, buf_text(&b));
}

static void put_phases(struct buf *b, const struct trace_phases *p)
{
    buf_printf(b, "\n%-22s %7s %12s %9s\n", "phase", "times", "ms", "share");
    for (int i = 0; i < TRACE_N_PHASES; i++)
        if (p->ns[i] != 0)
            buf_printf(b, "%-22s %7lld %12.3f %7.1f %%\n", trace_phase_name((enum trace_phase)i),
                       (long long)p->n[i], (double)p->ns[i] / 1e6,
                       100.0 * (double)p->ns[i] / (double)p->all_ns);
    buf_printf(b, "%-22s %7s %12.3f %7.1f %%\n", "all", "", (double)p->all_ns / 1e6, 100.0);
}

#define N_PARTS 3

static void show_row(struct cli *cli, const struct eval_view *v)
{
    const struct {
        const struct member_table *table;
        const void *from;
    } parts[N_PARTS] = { { &eval_setting_members, &v->job },
                         { &eval_result_members, v->r },
                         { &device_columns, v->device } };
    struct table_column columns[64];
    const struct member *members[ARRAY_LEN(columns)];
    const void *of[ARRAY_LEN(columns)];
    size_t n = 0;
    struct table t;
    for (size_t p = 0; p < N_PARTS; p++)
        for (size_t i = 0; i < parts[p].table->n; i++) {
            const struct member *m = &parts[p].table->members[i];
            if ((m->hidden & READER_EVAL) != 0 || n == ARRAY_LEN(columns))
                continue;
            columns[n] = (struct table_column){ .name = m->name };
            of[n] = parts[p].from;
            members[n++] = m;
        }
    if (v->phases != NULL && n < ARRAY_LEN(columns))
        columns[n++] = (struct table_column){ .name = "phases" };
    size_t n_members = n - (v->phases != NULL);
    table_init(&t, cli->arena, "rollbook.eval/1", columns, n);
    struct cell *row = table_row(&t);
    for (size_t i = 0; i < n_members; i++)
        row[i] = member_cell(&t, members[i], of[i]);
    if (v->phases != NULL)
        row[n_members] = cell_json(&t, phases_json(cli->arena, v->phases));
    cli_print_table(cli, &t);
}

static void put_log(struct buf *b, const char *log)
{
    struct buf safe = { 0 };
    if (log == NULL || log[0] == '\0')
        return;
    str_put_terminal_safe(&safe, log, strlen(log));
    buf_printf(b, "compile log\n%s", buf_text(&safe));
    buf_release(&safe);
}

static void put_text(struct buf *b, const char *label, const char *text)
{
    struct buf safe = { 0 };
    if (text == NULL || text[0] == '\0')
        return;
    str_put_terminal_safe(&safe, text, strlen(text));
    buf_printf(b, "%-12s %s\n", label, buf_text(&safe));
    buf_release(&safe);
}

static void put_evidence(struct buf *b, const struct eval_result *r)
{
    if (r->n_evidence == 0)
        return;
    buf_printf(b, "\n%-22s %12s %12s %-9s %-5s detail\n", "evidence", "value", "bound", "unit",
               "pass");
    for (size_t i = 0; i < r->n_evidence; i++) {
        const struct evidence *e = &r->evidence[i];
        struct buf safe = { 0 };
        if (e->detail != NULL)
            str_put_terminal_safe(&safe, e->detail, strlen(e->detail));
        buf_printf(b, "%-22s %12.6g %12.6g %-9s %-5s %s\n", e->kind, e->value, e->bound,
                   e->unit != NULL ? e->unit : "", e->pass ? "yes" : "NO", buf_text(&safe));
        buf_release(&safe);
    }
}

/* Of modules there is the problem's own error as well. */
static void put_class(struct buf *b, const struct eval_result *r)
{
    char kind[32];
    const char *rests_on = NULL;
    if (r->precision_class == NULL)
        return;
    snprintf(kind, sizeof kind, "class_%s", r->precision_class);
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            rests_on = r->evidence[i].detail;
    buf_printf(b, "%-12s right at class %s%s%s\n", "precision", r->precision_class,
               rests_on != NULL ? ": " : "", rests_on != NULL ? rests_on : "");
}

static void print_text(const struct eval_view *v)
{
    const struct eval_result *r = v->r;
    struct buf b = { 0 }, folded = { 0 };
    char asked[64] = "";
    if (v->job.correct_trials > 0 || v->job.timed_runs > 0)
        snprintf(asked, sizeof asked, "%u checked and %u timed runs, ",
                 eval_mode_trials(v->job.mode, v->job.correct_trials),
                 eval_mode_timed(v->job.mode, v->job.timed_runs));
    buf_printf(&b, "%-12s %s%s%s\n", "outcome", outcome_name(r->outcome),
               r->cheat_kind != NULL ? ": " : "", r->cheat_kind != NULL ? r->cheat_kind : "");
    put_text(&b, "message", r->message);
    put_text(&b, "fault", r->fault_place);
    if (r->fault_address != NULL)
        buf_printf(&b, "%-12s %s, signal %d\n", "address", r->fault_address, r->signal);
    if (isfinite(v->speedup))
        buf_printf(&b, "%-12s %.1f us (median of %zu), baseline %.1f us, speedup %.3f\n", "time",
                   v->runtime_us, r->n_samples, v->baseline_us, v->speedup);
    else if (r->outcome == OUTCOME_MEASURED)
        buf_printf(&b, "%-12s no speedup and no reward: %s\n", "time",
                   r->why_no_speedup != NULL ? r->why_no_speedup : "nothing was timed");
    if (isfinite(r->speedup_lower) && isfinite(r->speedup_upper))
        buf_printf(&b, "%-12s speedup %.3f to %.3f at %.0f %%, %d processes a side: %s%s\n",
                   "noise", r->speedup_lower, r->speedup_upper, 100.0 * r->interval_level,
                   r->interval_processes, eval_difference(r),
                   r->same_as_baseline > 0 ? " (A/A: this is the baseline's text)" : "");
    else if (isfinite(v->speedup))
        put_text(&b, "noise", "unknown: " EVAL_NO_INTERVAL);
    put_class(&b, r);
    char line[1024];
    profile_line(v->r->profile, v->runtime_us, line, sizeof line);
    put_text(&b, "profile", line);
    if (r->trials_run != 0)
        buf_printf(&b, "%-12s %d of %d runs, ", "right", r->trials_passed, r->trials_run);
    if (r->trials_run != 0 && isnan(r->max_abs_err))
        buf_printf(&b, "nothing was compared\n");
    else if (r->trials_run != 0)
        buf_printf(&b, "largest error %.3g absolute, %.3g relative\n", r->max_abs_err,
                   r->max_rel_err);
    buf_printf(&b, "%-12s %s, case %s, mode %s, %sseed %" PRIu64 "\n", "task", v->job.task->id,
               task_case_name(v->job.task_case), eval_mode_name(v->job.mode), asked,
               v->job.input_seed);
    buf_printf(&b, "%-12s %s, %s, sandbox %s\n", "device", v->device->backend, v->device->name,
               v->device->sandbox);
    buf_printf(&b, "%-12s compile %.1f ms%s, all %.1f ms\n", "took", r->compile_ms,
               r->compile_cached > 0 ? " (cached)" : "", r->total_ms);
    put_log(&b, r->compile_log);
    put_evidence(&b, r);
    if (v->phases != NULL)
        put_phases(&b, v->phases);
    fold_lines(&folded, cli_terminal_width(stdout), 13, buf_text(&b));
    fputs(buf_text(&folded), stdout);
    buf_release(&folded);
    buf_release(&b);
}

static int read_task(struct cli *cli, struct eval_job *job, struct err *err)
{
    const struct asked_eval *asked = cli->options;
    int64_t dims[TASK_MAX_DIMS];
    int rc = find_task_to_run(cli, asked->task, &job->task, err);
    job->task_id = rc == 0 ? job->task->id : NULL;
    if (rc != 0 || asked->dims == NULL)
        return rc;
    rc = task_dims_parse(job->task, job->task_case, asked->dims, dims, err);
    return rc != 0 ? rc
                   : task_with_dims(job->task, job->task_case, dims, cli->arena, &job->task, err);
}

static const struct task *task_of_file(struct cli *cli, const char *path, const char *text)
{
    const char *slash = strrchr(path, '/');
    struct task *task = arena_alloc(cli->arena, sizeof(*task));
    *task = (struct task){ .id = slash == NULL ? path : slash + 1,
                           .name = path,
                           .suite = "",
                           .description = "",
                           .module = arena_strdup(cli->arena, text) };
    return task;
}

/* Completes a job that has rule and baseline.  Strings live in cli->arena. */
static int read_problem(struct cli *cli, const struct asked_problem *asked, struct eval_job *job,
                        struct err *err)
{
    struct buf problem CLEANUP(buf_release) = { .max = TASK_MODULE_MAX_BYTES };
    const char *path = asked->path, *python = asked->python;
    int rc = eval_module_inputs(job->rule, asked->inputs, &job->inputs, err);
    if (rc < 0)
        return rc;
    if (path != NULL) {
        rc = file_read(path, TASK_MODULE_MAX_BYTES, &problem, err);
        if (rc < 0)
            return rc;
        if (strlen(buf_text(&problem)) != problem.len)
            return err_set(err, ERR_USAGE, "%s: contains a zero byte (byte %zu)", path,
                           strlen(buf_text(&problem)));
        job->task = task_of_file(cli, path, buf_text(&problem));
        job->task_id = job->task->id;
    }
    if (python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the evaluator");
    job->problem = job->task->module;
    job->task_case = CASE_FULL;
    return 0;
}

/* shape NULL: the task is found by its name. */
static int read_job(struct cli *cli, const struct task *shape, struct eval_job *out,
                    struct err *err)
{
    const struct asked_eval *asked = cli->options;
    struct eval_job job = asked->job;
    struct asked_problem problem = asked->problem;
    bool has_problem = problem.path != NULL;
    if (has_problem == (asked->task != NULL))
        return err_set(err, ERR_USAGE,
                       has_problem ? "--task and --problem both name the problem: give only one"
                                   : "eval needs --task, e.g. --task l1/4, or --problem for a "
                                     "PyTorch module");
    if (has_problem && job.kind != NULL && strcmp(job.kind, TASK_KIND_MODULE) != 0)
        return err_set(err, ERR_USAGE, "--problem is for PyTorch modules, not for --kind %s",
                       job.kind);
    if (job.adaptive && eval_mode_timed(job.mode, job.timed_runs) < ADAPTIVE_LEAST)
        return err_set(err, ERR_USAGE, ADAPTIVE_NEEDS_FULL);
    if (asked->seed == NULL)
        job.input_seed = rng_secret_number();
    else if (!str_to_u64(asked->seed, &job.input_seed))
        return err_set(err, ERR_USAGE, "--seed: '%s' is not a number from 0 to 2^64-1",
                       asked->seed);
    job.task = shape;
    int rc = has_problem || shape != NULL ? 0 : read_task(cli, &job, err);
    if (rc == 0 && !has_problem && job.task->module == NULL) {
        job.baseline = NULL; /* of PyTorch problems */
        job.rule = strcmp(job.rule, "own") == 0 ? NULL : job.rule;
    } else if (rc == 0) {
        if (strcmp(job.rule, "draws") == 0)
            return err_set(err, ERR_USAGE, "--rule draws is for kernel files");
        if (!GIVEN(cli, struct asked_eval, problem.inputs))
            problem.inputs = NULL;
        rc = read_problem(cli, &problem, &job, err);
    }
    if (rc == 0)
        *out = job;
    return rc;
}

struct evaluated {
    struct device_info device;
    struct eval_result result;
};

static int evaluate(struct cli *cli, struct evaluator *e, struct eval_view *v,
                    struct evaluated *out, struct err *err)
{
    int rc = evaluator_run(e, &v->job, cli->arena, &out->result, err);
    if (rc == 0)
        rc = evaluator_device(e, &out->device, err);
    if (rc != 0) {
        /* In any case nothing was checked. */
        err->code = rc == ERR_USAGE ? ERR_USAGE : ERR_INTEGRITY;
        return err->code;
    }
    v->r = &out->result;
    v->device = &out->device;
    v->runtime_us = eval_runtime_us(v->r);
    v->baseline_us = eval_baseline_runtime_us(v->r);
    v->speedup = speedup_of(v->r->correct, v->baseline_us, v->runtime_us);
    return 0;
}

static int show(struct cli *cli, const struct eval_view *v, struct err *err)
{
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_ROWS);
    if (cli->format == TABLE_TEXT)
        print_text(v);
    else
        show_row(cli, v);
    if (v->r->outcome == OUTCOME_INFRA)
        return err_set(err, ERR_INTEGRITY, "nothing was checked: %s", v->r->message);
    return v->r->correct ? 0 : err_set(err, ERR_NEGATIVE, "%s", "");
}

/*
 * All shapes of a problem, one after the other.
 */

enum shape_column {
    S_SHAPE,
    S_OUTCOME,
    S_RUNTIME,
    S_BASELINE,
    S_SPEEDUP,
    S_LOWER,
    S_UPPER,
    S_ROOFLINE,
    S_RULE,
    S_MESSAGE,
    S_COLUMNS
};
static const struct table_column shape_columns[S_COLUMNS] = {
    { "shape", 0 },      { "outcome", 0 },       { "runtime_us", 1 },    { "baseline_us", 1 },
    { "speedup", 3 },    { "speedup_lower", 3 }, { "speedup_upper", 3 }, { "roofline", 3 },
    { "other_rule", 0 }, { "message", 0 },
};

static const struct evidence *evidence_of(const struct eval_result *r, const char *kind)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            return &r->evidence[i];
    return NULL;
}

static struct cell known_real(struct table *t, double v, const char *why)
{
    return isfinite(v) ? cell_real(v) : cell_na(t, why);
}

static struct shape_times add_shape(struct table *t, const struct task *task,
                                    const struct eval_result *r)
{
    static const char no_time[] = "not right, or not timed";
    const struct evidence *light = evidence_of(r, "roofline"), *rule = evidence_of(r, "rule_suite");
    double runtime_us = eval_runtime_us(r), baseline_us = eval_baseline_runtime_us(r);
    double speedup = speedup_of(r->correct, baseline_us, runtime_us);
    struct cell *c = table_row(t);
    if (rule == NULL)
        rule = evidence_of(r, "rule_own");
    c[S_SHAPE] = cell_text(t, problem_shape_of(task));
    c[S_OUTCOME] = cell_text(t, outcome_name(r->outcome));
    c[S_RUNTIME] = known_real(t, isfinite(speedup) ? runtime_us : speedup, no_time);
    c[S_BASELINE] = known_real(t, isfinite(speedup) ? baseline_us : speedup, no_time);
    c[S_SPEEDUP] = known_real(t, speedup, no_time);
    c[S_LOWER] = known_real(t, r->speedup_lower, EVAL_NO_INTERVAL);
    c[S_UPPER] = known_real(t, r->speedup_upper, EVAL_NO_INTERVAL);
    c[S_ROOFLINE] = known_real(t, light != NULL && isfinite(speedup) ? light->value : (double)NAN,
                               "not timed, or its work is not known");
    c[S_RULE] = rule == NULL ? cell_na(t, "no call was compared")
                             : cell_text(t, rule->pass ? "right" : "not right");
    c[S_MESSAGE] = r->message != NULL          ? cell_text(t, r->message)
                   : r->why_no_speedup != NULL ? cell_text(t, r->why_no_speedup)
                                               : cell_na(t, "none");
    double weight = problem_weight_of(task);
    return (struct shape_times){ speedup, baseline_us, runtime_us, isfinite(weight) ? weight : 1 };
}

static int run_shapes(struct cli *cli, const struct eval_job *asked_job,
                      const struct imported_problem *shapes, size_t n, struct err *err)
{
    const struct asked_eval *asked = cli->options;
    struct shape_times *times = arena_array(cli->arena, n, sizeof *times);
    struct evaluator *e = NULL;
    struct table t;
    size_t n_right = 0, n_weighted = 0;
    table_init(&t, cli->arena, "rollbook.eval.shapes/1", shape_columns, S_COLUMNS);
    int rc = evaluator_open(evaluator_for(TASK_KIND_MODULE, asked->backend), &e, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct eval_job job = *asked_job;
        struct eval_result result;
        job.task = shapes[i].task;
        job.task_id = job.task->id;
        job.problem = job.task->module;
        rc = evaluator_run(e, &job, cli->arena, &result, err);
        if (rc == 0 && result.outcome == OUTCOME_INFRA)
            rc = err_set(err, ERR_INTEGRITY, "nothing was checked: %s", result.message);
        if (rc != 0) {
            rc = rc == ERR_USAGE ? ERR_USAGE : ERR_INTEGRITY;
            err->code = rc;
            rc = err_context(err, "%s", job.task->name);
            break;
        }
        n_right += result.correct;
        n_weighted += isnan(problem_weight_of(job.task)) ? 0 : 1;
        times[i] = add_shape(&t, job.task, &result);
    }
    evaluator_close(e);
    if (rc != 0)
        return rc;
    double all = speedup_of_shapes(times, n, SHAPES_GEOMEAN);
    if (isfinite(all))
        table_note(
            &t,
            "right at all %zu shapes; speedup: geometric mean %.3f, worst shape %.3f, "
            "workload %.3f (sum of times; weights of %zu shapes are given, others count once)",
            n, all, speedup_of_shapes(times, n, SHAPES_WORST),
            speedup_of_shapes(times, n, SHAPES_WORKLOAD), n_weighted);
    else
        table_note(&t, "right at %zu of %zu shapes%s; no speedup of the problem: %s", n_right, n,
                   n_right == n ? "" : ", so it is not solved",
                   n_right == n ? "a shape was not timed" : "it needs all of them");
    table_note(&t, "roofline: the least time of this device by the time taken; other_rule: %s",
               asked->job.rule != NULL && strcmp(asked->job.rule, "suite") == 0
                   ? "Rollbook's own"
                   : "the suite's own");
    cli_print_table(cli, &t);
    return n_right == n ? 0 : err_set(err, ERR_NEGATIVE, "%s", "");
}

/* None where the name is that of one task. */
static int find_shapes(struct cli *cli, struct imported_problem **out, size_t *out_count,
                       struct err *err)
{
    const struct asked_eval *asked = cli->options;
    struct trust_list list = { .arena = cli->arena };
    *out_count = 0;
    if (asked->task == NULL || asked->problem.path != NULL || !problem_is_stored(asked->task))
        return 0;
    int rc = cli->db == NULL ? cli_open_reader(cli, err) : 0;
    if (rc == 0)
        rc = problem_shapes_find(cli->db, asked->task, cli->arena, out, out_count, err);
    for (size_t i = 0; i < *out_count && rc == 0; i++)
        problem_trust_list(&list, (*out)[i].task);
    return rc == 0 && *out_count > 0 ? trust_obey(cli->db, &list, err) : rc;
}

/* Opens, evaluates and shows; the caller closes *out. */
static int evaluate_here(struct cli *cli, struct eval_view *v, struct evaluator **out,
                         struct err *err)
{
    const struct asked_eval *asked = cli->options;
    struct evaluated evaluated;
    int rc = evaluator_open(evaluator_for(task_kind(v->job.task), asked->backend), out, err);
    if (rc == 0)
        rc = evaluate(cli, *out, v, &evaluated, err);
    if (asked->trace) { /* the end is a phase as well */
        evaluator_close(*out);
        *out = NULL;
        struct trace_phases *phases = arena_alloc(cli->arena, sizeof(*phases));
        trace_phases_read(phases);
        v->phases = phases;
    }
    return rc == 0 ? show(cli, v, err) : rc;
}

struct eval_apart {
    struct cli *cli;
    struct eval_view *view;
    struct evaluator *evaluator;
};

static int answer_apart(void *context, struct err *err)
{
    struct eval_apart *a = context;
    return evaluate_here(a->cli, a->view, &a->evaluator, err);
}

static void close_apart(void *context)
{
    evaluator_close(((struct eval_apart *)context)->evaluator);
}

/* A GPU takes a third of a second to give contexts back, in which nobody has to wait. */
static int evaluate_apart(struct cli *cli, struct eval_view *v, struct err *err)
{
    struct eval_apart a = { .cli = cli, .view = v };
    return apart_run(&(struct apart_work){ answer_apart, close_apart, &a }, err);
}

static int run_eval(struct cli *cli, struct err *err)
{
    const struct asked_eval *asked = cli->options;
    struct imported_problem *shapes = NULL;
    size_t n_shapes = 0;
    struct eval_view v = { .r = NULL };
    struct buf text = { .max = (2 * KERNEL_MAX_BYTES) };
    struct evaluator *e = NULL;
    trace_begin();
    int rc = find_shapes(cli, &shapes, &n_shapes, err);
    if (rc == 0 && n_shapes > 0 && asked->trace)
        rc =
            err_set(err, ERR_USAGE, "--trace is for one shape, and this problem has %zu", n_shapes);
    if (rc == 0)
        rc = read_job(cli, n_shapes > 0 ? shapes[0].task : NULL, &v.job, err);
    if (rc == 0)
        rc = file_read(cli->args[0], (2 * KERNEL_MAX_BYTES), &text, err);
    v.job.kernel_text = buf_text(&text);
    v.job.kernel_len = text.len;
    if (rc == 0 && n_shapes > 0)
        rc = run_shapes(cli, &v.job, shapes, n_shapes, err);
    else if (rc == 0 && strcmp(asked->backend, "cuda") == 0 && !asked->trace)
        rc = evaluate_apart(cli, &v, err);
    else if (rc == 0)
        rc = evaluate_here(cli, &v, &e, err);
    evaluator_close(e);
    buf_release(&text);
    return rc;
}

const struct command cmd_eval = {
    .name = "eval",
    .summary = "compile, check and time one kernel file or PyTorch module",
    .usage = "rollbook eval KERNEL.cu --task ID [options]\n"
             "       rollbook eval CANDIDATE.py --problem PROBLEM.py [options]",
    .examples = "  rollbook eval my_kernel.cu --task l1/4 --case cpu\n"
                "  rollbook eval my_kernel.cu --task l1/12 --mode full --json\n"
                "  rollbook eval - --task l1/28 --seed 7 < my_kernel.cu\n"
                "  rollbook eval model_new.py --problem 19_ReLU.py --backend cuda --mode full\n"
                "  rollbook eval solution.json --task sol:rmsnorm_h4096 --backend cuda\n",
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_eval),
    .run = run_eval,
};
