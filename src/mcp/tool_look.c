/*
 * tool_look.c - the tools that read: task, history, best, diff; and the resources behind links.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "columns/mcp_best.h"
#include "columns/mcp_history.h"
#include "columns/show_evaluation_evidence.h"
#include "columns/show_evaluation_log.h"
#include "src/base/chars.h"
#include "src/base/diff.h"
#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/mcp/mcp_internal.h"
#include "src/problem/problem.h"
#include "src/sample/feedback.h"
#include "src/sample/prompt.h"
#include "src/store/db.h"
#include "tasks/module_shapes.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define DIFF_BYTES 6000
#define CODE_BYTES 4000

int mcp_find_task(struct mcp_call *c, const char *name, const struct task **out, struct err *err)
{
    int rc = problem_is_stored(name) ? mcp_database(c, err) : 0;
    if (rc == 0)
        rc = problem_task_find(c->db, name, c->a, out, err);
    if (rc < 0)
        c->next = "read rollbook://tasks for the names of tasks";
    return rc;
}

static const char *task_uri(struct mcp_call *c, const char *id)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    for (const char *p = id; *p != '\0'; p++)
        buf_putc(&b, *p == '/' ? '-' : *p);
    return arena_printf(c->a, "rollbook://task/%s", buf_text(&b));
}

static void put_shape(struct buf *out, const struct task_tensor *x)
{
    buf_printf(out, "%s %s[", x->name, dtype_name(x->dtype));
    for (size_t i = 0; i < x->rank; i++)
        buf_printf(out, "%s%s", i > 0 ? ", " : "", x->shape_text[i]);
    buf_putc(out, ']');
}

static void put_tensors(struct buf *out, const char *what, const struct task_tensor *list, size_t n)
{
    buf_printf(out, "%s: ", what);
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i > 0 ? "; " : "");
        put_shape(out, &list[i]);
    }
    buf_puts(out, "\n");
}

static void put_sizes(struct buf *out, const struct task *t)
{
    for (int i = 0; i < TASK_CASE_COUNT; i++) {
        buf_printf(out, "case %s:", task_case_name((enum task_case)i));
        for (size_t d = 0; d < t->n_dims; d++)
            buf_printf(out, " %s=%" PRId64, t->dims[d], t->dim_values[i][d]);
        buf_printf(out, "; tolerance |got - want| <= %.3g + %.3g * |want|\n", t->atol[i], t->rtol);
    }
}

int tool_task(struct mcp_call *c, struct err *err)
{
    const struct task *t = NULL;
    int rc = mcp_find_task(c, mcp_text(c, "task"), &t, err);
    if (rc < 0)
        return rc;
    buf_printf(&c->text, "%s %s. ", t->id, t->name);
    if (t->module != NULL) {
        const char *entry = task_entry(t);
        struct module_shapes shapes;
        module_shapes_read(t->module, c->a, &shapes);
        buf_printf(&c->text,
                   "It is a PyTorch problem: write a Python file with a %s%s that computes what "
                   "Model computes.\n",
                   entry == NULL ? "class ModelNew" : "function ", entry == NULL ? "" : entry);
        if (shapes.n > 0)
            buf_printf(
                &c->text,
                "It is evaluated at %zu shapes and must be right at all of them; speedup over "
                "shapes: %s.\n",
                shapes.n, shape_summary_names[shapes.over]);
    } else {
        mcp_put_clean(c, t->description, 2000);
        buf_putc(&c->text, '\n');
        put_tensors(&c->text, "inputs", t->inputs, t->n_inputs);
        put_tensors(&c->text, "outputs", t->outputs, t->n_outputs);
        put_sizes(&c->text, t);
        buf_puts(&c->text,
                 "Write one CUDA C file of device code with its launches in comments such as "
                 "//@ launch NAME(x, y, n) grid=ceil_div(n, 256) block=256; there is no "
                 "host code.\n");
    }
    buf_puts(&c->text,
             "Hidden: the values of the inputs, a second draw of another scale, and further "
             "sizes. Every timed run is checked too.\n"
             "Next: read the link for the whole text with the baseline kernel, then call "
             "evaluate.\n");
    mcp_link(c, task_uri(c, t->id), t->id,
             "what is asked, the form of a kernel file, the baseline");
    return 0;
}

/* ---- history ---- */

