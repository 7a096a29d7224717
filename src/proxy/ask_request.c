#include "src/proxy/ask_request.h"
#include "src/eval/eval.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/candidate_kinds.h"
#include "src/json/json.h"
#include "src/problem/problem_task.h"
#include "src/proxy/spool/url.h"
#include "tasks/task_module.h"

struct ask_reading {
    struct arena *a;
    const struct problem_shelf *problems;
    struct ask_request *out;
};

static int set_case(struct ask_reading *r, const char *value, struct err *err)
{
    return task_case_parse(value, &r->out->job.task_case)
               ? 0
               : err_set(err, ERR_USAGE, "case: '%.40s' is not tiny, cpu or full", value);
}

static int set_mode(struct ask_reading *r, const char *value, struct err *err)
{
    return eval_mode_parse(value, &r->out->job.mode)
               ? 0
               : err_set(err, ERR_USAGE, "mode: '%.40s' is not fast or full", value);
}

static int set_seed(struct ask_reading *r, const char *value, struct err *err)
{
    r->out->has_seed =
        str_to_u64(value, &r->out->job.input_seed) && r->out->job.input_seed <= INT64_MAX;
    return r->out->has_seed
               ? 0
               : err_set(err, ERR_USAGE, "seed: '%.40s' is not a number from 0 to 2^63-1", value);
}

static int set_backend(struct ask_reading *r, const char *value, struct err *err)
{
    if (strcmp(value, "cpu") != 0 && strcmp(value, "cuda") != 0)
        return err_set(err, ERR_USAGE, "backend: '%.40s' is not cpu or cuda", value);
    r->out->backend = arena_strdup(r->a, value);
    return 0;
}

static int set_kind(struct ask_reading *r, const char *value, struct err *err)
{
    const struct candidate_kind *kind = candidate_kind_find(value);
    r->out->job.kind = kind == NULL ? NULL : kind->name;
    return kind != NULL ? 0
                        : err_set(err, ERR_USAGE, "kind: '%.40s' is no kind of candidate", value);
}

static int set_word(const char *what, const char *value, const char *const *words, size_t n,
                    const char **out, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i], value) == 0) {
            *out = words[i];
            return 0;
        }
    return err_set(err, ERR_USAGE, "%s: '%.40s' is none of those that there are", what, value);
}

static int set_inputs(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "suite", "signed", "scaled" };
    return set_word("inputs", value, words, ARRAY_LEN(words), &r->out->job.inputs, err);
}

static int set_rule(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "own", "kernelbench" };
    return set_word("rule", value, words, ARRAY_LEN(words), &r->out->job.rule, err);
}

static int set_baseline(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "eager", "compile" };
    return set_word("baseline", value, words, ARRAY_LEN(words), &r->out->job.baseline, err);
}

static const struct {
    const char *name;
    int (*set)(struct ask_reading *r, const char *value, struct err *err);
} settings[] = {
    { "case", set_case },       { "mode", set_mode },         { "seed", set_seed },
    { "backend", set_backend }, { "kind", set_kind },         { "inputs", set_inputs },
    { "rule", set_rule },       { "baseline", set_baseline },
};

static int set(void *context, const char *name, const char *value, struct err *err)
{
    struct ask_reading *r = context;
    for (size_t i = 0; i < ARRAY_LEN(settings); i++)
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].set(r, value, err);
    int rc = tags_set(&r->out->tags, name, value, r->a, err);
    if (rc != ERR_NOMATCH)
        return rc;
    return err_set(err, ERR_USAGE,
                   "'%.40s': not one of task, case, mode, seed, backend, kind, inputs, rule, "
                   "baseline, run, step, turn, sample",
                   name);
}

