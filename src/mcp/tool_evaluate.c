/*
 * tool_evaluate.c - the tools that evaluate: evaluate, profile, noise, submit.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns/mcp_previous.h"
#include "columns/mcp_same_code.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/speedup.h"
#include "src/base/str.h"
#include "src/eval/contract/profile.h"
#include "src/json/json.h"
#include "src/mcp/mcp_internal.h"
#include "src/problem/problem.h"
#include "src/sample/feedback.h"
#include "src/server/spool/row_places.h"
#include "src/store/db.h"
#include "tasks/expr.h"
#include "tasks/task.h"

#define KERNEL_BYTES ((size_t)1 << 20)

/* What is to be judged. */
struct asked_kernel {
    const char *task, *kernel;
    const char *mode, *task_case, *backend;
    const char *purpose; /* NULL: an attempt */
    const char *tool;
    int turn; /* -1: the next */
    bool counters;
};

/* Whatever links lie on its way, the file that was opened lies below root. */
static bool is_below(int fd, const char *root)
{
    char link[64], place[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, place, sizeof(place) - 1);
    size_t len = strlen(root);
    if (n <= 0)
        return false;
    place[n] = '\0';
    return strncmp(place, root, len) == 0 && (place[len] == '/' || len == 1);
}

static int read_path(struct mcp_call *c, const char *path, const char **out, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { .max = KERNEL_BYTES };
    const char *root = c->mcp->root;
    struct stat st;
    if (root == NULL) {
        c->next = "send the text as kernel";
        return err_set(err, ERR_USAGE, "this server reads no files");
    }
    const char *full = path[0] == '/' ? path : arena_printf(c->a, "%s/%s", root, path);
    int place = open(full, O_PATH | O_CLOEXEC); /* opens no device and waits for no pipe */
    int fd = -1, rc = 0;
    c->next = "name a kernel file below the server's folder, or send its text as kernel";
    if (place < 0)
        rc = err_set(err, ERR_USAGE, "'%.200s' cannot be read: %s", path, strerror(errno));
    else if (fstat(place, &st) != 0 || !S_ISREG(st.st_mode) || !is_below(place, root))
        rc = err_set(err, ERR_USAGE, "'%.200s' is not a file below the server's folder", path);
    else if ((fd = open(arena_printf(c->a, "/proc/self/fd/%d", place), O_RDONLY | O_CLOEXEC)) < 0)
        rc = err_set(err, ERR_USAGE, "'%.200s' cannot be read: %s", path, strerror(errno));
    else
        rc = file_read_open(fd, path, KERNEL_BYTES, &text, err);
    if (place >= 0)
        close(place);
    if (fd >= 0)
        close(fd);
    if (rc < 0)
        return rc;
    if (strlen(buf_text(&text)) != text.len || !utf8_is_text(buf_text(&text), text.len))
        return err_set(err, ERR_USAGE, "'%.200s' is not a text", path);
    c->next = NULL;
    *out = arena_strndup(c->a, buf_text(&text), text.len);
    return 0;
}

/* The kernel of the arguments. */
static int read_kernel(struct mcp_call *c, const char **out, struct err *err)
{
    const char *kernel = mcp_text(c, "kernel"), *path = mcp_text(c, "path");
    if ((kernel == NULL) == (path == NULL)) {
        c->next = "give either kernel (the text) or path (a file)";
        return err_set(err, ERR_USAGE, "%s",
                       kernel == NULL ? "there is no kernel" : "there are two");
    }
    *out = kernel;
    return kernel != NULL ? 0 : read_path(c, path, out, err);
}

static const char *backend_of(const struct mcp_call *c, const char *given)
{
    return given != NULL ? given : c->mcp->options.backend;
}

static const char *case_of(const char *given, const char *backend)
{
    return given != NULL ? given : strcmp(backend, "cpu") == 0 ? "cpu" : "full";
}

static char *request_body(const struct asked_kernel *k)
{
    struct buf b = { 0 };
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "task", k->task);
    json_add_string(root, "kernel", k->kernel);
    json_add_string(root, "mode", k->mode);
    json_add_string(root, "case", k->task_case);
    json_add_string(root, "backend", k->backend);
    json_print(root, false, &b);
    return buf_detach(&b);
}

