/*
 * problem_shapes.c - folders of SOL-ExecBench, flashinfer-trace and kernelbot: a task for each
 * shape of a problem.
 *
 * beside/shapes.py reads the folder and writes a module for each shape, so that everything else
 * meets a PyTorch problem.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/torch/torch_host.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/problem/problem_put.h"
#include "src/store/store.h"
#include "src/trust/trust.h"
#include "tasks/module_shapes.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define READ_LIMIT_NS  ((int64_t)300 * 1000000000)
#define SHAPE_LIMIT_NS ((int64_t)120 * 1000000000)

struct reading {
    const struct problem_import *options;
    struct arena *arena;
    struct torch_host *tool;
};

static const char *text_of(struct reading *r, const struct json *o, const char *key)
{
    const char *text = NULL;
    return json_string(json_get(o, key), &text) ? arena_strdup(r->arena, text) : NULL;
}

static int ask(struct reading *r, const struct json *question, int64_t limit_ns, struct json **out,
               struct err *err)
{
    int rc = torch_ask_reference(r->tool, question, clock_monotonic_ns() + limit_ns, out, err);
    return rc == ERR_NEGATIVE ? err_set(err, ERR_INTEGRITY, "%s", arena_strdup(r->arena, err->msg))
                              : rc;
}

static int list(struct reading *r, struct json **out, struct err *err)
{
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "list");
    json_add_string(question, "folder", r->options->folder);
    return ask(r, question, READ_LIMIT_NS, out, err);
}

/* Nine digits, as KernelBench's file names have room for; two shapes of one number are refused. */
static int number_of(const char *name)
{
    return TASK_MADE_UP_NUMBER + problem_number_of_name(name) % 900000000;
}

/* A reason keeps a shape out: its module cannot be read. */
static int read_shape(struct reading *r, const struct json *listed, int64_t index,
                      struct problem_module *out, const char **why_not, struct err *err)
{
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    json_add_string(question, "op", "shape");
    json_add_int(question, "index", index);
    *out = (struct problem_module){ .level = 1,
                                    .name = text_of(r, listed, "name"),
                                    .origin = text_of(r, listed, "origin") };
    *why_not = NULL;
    int rc =
        torch_ask_reference(r->tool, question, clock_monotonic_ns() + SHAPE_LIMIT_NS, &answer, err);
    if (rc == ERR_NEGATIVE) {
        *why_not = arena_strdup(r->arena, err->msg);
        return 0;
    }
    if (rc < 0)
        return rc;
    out->text = text_of(r, answer, "text");
    problem_read_work(answer, r->arena, out);
    if (out->name == NULL || out->text == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: a shape came without name or text",
                       r->options->folder);
    if (strlen(out->text) > TASK_MODULE_MAX_BYTES)
        *why_not = "its module is too large";
    sha256_hex(out->text, strlen(out->text), out->sha256);
    out->problem_id = number_of(out->name);
    return 0;
}

static void skip(struct reading *r, struct problem_shapes *out, const char *what, const char *why)
{
    out->skipped[out->n_skipped++] =
        (struct problem_remark){ what, why != NULL ? why : arena_strdup(r->arena, "unknown") };
}

static int read_all(struct reading *r, const struct json *found, struct problem_module *modules,
                    struct problem_shapes *out, struct err *err)
{
    const struct json *shapes = json_get(found, "shapes"), *left_out = json_get(found, "skipped");
    const size_t n = json_count(shapes);
    int64_t index = 0;
    int rc = 0;
    out->skipped = arena_array(r->arena, 2 * n + json_count(left_out) + 1, sizeof *out->skipped);
    (void)json_int(json_get(found, "problems"), &out->n_problems);
    for (const struct json *s = json_first(left_out); s != NULL; s = json_next(s))
        skip(r, out, text_of(r, s, "what"), text_of(r, s, "why"));
    for (const struct json *s = json_first(shapes); s != NULL && rc == 0; s = json_next(s)) {
        struct problem_module *m = &modules[out->n_shapes];
        const char *why_not = NULL;
        rc = read_shape(r, s, index++, m, &why_not, err);
        if (rc == 0 && why_not != NULL)
            skip(r, out, m->name, why_not);
        else if (rc == 0)
            out->n_shapes++;
        if (r->options->progress != NULL)
            r->options->progress(r->options->context, (size_t)index, n);
    }
    return rc;
}

/* "rmsnorm" of "rmsnorm@rows=17" */
static size_t problem_len(const struct problem_module *m)
{
    return strcspn(m->name, "@");
}

static bool same_problem(const struct problem_module *a, const struct problem_module *b)
{
    return problem_len(a) == problem_len(b) && strncmp(a->name, b->name, problem_len(a)) == 0;
}