static size_t load_ids(struct mcp_call *c, const char *task, int64_t n, int64_t ids[51],
                       struct err *err)
{
    size_t found = 0;
    struct stmt *st = db_query(c->db, "mcp_history");
    stmt_bind_text(st, ":run", c->session->run);
    stmt_bind_text(st, ":task", task);
    stmt_bind_int(st, ":n", n + 1);
    while (found < 51 && stmt_step(st, err) > 0)
        ids[found++] = stmt_int(st, MCP_HISTORY_EVALUATION_ID);
    stmt_reset(st);
    return found;
}

static size_t count_changed(struct mcp_call *c, const char *before, const char *after)
{
    struct line_diff d = line_diff(before == NULL ? "" : before, after == NULL ? "" : after, c->a);
    return d.n_left_only + d.n_right_only;
}

/* The attempt at the same task before list[i], which goes from new to old: the last on the same
 * device and case, otherwise the last. */
static const struct seen_evaluation *attempt_before(const struct seen_evaluation *list, size_t n,
                                                    size_t i)
{
    const struct seen_evaluation *last = NULL;
    for (size_t k = i + 1; k < n; k++) {
        if (strcmp(list[k].task, list[i].task) != 0 || list[k].purpose != NULL)
            continue;
        if (mcp_is_same_place(&list[k], &list[i]))
            return &list[k];
        last = last == NULL ? &list[k] : last;
    }
    return last;
}

static void put_attempt(struct mcp_call *c, const struct seen_evaluation *e,
                        const struct seen_evaluation *before)
{
    buf_printf(&c->text, "evaluation %" PRId64 "%s, %s, mode %s: %s, ", e->id,
               e->purpose != NULL ? " (confirmation)" : "", e->task, e->mode, e->outcome);
    mcp_put_speedup(&c->text, e->speedup, e->lower, e->upper);
    if (before != NULL) {
        buf_printf(&c->text, "; %zu lines changed since %" PRId64 ": ",
                   count_changed(c, before->code, e->code), before->id);
        mcp_put_change(&c->text, before, e);
    } else if (!e->correct && e->message != NULL) {
        buf_puts(&c->text, "; ");
        mcp_put_clean(c, e->message, 120);
    }
    buf_putc(&c->text, '\n');
}

int tool_history(struct mcp_call *c, struct err *err)
{
    int64_t ids[51];
    const int64_t most = mcp_number(c, "n", 10);
    const struct task *task = NULL;
    int rc = mcp_database(c, err);
    if (rc == 0 && mcp_text(c, "task") != NULL)
        rc = mcp_find_task(c, mcp_text(c, "task"), &task, err);
    if (rc < 0)
        return rc;
    err->code = 0;
    size_t n = load_ids(c, task != NULL ? task->id : NULL, most, ids, err), seen = 0;
    struct seen_evaluation *list = arena_array(c->a, n + 1, sizeof(*list));
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = mcp_see(c, ids[i], &list[seen++], err);
    if (rc < 0)
        return rc;
    if (n == 0) {
        buf_puts(&c->text, "Nothing was evaluated in this session so far. Next: call evaluate.\n");
        return 0;
    }
    const size_t shown = n > (size_t)most ? (size_t)most : n;
    for (size_t i = 0; i < shown; i++)
        put_attempt(c, &list[i], attempt_before(list, n, i));
    if (n > shown)
        buf_puts(&c->text, "Older attempts are left out: ask for a larger n.\n");
    buf_puts(&c->text,
             "Speedups have their 95 % interval in parentheses. diff shows what changed in "
             "the text.\n");
    return 0;
}