static int judge(struct mcp_call *c, const struct asked_kernel *k, struct server_verdict *out,
                 struct err *err)
{
    char *body CLEANUP(mem_free_ptr) = request_body(k);
    struct tags tags = tags_none;
    tags.run = c->session->run;
    tags.strategy = SESSION_STRATEGY;
    tags.purpose = k->purpose;
    tags.sample = 0;
    tags.turn = k->turn;
    tags.other[tags.n_other++] = arena_printf(c->a, "tool: %s", k->tool);
    pthread_mutex_lock(&c->session->mutex);
    if (c->session->client[0] != '\0')
        tags.other[tags.n_other++] = arena_printf(c->a, "client: %s", c->session->client);
    pthread_mutex_unlock(&c->session->mutex);
    const struct ask_input in = { .target = "",
                                  .content_type = "application/json",
                                  .body = body,
                                  .len = strlen(body),
                                  .tags = &tags,
                                  .counters = k->counters };
    int rc = server_evaluate(c->mcp->server, &in, c->handle, out, err);
    if (rc == 0)
        c->evaluation_id = out->evaluation_id;
    if (rc == ERR_USAGE)
        c->next = "call task to see what the task asks, then evaluate again";
    return rc;
}

/* As a stored one; texts are the verdict's. */
static struct seen_evaluation seen_of(const struct server_verdict *v, const char *run)
{
    const struct eval_result *r = &v->record.result;
    return (struct seen_evaluation){
        .id = v->evaluation_id,
        .is_own = true,
        .run = run,
        .task = v->record.job.task_id,
        .outcome = outcome_name(r->outcome),
        .cheat_kind = r->cheat_kind,
        .message = r->message,
        .code = v->record.job.kernel_text,
        .code_sha256 = r->code_sha256,
        .why_no_speedup = r->why_no_speedup,
        .mode = eval_mode_name(v->record.job.mode),
        .task_case = task_case_name(v->record.job.task_case),
        .backend = v->record.has_device ? v->record.device.backend : NULL,
        .device = v->record.has_device ? v->record.device.name : NULL,
        .verdict_sha256 = r->verdict_sha256,
        .correct = r->correct,
        .speedup = speedup_of(r->correct, eval_baseline_runtime_us(r), eval_runtime_us(r)),
        .lower = r->speedup_lower,
        .upper = r->speedup_upper,
        .runtime_us = eval_runtime_us(r),
        .baseline_us = eval_baseline_runtime_us(r),
        .launch_count = r->launch_count,
    };
}

static void put_failed_evidence(struct mcp_call *c, const struct eval_result *r)
{
    size_t shown = 0;
    for (size_t i = 0; i < r->n_evidence && shown < 4; i++) {
        const struct evidence *e = &r->evidence[i];
        if (e->pass)
            continue;
        shown++;
        buf_printf(&c->text, "evidence %s: %.4g %s, bound %.4g", e->kind, e->value,
                   e->unit == NULL ? "" : e->unit, e->bound);
        if (e->detail != NULL) {
            buf_puts(&c->text, ": ");
            mcp_put_clean(c, e->detail, 300);
        }
        buf_putc(&c->text, '\n');
    }
}

static void put_failure(struct mcp_call *c, const struct eval_result *r)
{
    const struct feedback_settings settings = { .lines = FEEDBACK_DEFAULT_LINES,
                                                .bytes = FEEDBACK_DEFAULT_BYTES };
    const struct feedback_facts facts = { .outcome = outcome_name(r->outcome),
                                          .cheat_kind = r->cheat_kind,
                                          .message = r->message,
                                          .compiled = r->compiled,
                                          .log = r->compile_log,
                                          .signal = r->signal,
                                          .fault_place = r->fault_place,
                                          .trials_run = r->trials_run,
                                          .trials_passed = r->trials_passed,
                                          .max_abs_err = r->max_abs_err,
                                          .max_rel_err = r->max_rel_err,
                                          .matched_share = r->matched_share,
                                          .worst_index = r->worst_index,
                                          .runtime_us = (double)NAN,
                                          .min_us = (double)NAN,
                                          .max_us = (double)NAN,
                                          .baseline_us = (double)NAN,
                                          .speedup = (double)NAN };
    const struct feedback f = { .settings = &settings, .facts = &facts };
    feedback_put_verdict(&f, &c->text);
    buf_putc(&c->text, '\n');
    feedback_put_facts(&f, &c->text);
    feedback_put_errors(&f, &c->text);
    if (c->text.len > 0 && c->text.data[c->text.len - 1] != '\n')
        buf_putc(&c->text, '\n');
    put_failed_evidence(c, r);
}