static int set_member(struct ask_reading *r, const struct json *m, struct err *err)
{
    const char *name = json_key(m);
    char number[32];
    const char *value = number;
    int64_t n = 0;
    bool kernel = strcmp(name, "kernel") == 0;
    bool completion = strcmp(name, "completion") == 0;
    if (json_type(m) == JSON_NULL)
        return 0;
    if (json_int(m, &n))
        snprintf(number, sizeof(number), "%lld", (long long)n);
    else if (!json_string(m, &value))
        return err_set(err, ERR_USAGE, "'%.40s': neither a text nor a whole number", name);
    if (!kernel && !completion)
        return set(r, name, value, err);
    if (r->out->text != NULL || value == number)
        return err_set(err, ERR_USAGE, "one text is wanted, \"kernel\" or \"completion\"");
    r->out->text = value;
    r->out->len = strlen(value);
    r->out->is_completion = completion;
    return 0;
}

static int read_object(struct ask_reading *r, const char *body, size_t len, struct err *err)
{
    const struct json *root = json_parse_arena("the body", 1, body, len, r->a, err);
    int rc = 0;
    if (root == NULL) {
        err->code = ERR_USAGE; /* no file */
        return err->code;
    }
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_USAGE, "the body is no JSON object");
    for (const struct json *m = json_first(root); m != NULL && rc == 0; m = json_next(m))
        rc = set_member(r, m, err);
    if (rc == 0 && r->out->text == NULL)
        rc = err_set(err, ERR_USAGE, "\"kernel\" (or \"completion\") is missing");
    return rc;
}

static int find_task(struct ask_reading *r, const char *name, const struct task **out,
                     struct err *err)
{
    if (!problem_is_stored(name))
        return task_find(name, r->a, out, err);
    *out = problem_shelf_find(r->problems, name);
    return *out != NULL ? 0
                        : err_set(err, ERR_NOMATCH,
                                  "no task '%.64s' was in the database when the proxy began", name);
}

/* Only PyTorch problems have inputs and rules to choose. */
static int set_problem(struct ask_request *q, const struct task *task, struct err *err)
{
    if (task->module == NULL)
        return q->job.inputs == NULL && q->job.rule == NULL && q->job.baseline == NULL
                   ? 0
                   : err_set(err, ERR_USAGE, "inputs, rule and baseline are for PyTorch problems");
    q->job.problem = task->module;
    q->job.task_case = CASE_FULL;
    q->job.kind = TASK_KIND_MODULE;
    q->job.rule = q->job.rule != NULL ? q->job.rule : "own";
    q->backend = evaluator_for(TASK_KIND_MODULE, q->backend);
    return eval_module_inputs(q->job.rule, q->job.inputs, &q->job.inputs, err);
}

static int check(struct ask_reading *r, struct err *err)
{
    const struct task *task = NULL;
    struct ask_request *q = r->out;
    if (q->tags.task == NULL)
        return err_set(err, ERR_USAGE, "task is missing, as in POST /evaluate?task=l1/4");
    int rc = find_task(r, q->tags.task, &task, err);
    if (rc == 0)
        rc = set_problem(q, task, err);
    if (rc < 0)
        return rc;
    q->job.task = task;
    q->job.task_id = task->id;
    if (q->len == 0)
        return err_set(err, ERR_USAGE, "the kernel file is empty");
    return q->len <= ASK_MAX_KERNEL
               ? 0
               : err_set(err, ERR_USAGE, "a kernel file has at most %zu bytes", ASK_MAX_KERNEL);
}

int ask_request_read(const char *target, const char *content_type, const char *body, size_t len,
                     const struct tags *tags, const struct problem_shelf *problems, struct arena *a,
                     struct ask_request *out, struct err *err)
{
    struct ask_reading r = { .a = a, .problems = problems, .out = out };
    bool json = content_type != NULL && strncasecmp(content_type, "application/json", 16) == 0;
    *out = (struct ask_request){ .job.task_case = CASE_CPU, .backend = "cpu", .tags = *tags };
    int rc = url_query(a, target, set, &r, err);
    if (rc >= 0 && json) {
        rc = read_object(&r, body, len, err);
    } else if (rc >= 0) {
        out->text = body;
        out->len = len;
    }
    return rc < 0 ? rc : check(&r, err);
}