/* ---- best ---- */

static void put_best(struct mcp_call *c, const struct seen_evaluation *e, size_t rank,
                     bool with_code)
{
    buf_printf(&c->text, "%zu. evaluation %" PRId64 " of run ", rank, e->id);
    mcp_put_clean(c, e->run, 80);
    buf_printf(&c->text, ", case %s, %s: ", e->task_case == NULL ? "unknown" : e->task_case,
               e->backend == NULL ? "no device" : e->backend);
    mcp_put_speedup(&c->text, e->speedup, e->lower, e->upper);
    buf_putc(&c->text, '\n');
    if (with_code) {
        buf_puts(&c->text, "```\n");
        mcp_put_clean(c, e->code, CODE_BYTES);
        buf_puts(&c->text, "\n```\n");
    }
    mcp_link(c, arena_printf(c->a, "rollbook://evaluation/%" PRId64 "/code", e->id),
             arena_printf(c->a, "kernel of evaluation %" PRId64, e->id), "its text");
}

static int list_best(struct mcp_call *c, const char *task, int64_t n, size_t *out_shown,
                     struct err *err)
{
    int64_t ids[60];
    size_t found = 0;
    int rc;
    struct stmt *st = db_query(c->db, "mcp_best");
    stmt_bind_text(st, ":task", task);
    stmt_bind_text(st, ":backend", mcp_text(c, "backend"));
    stmt_bind_text(st, ":run", c->session->run);
    stmt_bind_int(st, ":n", ARRAY_LEN(ids));
    while (found < ARRAY_LEN(ids) && (rc = stmt_step(st, err)) > 0)
        ids[found++] = stmt_int(st, MCP_BEST_EVALUATION_ID);
    stmt_reset(st);
    *out_shown = 0;
    for (size_t i = 0; i < found && *out_shown < (size_t)n; i++) {
        struct seen_evaluation e;
        struct err hidden = { 0 };
        if (mcp_see(c, ids[i], &e, &hidden) < 0 || e.code == NULL)
            continue;
        (*out_shown)++;
        put_best(c, &e, *out_shown, *out_shown == 1);
    }
    c->next = NULL;
    return 0;
}

int tool_best(struct mcp_call *c, struct err *err)
{
    const struct task *t = NULL;
    struct wall wall;
    size_t shown = 0;
    int rc = mcp_find_task(c, mcp_text(c, "task"), &t, err);
    if (rc == 0)
        rc = mcp_database(c, err);
    if (rc == 0)
        rc = wall_load(&c->mcp->wall, c->db, c->a, &wall, err);
    if (rc < 0)
        return rc;
    if (wall_hides(&wall, t->level, t->problem_id)) {
        buf_printf(&c->text,
                   "%s is held out: kernels of other runs are not shown for it. Next: write "
                   "your own and call evaluate.\n",
                   t->id);
        return 0;
    }
    rc = list_best(c, t->id, mcp_number(c, "n", 3), &shown, err);
    if (rc == 0 && shown == 0)
        buf_printf(&c->text, "No other run has a right kernel of %s yet. Next: call evaluate.\n",
                   t->id);
    return rc;
}

/* ---- diff ---- */