static void put_times(struct mcp_call *c, const struct seen_evaluation *e,
                      const struct eval_result *r)
{
    if (isnan(e->speedup)) {
        buf_printf(&c->text, "It is correct, but has no speedup: %s.\n",
                   e->why_no_speedup != NULL ? e->why_no_speedup : "nothing was timed");
        return;
    }
    buf_puts(&c->text, "It is correct. Speedup ");
    mcp_put_speedup(&c->text, e->speedup, e->lower, e->upper);
    const char *difference = eval_difference(r);
    if (difference[0] != '\0')
        buf_printf(&c->text, ", 95 %% interval: %s", difference);
    buf_printf(&c->text, "; %.4g us against %.4g us of the baseline.\n", e->runtime_us,
               e->baseline_us);
}

static void add_number(struct json *to, const char *key, double v)
{
    if (isnan(v))
        json_add_null(to, key);
    else
        json_add_number(to, key, v);
}

static void add_facts(struct mcp_call *c, const struct seen_evaluation *e)
{
    struct json *f = json_new_object();
    json_free(c->facts);
    c->facts = f;
    if (e->id != 0)
        json_add_int(f, "evaluation", e->id);
    else
        json_add_null(f, "evaluation");
    json_add_string(f, "task", e->task);
    json_add_string(f, "outcome", e->outcome);
    json_add_bool(f, "correct", e->correct);
    add_number(f, "speedup", e->speedup);
    add_number(f, "speedup_lower", e->lower);
    add_number(f, "speedup_upper", e->upper);
    add_number(f, "runtime_us", e->runtime_us);
    json_add_string(f, "verdict_sha256", e->verdict_sha256);
    json_add_string(f, "code_sha256", e->code_sha256);
}

static void link_evaluation(struct mcp_call *c, int64_t id)
{
    if (id == 0)
        return;
    mcp_link(c, arena_printf(c->a, "rollbook://evaluation/%" PRId64, id),
             arena_printf(c->a, "evaluation %" PRId64, id),
             "all facts, evidence and the compile log");
    mcp_link(c, arena_printf(c->a, "rollbook://evaluation/%" PRId64 "/code", id),
             arena_printf(c->a, "kernel of evaluation %" PRId64, id), "its text");
}

/* The last attempt before this one at the same task; false: the first. */
static bool find_previous(struct mcp_call *c, const struct seen_evaluation *e, bool measured,
                          struct seen_evaluation *out)
{
    struct err ignored = { 0 };
    if (e->id == 0 || mcp_database(c, &ignored) < 0)
        return false;
    struct stmt *st = db_query(c->db, "mcp_previous");
    stmt_bind_text(st, ":run", c->session->run);
    stmt_bind_text(st, ":task", e->task);
    stmt_bind_int(st, ":id", e->id);
    stmt_bind_int(st, ":measured", measured);
    stmt_bind_text(st, ":device", e->device);
    stmt_bind_text(st, ":task_case", e->task_case);
    if (stmt_step(st, &ignored) <= 0)
        return false;
    int64_t id = stmt_int(st, MCP_PREVIOUS_EVALUATION_ID);
    stmt_reset(st);
    return mcp_see(c, id, out, &ignored) == 0;
}

static void put_against_last(struct mcp_call *c, const struct seen_evaluation *e)
{
    struct seen_evaluation before;
    if (!(e->correct && find_previous(c, e, true, &before)) && !find_previous(c, e, false, &before))
        return;
    buf_printf(&c->text, "Against evaluation %" PRId64 ": ", before.id);
    mcp_put_change(&c->text, &before, e);
    buf_puts(&c->text, ".\n");
}

