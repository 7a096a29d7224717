/*
 * cmd_eval.c - "rollbook eval": one kernel file against one task.  No database.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/eval/eval.h"
#include "src/eval/seam/profile.h"
#include "tasks/task_shape.h"

static const struct opt options[] = {
    { "task", 't', OPT_TEXT, "ID", NULL, "what the kernel computes, e.g. l1/4 (required)" },
    { "case", 'c', OPT_TEXT, "CASE", "cpu", "sizes: tiny, cpu or full" },
    { "dims", 0, OPT_TEXT, "SIZES", NULL, "other sizes than the case's, e.g. m=512,k=4096" },
    { "mode", 'm', OPT_TEXT, "MODE", "fast", "fast (1 check, 5 timed runs) or full (5, 50)" },
    { "seed", 's', OPT_TEXT, "N", NULL, "seed of the inputs (default: random, and shown)" },
    { "threads", 0, OPT_INT, "N", "0", "cores that blocks are spread over (0: all)" },
    { "deadline", 0, OPT_REAL, "MS", "0", "wall clock for all runs, milliseconds (0: 10000)" },
    { "backend", 0, OPT_TEXT, "NAME", "cpu", "where it runs" },
    { "adaptive", 0, OPT_FLAG, NULL, NULL, "stop timed runs when their median is known to 1 %" },
    { "counters", 0, OPT_FLAG, NULL, NULL, "also read performance counters of the kernels (GPU)" },
};

static const struct table_column columns[] = {
    { "task", 0 },
    { "case", 0 },
    { "mode", 0 },
    { "seed", 0 },
    { "outcome", 0 },
    { "correct", 0 },
    { "cheat_kind", 0 },
    { "message", 0 },
    { "runtime_us", 0 },
    { "baseline_runtime_us", 0 },
    { "speedup", 0 },
    { "trials_run", 0 },
    { "trials_passed", 0 },
    { "max_abs_err", 0 },
    { "max_rel_err", 0 },
    { "matched_share", 0 },
    { "worst_index", 0 },
    { "signal", 0 },
    { "fault_address", 0 },
    { "fault_place", 0 },
    { "compile_log", 0 },
    { "compile_cached", 0 },
    { "compile_ms", 0 },
    { "total_ms", 0 },
    { "discarded_samples", 0 },
    { "samples_us", 0 },
    { "baseline_samples_us", 0 },
    { "profile", 0 },
    { "evidence", 0 },
    { "code_sha256", 0 },
    { "artifact_sha256", 0 },
    { "device", 0 },
};

struct eval_view {
    struct eval_job job;
    const struct device_info *device;
    const struct eval_result *r;
    double runtime_us, baseline_us, speedup;
};

static void put_number(struct buf *b, double v)
{
    if (isfinite(v))
        buf_put_double(b, v);
    else
        buf_puts(b, "null");
}

static void put_string(struct buf *b, const char *s)
{
    if (s == NULL)
        buf_puts(b, "null");
    else
        buf_put_json_string(b, s, strlen(s));
}

static struct cell samples_cell(struct table *t, const double *values, size_t n)
{
    struct buf b = { 0 };
    buf_putc(&b, '[');
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, i == 0 ? "" : ",");
        put_number(&b, values[i]);
    }
    buf_putc(&b, ']');
    struct cell c = cell_json(t, buf_text(&b));
    buf_release(&b);
    return c;
}

static struct cell profile_cell(struct table *t, const struct eval_view *v)
{
    struct buf b = { 0 };
    if (v->r->profile == NULL)
        return cell_na(t, "no profiler");
    profile_put_json(&b, v->r->profile, v->runtime_us);
    struct cell c = cell_json(t, buf_text(&b));
    buf_release(&b);
    return c;
}

static struct cell evidence_cell(struct table *t, const struct eval_result *r)
{
    struct buf b = { 0 };
    buf_putc(&b, '[');
    for (size_t i = 0; i < r->n_evidence; i++) {
        const struct evidence *e = &r->evidence[i];
        buf_puts(&b, i == 0 ? "{\"kind\":" : ",{\"kind\":");
        put_string(&b, e->kind);
        buf_puts(&b, ",\"value\":");
        put_number(&b, e->value);
        buf_puts(&b, ",\"bound\":");
        put_number(&b, e->bound);
        buf_puts(&b, ",\"unit\":");
        put_string(&b, e->unit);
        buf_puts(&b, e->pass ? ",\"pass\":true,\"detail\":" : ",\"pass\":false,\"detail\":");
        put_string(&b, e->detail);
        buf_putc(&b, '}');
    }
    buf_putc(&b, ']');
    struct cell c = cell_json(t, buf_text(&b));
    buf_release(&b);
    return c;
}

static struct cell device_cell(struct table *t, const struct device_info *d)
{
    struct buf b = { 0 };
    buf_puts(&b, "{\"backend\":");
    put_string(&b, d->backend);
    buf_puts(&b, ",\"name\":");
    put_string(&b, d->name);
    buf_puts(&b, ",\"uuid\":");
    put_string(&b, d->uuid);
    buf_printf(&b, ",\"cores\":%d,\"compiler\":", d->cores);
    put_string(&b, d->compiler);
    buf_puts(&b, ",\"flags\":");
    put_string(&b, d->flags);
    buf_puts(&b, ",\"sandbox\":");
    put_string(&b, d->sandbox);
    buf_putc(&b, '}');
    struct cell c = cell_json(t, buf_text(&b));
    buf_release(&b);
    return c;
}

static struct cell real_or(struct table *t, double v, const char *reason)
{
    return isnan(v) ? cell_na(t, reason) : cell_real(v);
}

static struct cell text_or(struct table *t, const char *s, const char *reason)
{
    return s == NULL || s[0] == '\0' ? cell_na(t, reason) : cell_text(t, s);
}

static void fill_row(struct table *t, const struct eval_view *v)
{
    const struct eval_result *r = v->r;
    char number[32];
    struct cell *c = table_row(t);
    *c++ = cell_text(t, v->job.task->id);
    *c++ = cell_text(t, task_case_name(v->job.task_case));
    *c++ = cell_text(t, eval_mode_name(v->job.mode));
    snprintf(number, sizeof number, "%" PRIu64, v->job.input_seed);
    *c++ = v->job.input_seed <= INT64_MAX ? cell_int((int64_t)v->job.input_seed)
                                          : cell_text(t, number);
    *c++ = cell_text(t, outcome_name(r->outcome));
    *c++ = cell_bool(r->correct);
    *c++ = text_or(t, r->cheat_kind, "no cheat");
    *c++ = text_or(t, r->message, "nothing to say");
    *c++ = real_or(t, v->runtime_us, "not measured");
    *c++ = real_or(t, v->baseline_us, "not measured");
    *c++ = real_or(t, v->speedup, "not measured");
    *c++ = cell_int(r->trials_run);
    *c++ = cell_int(r->trials_passed);
    *c++ = real_or(t, r->max_abs_err, "not compared");
    *c++ = real_or(t, r->max_rel_err, "not compared");
    *c++ = real_or(t, r->matched_share, "not compared");
    *c++ = r->worst_index < 0 ? cell_na(t, "not compared") : cell_int(r->worst_index);
    *c++ = r->signal == 0 ? cell_na(t, "no signal") : cell_int(r->signal);
    snprintf(number, sizeof number, "0x%" PRIx64, r->fault_address);
    *c++ = r->has_fault_address ? cell_text(t, number) : cell_na(t, "no fault");
    *c++ = text_or(t, r->fault_place, "unknown");
    *c++ = r->compile_log == NULL ? cell_na(t, "not compiled") : cell_text(t, r->compile_log);
    *c++ = cell_bool(r->compile_cached);
    *c++ = cell_real(r->compile_ms);
    *c++ = cell_real(r->total_ms);
    *c++ = cell_int(r->discarded_samples);
    *c++ = samples_cell(t, r->samples_us, r->n_samples);
    *c++ = samples_cell(t, r->baseline_samples_us, r->n_baseline_samples);
    *c++ = profile_cell(t, v);
    *c++ = evidence_cell(t, r);
    *c++ = cell_text(t, r->code_sha256);
    *c++ = text_or(t, r->artifact_sha256, "no object");
    *c++ = device_cell(t, v->device);
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

static void put_profile(struct buf *b, const struct eval_view *v)
{
    char line[1024];
    profile_line(v->r->profile, v->runtime_us, line, sizeof line);
    put_text(b, "profile", line);
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

/* A result for people: what happened first, then why. */
static void print_text(const struct eval_view *v)
{
    const struct eval_result *r = v->r;
    struct buf b = { 0 };
    buf_printf(&b, "%-12s %s%s%s\n", "outcome", outcome_name(r->outcome),
               r->cheat_kind != NULL ? ": " : "", r->cheat_kind != NULL ? r->cheat_kind : "");
    put_text(&b, "message", r->message);
    put_text(&b, "fault", r->fault_place);
    if (r->has_fault_address)
        buf_printf(&b, "%-12s 0x%" PRIx64 ", signal %d\n", "address", r->fault_address, r->signal);
    if (isfinite(v->speedup))
        buf_printf(&b, "%-12s %.1f us (median of %zu), baseline %.1f us, speedup %.3f\n", "time",
                   v->runtime_us, r->n_samples, v->baseline_us, v->speedup);
    put_profile(&b, v);
    if (r->trials_run != 0)
        buf_printf(&b, "%-12s %u of %u runs, largest error %.3g absolute, %.3g relative\n", "right",
                   r->trials_passed, r->trials_run, r->max_abs_err, r->max_rel_err);
    buf_printf(&b, "%-12s %s, case %s, mode %s, seed %" PRIu64 "\n", "task", v->job.task->id,
               task_case_name(v->job.task_case), eval_mode_name(v->job.mode), v->job.input_seed);
    buf_printf(&b, "%-12s %s, %s, sandbox %s\n", "device", v->device->backend, v->device->name,
               v->device->sandbox);
    buf_printf(&b, "%-12s compile %.1f ms%s, all %.1f ms\n", "took", r->compile_ms,
               r->compile_cached ? " (cached)" : "", r->total_ms);
    put_log(&b, r->compile_log);
    put_evidence(&b, r);
    fputs(buf_text(&b), stdout);
    buf_release(&b);
}