int tool_diff(struct mcp_call *c, struct err *err)
{
    struct seen_evaluation a, b;
    struct buf CLEANUP(buf_release) diff = { 0 };
    const struct task *t = NULL;
    const int64_t second = mcp_number(c, "b", 0);
    int rc = mcp_see(c, mcp_number(c, "a", 0), &a, err);
    if (rc == 0 && second != 0)
        rc = mcp_see(c, second, &b, err);
    if (rc == 0 && second == 0)
        rc = mcp_find_task(c, a.task, &t, err);
    if (rc < 0)
        return rc;
    const char *left = second != 0         ? a.code
                       : t->module != NULL ? module_shown(t, c->a)
                                           : t->baseline;
    const char *right = second != 0 ? b.code : a.code;
    if (left == NULL || right == NULL)
        return err_set(err, ERR_USAGE, "one of them has no code");
    diff_put(&diff, left, strlen(left), right, strlen(right));
    if (second != 0) {
        buf_printf(&c->text, "From evaluation %" PRId64 " (%s, ", a.id, a.outcome);
        mcp_put_speedup(&c->text, a.speedup, a.lower, a.upper);
        buf_printf(&c->text, ") to %" PRId64 " (%s, ", b.id, b.outcome);
        mcp_put_speedup(&c->text, b.speedup, b.lower, b.upper);
        buf_puts(&c->text, "): ");
        if (strcmp(a.task, b.task) != 0)
            buf_puts(&c->text, "they are of different tasks");
        else
            mcp_put_change(&c->text, &a, &b);
        buf_puts(&c->text, ".\n");
    } else {
        buf_printf(&c->text, "From the baseline of %s to evaluation %" PRId64 ": ", t->id, a.id);
        mcp_put_speedup(&c->text, a.speedup, a.lower, a.upper);
        buf_puts(&c->text, ".\n");
    }
    if (diff.len == 0)
        buf_puts(&c->text, "The texts are equal.\n");
    else
        mcp_put_clean(c, buf_text(&diff), DIFF_BYTES);
    return 0;
}

/* ---- resources ---- */

static const struct mcp_link resources[] = {
    { "rollbook://tasks", "tasks", "names of all tasks, one a line" },
};
static const struct mcp_link templates[] = {
    { "rollbook://task/{task}", "task",
      "what a task asks, the form of a kernel file, the baseline" },
    { "rollbook://evaluation/{id}", "evaluation", "verdict, times, evidence and the compile log" },
    { "rollbook://evaluation/{id}/code", "kernel", "the text that was evaluated" },
};

static void put_links(struct json *list, const struct mcp_link *links, size_t n, const char *uri)
{
    for (size_t i = 0; i < n; i++) {
        struct json *o = json_add_object(list, NULL);
        json_add_string(o, uri, links[i].uri);
        json_add_string(o, "name", links[i].name);
        json_add_string(o, "description", links[i].help);
        json_add_string(o, "mimeType", "text/plain");
    }
}

void mcp_resources_put(struct json *list)
{
    put_links(list, resources, ARRAY_LEN(resources), "uri");
}

void mcp_templates_put(struct json *list)
{
    put_links(list, templates, ARRAY_LEN(templates), "uriTemplate");
}