static int refuse_infra(struct mcp_call *c, const struct eval_result *r, struct err *err)
{
    if (r->outcome != OUTCOME_INFRA)
        return 0;
    c->next = "this is no fault of the kernel: call the tool again";
    return err_set(err, ERR_INTEGRITY, "nothing was judged: %s",
                   r->message == NULL ? "the evaluator failed" : r->message);
}

static void put_verdict(struct mcp_call *c, const struct server_verdict *v,
                        struct seen_evaluation *out)
{
    const struct eval_result *r = &v->record.result;
    *out = seen_of(v, c->session->run);
    if (out->id != 0)
        buf_printf(&c->text, "Evaluation %" PRId64 " of %s: %s. ", out->id, out->task,
                   out->outcome);
    else
        buf_printf(&c->text, "%s: %s (its row waits for the database). ", out->task, out->outcome);
    if (out->correct)
        put_times(c, out, r);
    else
        put_failure(c, r);
    buf_printf(&c->text, "Case %s, mode %s, %s (%s).\n", out->task_case, out->mode,
               out->backend == NULL ? "no device" : out->backend,
               out->device == NULL ? "nothing ran" : out->device);
    add_facts(c, out);
    link_evaluation(c, out->id);
}

int tool_evaluate(struct mcp_call *c, struct err *err)
{
    struct server_verdict v;
    struct seen_evaluation e;
    const char *backend = backend_of(c, mcp_text(c, "backend"));
    struct asked_kernel k = { .task = mcp_text(c, "task"),
                              .mode = mcp_text(c, "mode"),
                              .task_case = case_of(mcp_text(c, "case"), backend),
                              .backend = backend,
                              .tool = "evaluate",
                              .turn = -1 };
    k.mode = k.mode == NULL ? "fast" : k.mode;
    int rc = read_kernel(c, &k.kernel, err);
    if (rc == 0)
        rc = judge(c, &k, &v, err);
    if (rc < 0)
        return rc;
    rc = refuse_infra(c, &v.record.result, err);
    if (rc == 0) {
        put_verdict(c, &v, &e);
        put_against_last(c, &e);
    }
    server_verdict_release(&v);
    return rc;
}

/* ---- profile ---- */

static double work_of(const struct task *t, const struct expr *x, enum task_case task_case)
{
    struct expr_name names[TASK_MAX_DIMS];
    int64_t value = 0;
    if (x == NULL)
        return (double)NAN;
    size_t n = task_names(t, task_case, names);
    return expr_eval(x, names, n, &value, NULL) < 0 ? (double)NAN : (double)value;
}

/* What the task's least work says, on any device. */
static void put_rates(struct mcp_call *c, const struct eval_job *job, double runtime_us)
{
    const double bytes = work_of(job->task, job->task->bytes, job->task_case);
    const double flops = work_of(job->task, job->task->flops, job->task_case);
    if (isnan(runtime_us) || isnan(bytes) || isnan(flops) || !(bytes > 0))
        return;
    buf_printf(&c->text,
               "The task needs at least %.4g bytes and %.4g operations (%.3g operations per byte). "
               "The kernel moves %.3g GB/s and computes %.3g GFLOP/s of these.\n",
               bytes, flops, flops / bytes, bytes / runtime_us / 1e3, flops / runtime_us / 1e3);
}

static void put_launches(struct mcp_call *c, const struct eval_profile *p)
{
    const double all = profile_kernels_us(p);
    for (size_t i = 0; i < p->n_kernels && i < 12; i++) {
        const struct profile_kernel *k = &p->kernels[i];
        buf_puts(&c->text, "launch ");
        mcp_put_clean(c, k->name, 80);
        buf_printf(&c->text, ": %.4g us (%.0f %%), grid %ux%ux%u, block %ux%ux%u, %d registers\n",
                   k->device_us, 100.0 * k->device_us / all, k->grid[0], k->grid[1], k->grid[2],
                   k->block[0], k->block[1], k->block[2], k->registers);
    }
}