static void show(struct cli *cli, const struct eval_view *v)
{
    struct table t;
    if (cli->format == TABLE_TEXT) {
        print_text(v);
        return;
    }
    table_init(&t, cli->arena, "rollbook.eval/1", columns, ARRAY_LEN(columns));
    fill_row(&t, v);
    cli_print_table(cli, &t);
}

static int read_seed(const struct cli *cli, uint64_t *out, struct err *err)
{
    if (opt_given(cli, "seed")) {
        if (!str_to_u64(opt_text(cli, "seed"), out))
            return err_set(err, ERR_USAGE, "--seed: '%s' is not a number from 0 to 2^64-1",
                           opt_text(cli, "seed"));
        return 0;
    }
    if (getrandom(out, sizeof *out, 0) != (ssize_t)sizeof *out)
        return err_set(err, ERR_INTEGRITY, "no random numbers from the system");
    *out >>= 11; /* a number that every JSON reader keeps exactly */
    return 0;
}

static int read_task(const struct cli *cli, struct eval_job *job, struct err *err)
{
    const char *text = opt_text(cli, "dims");
    int64_t dims[TASK_MAX_DIMS];
    int rc = task_find(opt_text(cli, "task"), cli->arena, &job->task, err);
    if (rc != 0 || text == NULL)
        return rc;
    rc = task_dims_parse(job->task, job->task_case, text, dims, err);
    return rc != 0 ? rc
                   : task_with_dims(job->task, job->task_case, dims, cli->arena, &job->task, err);
}

