/*
 * cmd_baseline.c - "rollbook baseline measure": how fast the repository's own kernels are here.
 *
 * A stored baseline is a runtime of a name, hardware and task; the name says its case unless full
 * ("tuned_cpu").  "rollbook ingest kernelbench-baseline" reads other programs' times.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/eval/eval.h"
#include "src/store/db.h"
#include "src/store/store.h"
#include "tasks/module_shapes.h"
#include "tasks/task_module.h"

struct asked_baseline {
    const char *tasks, *kernels, *backend, *python;
    enum task_case task_case;
    enum eval_mode eval_mode;
};

#define ROW(member, ...) OPTION(struct asked_baseline, member, __VA_ARGS__)
static const char *const kernel_sets[] = { "reference", "tuned", "cublas", "torch_eager", NULL };
static const struct option options[] = {
    ROW(tasks, "tasks", "IDS", "4,5,12 or l1/4,l1/5 (default: all)"),
    ROW(kernels, "kernels", "SET",
        "which kernels: reference, tuned or cublas (matmul-like tasks); torch_eager of PyTorch "
        "problems",
        .choices = kernel_sets),
    ROW(task_case, "case", "CASE", "sizes: tiny, cpu or full", .letter = 'c',
        .choices = task_case_names),
    ROW(eval_mode, "mode", "MODE", "fast (5 timed runs) or full (50)", .letter = 'm',
        .choices = eval_mode_names),
    ROW(backend, "backend", "NAME", "where it runs"),
    ROW(python, "python", "PROGRAM",
        "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_baseline standard_baseline = {
    .kernels = "tuned", .task_case = CASE_FULL, .eval_mode = EVAL_FULL, .backend = "cuda"
};

static const struct table_column columns[] = {
    { "task", 0 },       { "baseline", 0 }, { "hardware", 0 },    { "outcome", 0 },
    { "runtime_us", 0 }, { "min_us", 0 },   { "bytes_per_s", 0 }, { "stored", 0 },
};

struct measuring {
    struct cli *cli;
    struct evaluator *evaluator;
    struct device_info device;
    int64_t device_id;
    enum task_case task_case;
    enum eval_mode mode;
    bool library; /* cuBLAS */
    bool modules; /* PyTorch problems */
    char name[64];
    struct table table;
    unsigned failures;
};

/* NULL: the set has none for the task. */
static int find_kernel(const struct measuring *m, const struct task *t, const char **out,
                       struct err *err)
{
    const struct asked_baseline *asked = m->cli->options;
    const char *set = asked->kernels;
    *out = NULL;
    if (m->library)
        *out = evaluator_library_has(asked->backend, t) ? "" : NULL;
    else if (m->modules && t->module != NULL)
        *out = arena_printf(m->cli->arena, "%s\n\nclass ModelNew(Model):\n    pass\n",
                            module_shown(t, m->cli->arena));
    else if (m->modules || t->module != NULL)
        return 0;
    else if (strcmp(set, "reference") == 0)
        *out = t->baseline;
    else
        return task_kernel(t, set, m->cli->arena, out, err);
    return 0;
}

struct baseline_spread {
    double median, least, most, deviation;
};

static struct baseline_spread spread_of(const double *v, size_t n)
{
    struct baseline_spread s = { median_of(v, n), (double)INFINITY, 0.0, 0.0 };
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        s.least = fmin(s.least, v[i]);
        s.most = fmax(s.most, v[i]);
        mean += v[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    s.deviation = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN;
    return s;
}

/* For a module the reference's times, taken beside the copy's.  Noise that leaves no speedup leaves
 * times. */
static const double *samples_of(const struct measuring *m, const struct eval_result *r, size_t *n)
{
    *n = m->modules ? r->n_baseline_samples : r->n_samples > 0 ? r->n_samples : r->n_noisy;
    return m->modules ? r->baseline_samples_us : r->samples_us;
}

static void put_samples(struct buf *b, const struct measuring *m, const struct eval_result *r)
{
    size_t n;
    buf_printf(b, "{\"case\":\"%s\",", task_case_name(m->task_case));
    const char *library = "";
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, "resources") == 0 && r->evidence[i].detail != NULL)
            library = r->evidence[i].detail;
    buf_puts(b, m->library ? "\"library\":" : "\"code_sha256\":");
    const char *origin = m->library ? library : r->code_sha256;
    buf_put_json_string(b, origin, strlen(origin));
    const double *samples = samples_of(m, r, &n);
    buf_puts(b, ",\"samples_us\":[");
    for (size_t i = 0; i < n; i++) {
        buf_puts(b, i == 0 ? "" : ",");
        buf_put_double(b, samples[i]);
    }
    buf_puts(b, "]}");
}