static void put_profile(struct mcp_call *c, const struct server_verdict *v)
{
    const struct eval_result *r = &v->record.result;
    const double runtime_us = eval_runtime_us(r);
    char line[1024];
    struct roofline roof;
    put_rates(c, &v->record.job, runtime_us);
    if (r->profile == NULL) {
        if (r->launch_count >= 0)
            buf_printf(&c->text, "A run launches %d kernel%s.\n", r->launch_count,
                       r->launch_count == 1 ? "" : "s");
        buf_puts(&c->text,
                 "Time by launch, counters and the roofline need a GPU: call profile with "
                 "backend cuda on a host that has one. Times on a CPU say nothing about a "
                 "GPU.\n");
        return;
    }
    put_launches(c, r->profile);
    profile_line(r->profile, runtime_us, line, sizeof(line));
    buf_printf(&c->text, "%s\n", line);
    roofline_of(r->profile, runtime_us, &roof);
    if (!isnan(roof.fraction))
        buf_printf(&c->text,
                   "It is bound by %s: the least time is %.4g us, and it reaches %.0f %% of "
                   "that.\n",
                   roof.memory_bound ? "memory" : "computing", roof.light_us,
                   100.0 * roof.fraction);
    if (r->profile->why_not != NULL)
        buf_printf(&c->text, "No counters: %s.\n", r->profile->why_not);
}

/* The kernel of the arguments, or of a stored evaluation. */
static int read_profiled(struct mcp_call *c, struct asked_kernel *k, struct err *err)
{
    struct seen_evaluation e;
    int64_t id = mcp_number(c, "evaluation", 0);
    k->task = mcp_text(c, "task");
    if (id == 0 && k->task == NULL) {
        c->next = "give evaluation, or task with kernel";
        return err_set(err, ERR_USAGE, "there is nothing to profile");
    }
    if (id == 0)
        return read_kernel(c, &k->kernel, err);
    int rc = mcp_see(c, id, &e, err);
    if (rc < 0)
        return rc;
    if (e.code == NULL)
        return err_set(err, ERR_USAGE, "evaluation %" PRId64 " has no code", id);
    k->task = e.task;
    k->kernel = e.code;
    k->task_case =
        k->task_case == NULL && strcmp(k->backend, e.backend == NULL ? "" : e.backend) == 0
            ? e.task_case
            : k->task_case;
    return 0;
}

int tool_profile(struct mcp_call *c, struct err *err)
{
    struct server_verdict v;
    struct seen_evaluation e;
    struct asked_kernel k = { .mode = "fast",
                              .task_case = mcp_text(c, "case"),
                              .backend = backend_of(c, mcp_text(c, "backend")),
                              .counters = true,
                              .tool = "profile",
                              .turn = -1 };
    int rc = read_profiled(c, &k, err);
    k.task_case = case_of(k.task_case, k.backend);
    if (rc == 0)
        rc = judge(c, &k, &v, err);
    if (rc < 0)
        return rc;
    rc = refuse_infra(c, &v.record.result, err);
    if (rc == 0) {
        put_verdict(c, &v, &e);
        if (e.correct)
            put_profile(c, &v);
    }
    server_verdict_release(&v);
    return rc;
}

/* ---- noise ---- */

struct spread {
    size_t n, n_right, n_above, n_below;
    double least, most; /* speedups */
};