static int read_job(const struct cli *cli, struct eval_job *job, struct err *err)
{
    int64_t threads = opt_int(cli, "threads");
    if (opt_text(cli, "task") == NULL)
        return err_set(err, ERR_USAGE, "eval needs --task, e.g. --task l1/4");
    if (!task_case_parse(opt_text(cli, "case"), &job->task_case))
        return err_set(err, ERR_USAGE, "--case: '%s' is not tiny, cpu or full",
                       opt_text(cli, "case"));
    if (!eval_mode_parse(opt_text(cli, "mode"), &job->mode))
        return err_set(err, ERR_USAGE, "--mode: '%s' is not fast or full", opt_text(cli, "mode"));
    if (threads < 0 || threads > 1024)
        return err_set(err, ERR_USAGE, "--threads must be from 0 to 1024");
    job->threads = (unsigned)threads;
    job->deadline_ms = opt_real(cli, "deadline");
    if (!(job->deadline_ms >= 0.0 && job->deadline_ms <= 1e9))
        return err_set(err, ERR_USAGE, "--deadline must be from 0 to 1e9 milliseconds");
    job->counters = opt_flag(cli, "counters");
    job->adaptive = opt_flag(cli, "adaptive");
    int rc = read_seed(cli, &job->input_seed, err);
    return rc != 0 ? rc : read_task(cli, job, err);
}