static int store_one(struct measuring *m, const struct task *t, const struct eval_result *r,
                     const struct baseline_spread *s, bool *out_new, struct err *err)
{
    struct task_row task = { .suite = t->suite,
                             .level = t->level,
                             .problem_id = t->problem_id,
                             .name = t->name,
                             .family = t->family,
                             .sha256 = t->sha256 };
    struct buf extra = { 0 };
    size_t n_samples;
    (void)samples_of(m, r, &n_samples);
    put_samples(&extra, m, r);
    struct baseline_row row = { .name = m->name,
                                .hardware = m->device.name,
                                .device_id = m->device_id,
                                .runtime_us = s->median,
                                .statistic = "median",
                                .min_us = s->least,
                                .max_us = s->most,
                                .std_us = s->deviation,
                                .n_samples = (int)n_samples,
                                .extra = buf_text(&extra) };
    int rc = store_put_task(m->cli->db, &task, &row.task_id, err);
    if (rc == 0)
        rc = store_put_baseline(m->cli->db, &row, out_new, err);
    buf_release(&extra);
    return rc;
}

/* Compulsory bytes a second; NaN unknown. */
static double bandwidth(const struct measuring *m, const struct task *t, double us)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t bytes = 0;
    if (t->module != NULL) /* v_task has its work */
        return (double)NAN;
    size_t n = task_names(t, m->task_case, names);
    return expr_eval(t->bytes, names, n, &bytes, &bad) == 0 ? (double)bytes / us * 1e6
                                                            : (double)NAN;
}

static void add_row(struct measuring *m, const struct task *t, const struct eval_result *r,
                    const struct baseline_spread *s, bool is_new)
{
    struct table *table = &m->table;
    struct cell *c = table_row(table);
    *c++ = cell_text(table, t->id);
    *c++ = cell_text(table, m->name);
    *c++ = cell_text(table, m->device.name);
    *c++ = cell_text(table, outcome_name(r->outcome));
    if (isnan(s->median)) {
        const char *why = r->correct ? "its times are not believed" : "not measured";
        for (int i = 0; i < 4; i++)
            *c++ = cell_na(table, r->message != NULL ? r->message : why);
        return;
    }
    *c++ = cell_real(s->median);
    *c++ = cell_real(s->least);
    *c++ = cell_real(bandwidth(m, t, s->median));
    *c++ = cell_text(table, is_new ? "new" : "there is one already");
}

static int measure_task(struct measuring *m, const struct task *t, const char *kernel,
                        struct err *err)
{
    const struct asked_baseline *asked = m->cli->options;
    struct eval_job job = { .kernel_text = kernel,
                            .task = t,
                            .task_case = m->task_case,
                            .mode = m->mode,
                            .deadline_ms = 120000.0 };
    struct eval_result r;
    struct baseline_spread s = { (double)NAN, (double)NAN, (double)NAN, (double)NAN };
    bool is_new = false;
    if (kernel == NULL)
        return err_set(err, ERR_NOMATCH, "--kernels: there is no '%s' kernel for task %s",
                       asked->kernels, t->id);
    job.kind = m->library ? "library" : task_kind(t);
    job.problem = t->module;
    job.inputs = t->module != NULL ? "signed" : NULL;
    job.rule = t->module != NULL ? "own" : NULL;
    job.kernel_len = strlen(job.kernel_text);
    job.input_seed = rng_secret();
    int rc = evaluator_run(m->evaluator, &job, m->cli->arena, &r, err);
    if (rc != 0)
        return rc;
    size_t n;
    const double *samples = samples_of(m, &r, &n);
    if (r.correct && n > 0) {
        s = spread_of(samples, n);
        rc = store_one(m, t, &r, &s, &is_new, err);
    } else
        m->failures++;
    if (rc == 0)
        add_row(m, t, &r, &s, is_new);
    return rc;
}