static int load_spread(struct mcp_call *c, const struct seen_evaluation *e, struct spread *out,
                       struct err *err)
{
    int rc;
    *out = (struct spread){ .least = (double)INFINITY, .most = -(double)INFINITY };
    db_close(c->db); /* what was stored since is wanted */
    c->db = NULL;
    rc = mcp_database(c, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(c->db, "mcp_same_code");
    stmt_bind_text(st, ":code_sha256", e->code_sha256);
    stmt_bind_text(st, ":task", e->task);
    stmt_bind_text(st, ":backend", e->backend);
    stmt_bind_text(st, ":task_case", e->task_case);
    while ((rc = stmt_step(st, err)) > 0) {
        const double speedup = stmt_real(st, MCP_SAME_CODE_SPEEDUP);
        const double lower = stmt_real(st, MCP_SAME_CODE_SPEEDUP_LOWER);
        const double upper = stmt_real(st, MCP_SAME_CODE_SPEEDUP_UPPER);
        out->n++;
        if (isnan(speedup)) {
            buf_printf(&c->text, "evaluation %" PRId64 ", mode %s: %s, no speedup\n",
                       stmt_int(st, MCP_SAME_CODE_EVALUATION_ID),
                       stmt_text(st, MCP_SAME_CODE_EVAL_MODE),
                       stmt_text(st, MCP_SAME_CODE_OUTCOME));
            continue;
        }
        out->n_right++;
        out->least = fmin(out->least, speedup);
        out->most = fmax(out->most, speedup);
        out->n_above += lower > 1;
        out->n_below += upper < 1;
        buf_printf(&c->text,
                   "evaluation %" PRId64 ", mode %s: ", stmt_int(st, MCP_SAME_CODE_EVALUATION_ID),
                   stmt_text(st, MCP_SAME_CODE_EVAL_MODE));
        mcp_put_speedup(&c->text, speedup, lower, upper);
        buf_putc(&c->text, '\n');
    }
    return rc;
}

static void put_spread(struct mcp_call *c, const struct spread *s)
{
    if (s->n_right < 2) {
        buf_puts(&c->text, "Not known: fewer than two measurements have a speedup.\n");
        return;
    }
    buf_printf(&c->text,
               "%zu measurements, %zu with a speedup: %.3gx to %.3gx, a spread of %.0f %%. ", s->n,
               s->n_right, s->least, s->most, 100.0 * (s->most / s->least - 1.0));
    if (s->n_above == s->n_right)
        buf_puts(&c->text, "Real: every interval is above 1, so the kernel is faster than the "
                           "baseline.\n");
    else if (s->n_below == s->n_right)
        buf_puts(&c->text, "Real: every interval is below 1, so the kernel is slower than the "
                           "baseline.\n");
    else
        buf_printf(
            &c->text,
            "Not shown: only %zu of %zu intervals are above 1 and %zu are below, so noise may "
            "explain it. A full evaluation narrows the interval.\n",
            s->n_above, s->n_right, s->n_below);
}

int tool_noise(struct mcp_call *c, struct err *err)
{
    struct seen_evaluation e;
    struct spread s = { 0 };
    int64_t again = mcp_number(c, "again", 1);
    int rc = mcp_see(c, mcp_number(c, "evaluation", 0), &e, err);
    if (rc == 0 && (e.code == NULL || e.backend == NULL))
        rc = err_set(err, ERR_USAGE,
                     "evaluation %" PRId64 " was not run here, so it cannot be "
                     "measured again",
                     e.id);
    const struct asked_kernel k = { .task = e.task,
                                    .kernel = e.code,
                                    .mode = e.mode,
                                    .task_case = e.task_case,
                                    .backend = e.backend,
                                    .tool = "noise",
                                    .turn = -1 };
    for (int64_t i = 0; i < again && rc == 0; i++) {
        struct server_verdict v;
        rc = judge(c, &k, &v, err);
        if (rc < 0)
            break;
        rc = refuse_infra(c, &v.record.result, err);
        server_verdict_release(&v);
    }
    if (rc == 0)
        rc = load_spread(c, &e, &s, err);
    if (rc < 0)
        return rc;
    put_spread(c, &s);
    link_evaluation(c, e.id);
    return 0;
}

/* ---- submit ---- */

/* Claims the one submission of a task; false: it was used up. */
static bool claim(struct mcp_session *s, const char *task)
{
    bool ok = true;
    pthread_mutex_lock(&s->mutex);
    for (size_t i = 0; i < s->n_submitted; i++)
        ok = ok && strcmp(s->submitted[i], task) != 0;
    if (ok) {
        s->submitted = mem_grow(s->submitted, s->n_submitted + 1, sizeof(*s->submitted));
        s->submitted[s->n_submitted++] = mem_strdup(task);
    }
    pthread_mutex_unlock(&s->mutex);
    return ok;
}

static void give_back(struct mcp_session *s, const char *task)
{
    pthread_mutex_lock(&s->mutex);
    for (size_t i = 0; i < s->n_submitted; i++)
        if (strcmp(s->submitted[i], task) == 0) {
            free(s->submitted[i]);
            s->submitted[i] = s->submitted[--s->n_submitted];
            break;
        }
    pthread_mutex_unlock(&s->mutex);
}

/* A run that goes on, in this process or after another, has its submissions in the database. */
static int was_submitted(struct mcp_call *c, const char *task, bool *out, struct err *err)
{
    int64_t n = 0;
    int rc = mcp_database(c, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(c->db, "mcp_submitted");
    stmt_bind_text(st, ":run", c->session->run);
    stmt_bind_text(st, ":task", task);
    rc = stmt_one_int(st, &n, err);
    *out = n > 0;
    return rc;
}

static int stored_turn(struct mcp_call *c, int64_t rollout_id, int *out, struct err *err)
{
    int64_t turn = 0;
    db_close(c->db);
    c->db = NULL;
    int rc = mcp_database(c, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(c->db, "mcp_turn");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    rc = stmt_one_int(st, &turn, err);
    *out = (int)turn;
    return rc;
}

/* The same kernel once more, in new processes, on new inputs; its row is a confirmation. */
static int confirm(struct mcp_call *c, struct asked_kernel *k, const struct server_verdict *first,
                   struct err *err)
{
    struct server_verdict v;
    if (first->rollout_id == 0)
        return err_set(err, ERR_BUSY,
                       "the database takes nothing now, so the submission is not "
                       "confirmed");
    int rc = stored_turn(c, first->rollout_id, &k->turn, err);
    k->purpose = "confirm";
    if (rc == 0)
        rc = judge(c, k, &v, err);
    if (rc < 0)
        return rc;
    rc = refuse_infra(c, &v.record.result, err);
    if (rc == 0) {
        const struct seen_evaluation e = seen_of(&v, c->session->run);
        buf_printf(&c->text, "Confirmation %" PRId64 ", in new processes on new inputs: %s, ", e.id,
                   e.outcome);
        mcp_put_speedup(&c->text, e.speedup, e.lower, e.upper);
        buf_puts(&c->text,
                 e.correct ? ".\n" : ". It was not right this time, so it counts as wrong.\n");
        struct json *f = json_add_object(c->facts, "confirmed");
        json_add_int(f, "evaluation", e.id);
        json_add_string(f, "outcome", e.outcome);
        add_number(f, "speedup", e.speedup);
        add_number(f, "speedup_lower", e.lower);
        add_number(f, "speedup_upper", e.upper);
    }
    server_verdict_release(&v);
    return rc;
}

static int submit(struct mcp_call *c, struct asked_kernel *k, struct err *err)
{
    struct server_verdict v;
    struct seen_evaluation e;
    bool before = false;
    int rc = was_submitted(c, k->task, &before, err);
    if (rc == 0 && before)
        rc = ERR_NEGATIVE;
    if (rc == 0)
        rc = judge(c, k, &v, err);
    if (rc < 0)
        return rc;
    rc = refuse_infra(c, &v.record.result, err);
    if (rc == 0) {
        buf_puts(&c->text, "Submitted. ");
        put_verdict(c, &v, &e);
        if (e.correct)
            rc = confirm(c, k, &v, err);
    }
    server_verdict_release(&v);
    return rc;
}

int tool_submit(struct mcp_call *c, struct err *err)
{
    const char *backend = backend_of(c, mcp_text(c, "backend"));
    struct asked_kernel k = { .task = mcp_text(c, "task"),
                              .mode = "full",
                              .task_case = case_of(NULL, backend),
                              .backend = backend,
                              .tool = "submit",
                              .turn = -1 };
    const struct task *task = NULL;
    int rc = read_kernel(c, &k.kernel, err);
    if (rc == 0)
        rc = mcp_find_task(c, k.task, &task, err);
    if (rc < 0)
        return rc;
    k.task = task->id;
    rc = claim(c->session, k.task) ? submit(c, &k, err) : ERR_NEGATIVE;
    if (rc == ERR_NEGATIVE) {
        c->next = "the verdict stands: history shows it; evaluate still measures other kernels";
        return err_set(err, ERR_USAGE, "%s was submitted before, and a task is submitted once",
                       k.task);
    }
    if (rc < 0)
        give_back(c->session, k.task);
    return rc;
}