static int read_tasks(struct mcp_call *c, struct buf *out, struct err *err)
{
    const struct task **tasks;
    struct imported_problem *problems = NULL;
    struct err ignored = { 0 };
    size_t n, n_problems = 0;
    int rc = task_list(c->a, &tasks, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        buf_printf(out, "%s %s\n", tasks[i]->id, tasks[i]->name);
    if (rc == 0 && mcp_database(c, &ignored) == 0 &&
        problem_list(c->db, NULL, c->a, &problems, &n_problems, &ignored) == 0)
        for (size_t i = 0; i < n_problems; i++)
            buf_printf(out, "%s %s\n", problems[i].task->id, problems[i].task->name);
    return rc;
}

/* "l1-28" is "l1/28": a slash would be a part of the address. */
static int read_task(struct mcp_call *c, const char *name, struct buf *out, struct err *err)
{
    const struct task *t = NULL;
    char *id = arena_strdup(c->a, name);
    char *dash = strrchr(id, ':');
    dash = strchr(dash == NULL ? id : dash, '-');
    if (strchr(id, '/') == NULL && dash != NULL && is_digit(dash[1]))
        *dash = '/';
    int rc = mcp_find_task(c, id, &t, err);
    if (rc == 0)
        prompt_render(t, out);
    return rc;
}

static int put_evidence(struct mcp_call *c, int64_t id, struct buf *out, struct err *err)
{
    int rc;
    struct stmt *st = db_query(c->db, "show_evaluation_evidence");
    stmt_bind_int(st, ":id", id);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *unit = stmt_text(st, SHOW_EVALUATION_EVIDENCE_UNIT);
        const char *detail = stmt_text(st, SHOW_EVALUATION_EVIDENCE_DETAIL);
        buf_printf(out, "evidence %s: %s, %.6g %s, bound %.6g",
                   stmt_text(st, SHOW_EVALUATION_EVIDENCE_KIND),
                   stmt_int(st, SHOW_EVALUATION_EVIDENCE_PASS) != 0 ? "passed" : "FAILED",
                   stmt_real(st, SHOW_EVALUATION_EVIDENCE_VALUE), unit == NULL ? "" : unit,
                   stmt_real(st, SHOW_EVALUATION_EVIDENCE_BOUND));
        if (detail != NULL) {
            buf_puts(out, "; ");
            feedback_put_clean(out, detail, strlen(detail), 1000);
        }
        buf_putc(out, '\n');
    }
    if (rc < 0)
        return rc;
    st = db_query(c->db, "show_evaluation_log");
    stmt_bind_int(st, ":id", id);
    rc = stmt_step(st, err);
    const char *log = rc > 0 ? stmt_text(st, SHOW_EVALUATION_LOG_CONTENT) : NULL;
    if (log != NULL) {
        buf_puts(out, "compile log:\n");
        feedback_put_clean(out, log, strlen(log), 20000);
        buf_putc(out, '\n');
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

static int read_evaluation(struct mcp_call *c, const char *rest, struct buf *out, struct err *err)
{
    struct seen_evaluation e;
    const char *slash = strchr(rest, '/');
    int64_t id = 0;
    bool code = slash != NULL && strcmp(slash, "/code") == 0;
    if (!str_to_i64(arena_strndup(c->a, rest, strcspn(rest, "/")), &id) || (slash != NULL && !code))
        return err_set(err, ERR_NOMATCH, "there is no such resource");
    int rc = mcp_see(c, id, &e, err);
    if (rc < 0)
        return rc;
    if (code) {
        feedback_put_clean(out, e.code == NULL ? "" : e.code, e.code == NULL ? 0 : strlen(e.code),
                           (size_t)2 << 20);
        return 0;
    }
    buf_printf(out, "evaluation %" PRId64 " of %s, run %s\noutcome %s%s%s\n", e.id, e.task, e.run,
               e.outcome, e.cheat_kind != NULL ? ": " : "",
               e.cheat_kind != NULL ? e.cheat_kind : "");
    if (e.message != NULL) {
        feedback_put_clean(out, e.message, strlen(e.message), 2000);
        buf_putc(out, '\n');
    }
    buf_puts(out, "speedup ");
    mcp_put_speedup(out, e.speedup, e.lower, e.upper);
    buf_printf(out, "\ncase %s, mode %s, %s, %s\n", e.task_case == NULL ? "unknown" : e.task_case,
               e.mode == NULL ? "unknown" : e.mode, e.backend == NULL ? "no device" : e.backend,
               e.device == NULL ? "" : e.device);
    if (e.verdict_sha256 != NULL)
        buf_printf(out, "verdict_sha256 %s\n", e.verdict_sha256);
    return put_evidence(c, id, out, err);
}

int mcp_resource_read(struct mcp_call *c, const char *uri, struct buf *out, struct err *err)
{
    static const char task[] = "rollbook://task/", evaluation[] = "rollbook://evaluation/";
    if (strcmp(uri, "rollbook://tasks") == 0)
        return read_tasks(c, out, err);
    if (str_starts_with(uri, task))
        return read_task(c, uri + strlen(task), out, err);
    if (str_starts_with(uri, evaluation))
        return read_evaluation(c, uri + strlen(evaluation), out, err);
    return err_set(err, ERR_NOMATCH, "there is no resource '%.200s'", uri);
}