static int evaluate(struct cli *cli, struct evaluator *e, struct eval_view *v, struct err *err)
{
    struct device_info device;
    struct eval_result result;
    int rc = evaluator_run(e, &v->job, cli->arena, &result, err);
    if (rc == 0)
        rc = evaluator_device(e, &device, err);
    if (rc != 0) {
        /* Whatever it was, nothing was judged. */
        err->code = rc == ERR_USAGE ? ERR_USAGE : ERR_INTEGRITY;
        return err->code;
    }
    v->r = &result;
    v->device = &device;
    v->runtime_us = eval_runtime_us(&result);
    v->baseline_us = eval_baseline_runtime_us(&result);
    v->speedup = result.correct ? v->baseline_us / v->runtime_us : (double)NAN;
    show(cli, v);
    if (result.outcome == OUTCOME_INFRA)
        return err_set(err, ERR_INTEGRITY, "nothing was judged: %s", result.message);
    return result.correct ? 0 : err_set(err, ERR_NEGATIVE, "%s", "");
}

static int run_eval(struct cli *cli, struct err *err)
{
    struct eval_view v = { .r = NULL };
    struct buf text = { .max = (2 * KERNEL_MAX_BYTES) };
    struct evaluator *e = NULL;
    int rc = read_job(cli, &v.job, err);
    if (rc == 0)
        rc = file_read(cli->args[0], (2 * KERNEL_MAX_BYTES), &text, err);
    if (rc == 0)
        rc = evaluator_open(opt_text(cli, "backend"), &e, err);
    if (rc == 0) {
        v.job.kernel_text = buf_text(&text);
        v.job.kernel_len = text.len;
        rc = evaluate(cli, e, &v, err);
    }
    evaluator_close(e);
    buf_release(&text);
    return rc;
}

const struct command cmd_eval = {
    .name = "eval",
    .summary = "compile, check and time one kernel file",
    .usage = "rollbook eval KERNEL.cu --task ID [options]",
    .examples = "rollbook eval my_kernel.cu --task l1/4 --case cpu\n"
                "rollbook eval my_kernel.cu --task l1/12 --mode full --json\n"
                "rollbook eval - --task l1/28 --seed 7 < my_kernel.cu",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_eval,
};