static int measure_named(struct measuring *m, const char *list, struct err *err)
{
    char **items;
    size_t n = str_split(m->cli->arena, list, ',', &items);
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        const struct task *t;
        const char *kernel = NULL;
        rc = find_task_to_run(m->cli, items[i], &t, err);
        if (rc == 0)
            rc = find_kernel(m, t, &kernel, err);
        if (rc == 0)
            rc = measure_task(m, t, kernel, err);
    }
    return rc;
}

static int measure_all(struct measuring *m, struct err *err)
{
    const struct task **tasks;
    size_t n;
    int rc = task_list(m->cli->arena, &tasks, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        const char *kernel;
        rc = find_kernel(m, tasks[i], &kernel, err);
        if (rc == 0 && kernel != NULL)
            rc = measure_task(m, tasks[i], kernel, err);
    }
    return rc;
}

static int put_device(struct measuring *m, struct err *err)
{
    const struct device_info *d = &m->device;
    int rc = evaluator_device(m->evaluator, &m->device, err);
    struct device_row row = { .backend = d->backend,
                              .name = d->name,
                              .uuid = d->uuid,
                              .compiler = d->compiler,
                              .flags = d->flags,
                              .sandbox = d->sandbox,
                              .cores = d->cores };
    return rc == 0 ? store_put_device(m->cli->db, &row, &m->device_id, err) : rc;
}

static int read_options(struct cli *cli, struct measuring *m, struct err *err)
{
    const struct asked_baseline *asked = cli->options;
    const char *set = asked->kernels;
    m->library = strcmp(set, "cublas") == 0;
    m->modules = strcmp(set, "torch_eager") == 0;
    m->task_case = asked->task_case;
    m->mode = asked->eval_mode;
    bool is_full = m->task_case == CASE_FULL;
    if (m->modules && !is_full)
        return err_set(err, ERR_USAGE,
                       "--case: sizes of a PyTorch problem are its module's (full)");
    if (m->modules && asked->tasks == NULL)
        return err_set(err, ERR_USAGE, "--kernels torch_eager: name the problems with --tasks");
    snprintf(m->name, sizeof m->name, "%s%s%s", set, is_full ? "" : "_",
             is_full ? "" : task_case_name(m->task_case));
    return 0;
}

static int run_measure(struct cli *cli, struct err *err)
{
    const struct asked_baseline *asked = cli->options;
    struct measuring *m = arena_alloc(cli->arena, sizeof *m);
    const char *list = asked->tasks;
    const char *python = asked->python;
    m->cli = cli;
    int rc = read_options(cli, m, err);
    if (rc == 0 && python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the evaluator");
    if (rc == 0)
        rc = evaluator_open(
            evaluator_for(m->modules ? TASK_KIND_MODULE : TASK_KIND_FILE, asked->backend),
            &m->evaluator, err);
    if (rc == 0)
        rc = put_device(m, err);
    table_init(&m->table, cli->arena, "rollbook.baseline/1", columns, ARRAY_LEN(columns));
    if (rc == 0)
        rc = list != NULL ? measure_named(m, list, err) : measure_all(m, err);
    evaluator_close(m->evaluator);
    if (rc != 0)
        return rc;
    cli_print_table(cli, &m->table);
    return m->failures == 0
               ? 0
               : err_set(err, ERR_NEGATIVE, "%u kernels were not measured", m->failures);
}

const struct command cmd_baseline_measure = {
    .name = "baseline measure",
    .summary = "time the repository's own kernels and store them as baselines",
    .usage = "rollbook baseline measure [options]",
    .examples = "  rollbook baseline measure --db study.db\n"
                "  rollbook baseline measure --tasks 28,29 --kernels reference\n"
                "  rollbook baseline measure --backend cpu --case cpu --mode fast\n",
    .options = OPTION_SET(options, standard_baseline),
    .flags = CMD_WRITES,
    .run = run_measure,
};