/* The modules of one problem as one; false: they are too much for it. */
static bool join(struct reading *r, const struct problem_module *modules, size_t n,
                 struct problem_module *out)
{
    struct arena *a = r->arena;
    struct buf CLEANUP(buf_release) text = { .max = TASK_MODULE_MAX_BYTES };
    struct module_shapes s = { .over = r->options->over,
                               .n = n,
                               .items = arena_array(a, n, sizeof *s.items) };
    for (size_t i = 0; i < n; i++)
        s.items[i] =
            (struct module_shape){ modules[i].name + problem_len(&modules[i]) + 1, modules[i].text,
                                   problem_weight_of(&(struct task){ .module = modules[i].text }) };
    module_shapes_write(&s, &text);
    *out = (struct problem_module){
        .level = 1,
        .name = arena_strndup(a, modules[0].name, problem_len(&modules[0])),
        .origin = arena_printf(a, "all %zu shapes, the first from %s", n, modules[0].origin),
        .flops = (double)NAN,
        .bytes = (double)NAN,
        .unknown = "they differ between the shapes",
        .text = arena_strdup(a, buf_text(&text))
    };
    sha256_hex(out->text, strlen(out->text), out->sha256);
    out->problem_id = number_of(out->name);
    return !text.overflow;
}

/* A task of all its shapes for each problem. */
static size_t join_all(struct reading *r, const struct problem_module *modules,
                       struct problem_shapes *out, struct problem_module *joined)
{
    size_t n = 0;
    for (size_t i = 0, end; i < out->n_shapes; i = end) {
        for (end = i + 1; end < out->n_shapes && same_problem(&modules[i], &modules[end]); end++)
            ;
        if (join(r, &modules[i], end - i, &joined[n]))
            n++;
        else
            skip(r, out, joined[n].name,
                 "its shapes are tasks, and together too large for a task of all of them");
    }
    return n;
}

/* All or none; Python is asked before there is a lock on the database. */
int problem_import_shapes(struct db *db, const struct problem_import *options, struct arena *a,
                          struct problem_shapes *out, struct err *err)
{
    struct torch_host *tool CLEANUP(torch_host_close_ptr) = NULL;
    struct json *found CLEANUP(json_free_ptr) = NULL;
    struct reading r = { .options = options, .arena = a };
    struct problem_module *modules = NULL, *joined = NULL;
    size_t n_joined = 0;
    struct trust_list own = { .arena = a };
    const char *why = NULL;
    *out = (struct problem_shapes){ .n_shapes = 0 };
    int rc = torch_host_open_tool(options->python, "shapes.py", &tool, err);
    r.tool = tool;
    if (rc == 0)
        rc = list(&r, &found, err);
    if (rc < 0)
        return rc;
    modules = arena_array(a, json_count(json_get(found, "shapes")) + 1, sizeof *modules);
    rc = read_all(&r, found, modules, out, err);
    if (rc == 0 && out->n_shapes == 0)
        rc = err_set(err, ERR_NOMATCH, "%s: no shape of a problem can be evaluated%s%s%s%s",
                     options->folder, out->n_skipped > 0 ? "; " : "",
                     out->n_skipped > 0 ? out->skipped[0].what : "", out->n_skipped > 0 ? ": " : "",
                     out->n_skipped > 0 ? out->skipped[0].why
                                        : ": it has neither definitions nor a task.yml");
    bool *known = arena_array(a, out->n_shapes + 1, sizeof *known);
    joined = arena_array(a, out->n_shapes + 1, sizeof *joined);
    if (rc == 0)
        n_joined = join_all(&r, modules, out, joined);
    out->looks.degenerate = arena_array(a, out->n_shapes + 1, sizeof *out->looks.degenerate);
    for (size_t i = 0; i < out->n_shapes && rc >= 0; i++) {
        rc = problem_find_known(db, options, &modules[i], a, err);
        known[i] = rc > 0;
    }
    for (size_t i = 0; i < n_joined && rc >= 0; i++)
        rc = problem_find_known(db, options, &joined[i], a, err);
    if (rc >= 0)
        rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < out->n_shapes && rc == 0; i++) {
        rc = problem_put(db, options, &modules[i], err);
        problem_look(&out->looks, modules[i].name, &modules[i]);
        out->n_new += !known[i];
        out->n_with_work += modules[i].unknown == NULL;
        if (out->work_unknown == NULL)
            out->work_unknown = modules[i].unknown;
        trust_add(&own, PROBLEM_TRUST, arena_strdup(a, modules[i].sha256), NULL);
    }
    for (size_t i = 0; i < n_joined && rc == 0; i++) {
        rc = problem_put(db, options, &joined[i], err);
        trust_add(&own, PROBLEM_TRUST, arena_strdup(a, joined[i].sha256), NULL);
    }
    /* Whoever imports problems trusts their code, as for a folder of modules. */
    if (rc == 0)
        rc = trust_own(db, &own, &why, err);
    return db_end(db, rc, err);
}
