#include "src/server/ask_request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/eval/candidate_kinds.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/problem/problem.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/tags.h"
#include "src/server/verdict.h"
#include "tasks/task_module.h"

struct ask_reading {
    struct arena *a;
    const struct ask_input *in;
    struct ask_request *out;
    const char *seen[16]; /* names, of the query or of the object */
    size_t n_seen;
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
    return kind != NULL
               ? 0
               : err_set(err, ERR_USAGE, "kind: '%.40s' is not a kind of candidate", value);
}

static int set_word(const char *what, const char *value, const char *const *words, size_t n,
                    const char **out, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i], value) == 0) {
            *out = words[i];
            return 0;
        }
    struct buf CLEANUP(buf_release) all = { 0 };
    for (size_t i = 0; i < n; i++)
        buf_printf(&all, "%s%s", i == 0 ? "" : ", ", words[i]);
    err_set(err, ERR_USAGE, "%s: '%.40s' is not one of %s", what, value, buf_text(&all));
    return err_suggest_among(err, value, buf_text(&all));
}

static int set_inputs(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "suite", "signed", "scaled" };
    return set_word("inputs", value, words, ARRAY_LEN(words), &r->out->job.inputs, err);
}

static int set_rule(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "own", "kernelbench", "suite" };
    return set_word("rule", value, words, ARRAY_LEN(words), &r->out->job.rule, err);
}

static int set_baseline(struct ask_reading *r, const char *value, struct err *err)
{
    static const char *const words[] = { "eager", "compile" };
    return set_word("baseline", value, words, ARRAY_LEN(words), &r->out->job.baseline, err);
}

static int set_number(const char *what, const char *value, uint64_t most, uint64_t *out,
                      struct err *err)
{
    return str_to_u64(value, out) && *out <= most
               ? 0
               : err_set(err, ERR_USAGE, "%s: '%.40s' is not a whole number from 0 to %llu", what,
                         value, (unsigned long long)most);
}

static int set_correct_trials(struct ask_reading *r, const char *value, struct err *err)
{
    uint64_t n = 0;
    int rc = set_number("correct_trials", value, EVAL_MOST_TRIALS, &n, err);
    r->out->job.correct_trials = (int)n;
    return rc;
}

static int set_timed_runs(struct ask_reading *r, const char *value, struct err *err)
{
    uint64_t n = 0;
    int rc = set_number("timed_runs", value, EVAL_MOST_TIMED, &n, err);
    r->out->job.timed_runs = (int)n;
    return rc;
}

static int set_record(struct ask_reading *r, const char *value, struct err *err)
{
    uint64_t n = 0;
    int rc = set_number("record", value, 1, &n, err);
    r->out->wants_record = n == 1;
    return rc;
}

static int set_id(struct ask_reading *r, const char *value, struct err *err)
{
    return r->in->takes_id ? set_number("id", value, INT64_MAX, &r->out->id, err)
                           : err_set(err, ERR_USAGE, "'id' is for lines of \"rollbook jobs\"");
}

static const struct {
    const char *name;
    int (*set)(struct ask_reading *r, const char *value, struct err *err);
} settings[] = {
    { "case", set_case },     { "mode", set_mode },
    { "seed", set_seed },     { "backend", set_backend },
    { "kind", set_kind },     { "inputs", set_inputs },
    { "rule", set_rule },     { "baseline", set_baseline },
    { "record", set_record }, { "correct_trials", set_correct_trials },
    { "id", set_id },         { "timed_runs", set_timed_runs },
};

static int set(void *context, const char *name, const char *value, struct err *err)
{
    struct ask_reading *r = context;
    for (size_t i = 0; i < r->n_seen; i++)
        if (strcmp(r->seen[i], name) == 0)
            return err_set(err, ERR_USAGE, "'%.40s' is given twice", name);
    if (r->n_seen < ARRAY_LEN(r->seen))
        r->seen[r->n_seen++] = arena_strdup(r->a, name);
    for (size_t i = 0; i < ARRAY_LEN(settings); i++)
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].set(r, value, err);
    int rc = tags_set(&r->out->tags, name, value, r->a, err);
    if (rc != ERR_NOMATCH)
        return rc;
    return err_set(err, ERR_USAGE,
                   "'%.40s': not one of task, case, mode, seed, backend, kind, inputs, rule, "
                   "baseline, correct_trials, timed_runs, record, run, step, turn, sample",
                   name);
}

static int set_problem_text(struct ask_reading *r, const char *value, struct err *err)
{
    if (!r->in->takes_problems)
        return err_set(err, ERR_USAGE,
                       "the text of a problem would run here as code; \"rollbook proxy "
                       "--any-problem\" takes it");
    if (r->out->problem != NULL || value[0] == '\0' || strlen(value) > TASK_MODULE_MAX_BYTES)
        return err_set(err, ERR_USAGE, "one problem is wanted, a text of at most %zu bytes",
                       (size_t)TASK_MODULE_MAX_BYTES);
    r->out->problem = value;
    return 0;
}

static int set_member(struct ask_reading *r, const struct json *m, struct err *err)
{
    const char *name = json_key(m);
    char number[32];
    const char *value = number;
    int64_t n = 0;
    bool kernel = strcmp(name, "kernel") == 0;
    bool completion = strcmp(name, "completion") == 0;
    bool problem = strcmp(name, "problem") == 0;
    if (json_type(m) == JSON_NULL)
        return 0;
    if (json_int(m, &n))
        snprintf(number, sizeof(number), "%lld", (long long)n);
    else if (!json_string(m, &value))
        return err_set(err, ERR_USAGE, "'%.40s': neither a text nor a whole number", name);
    if (problem)
        return set_problem_text(r, value, err);
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
        return err_set(err, ERR_USAGE, "the body is not a JSON object");
    for (const struct json *m = json_first(root); m != NULL && rc == 0; m = json_next(m))
        rc = set_member(r, m, err);
    if (rc == 0 && r->out->text == NULL)
        rc = err_set(err, ERR_USAGE, "\"kernel\" (or \"completion\") is missing");
    return rc;
}

static int find_task(struct ask_reading *r, const char *name, const struct task **out,
                     struct err *err)
{
    if (!problem_is_stored(name)) {
        int rc = task_find(name, r->a, out, err);
        if (rc == ERR_NOMATCH && !err_is_suggested(err))
            (void)problem_shelf_suggest(r->in->problems, name, err);
        return rc;
    }
    /* A + of a name is a blank in a query, unless the client wrote %2B. */
    char *plus = arena_strdup(r->a, name);
    for (char *c = strchr(plus, ' '); c != NULL; c = strchr(c, ' '))
        *c = '+';
    *out = problem_shelf_find(r->in->problems, name);
    if (*out == NULL)
        *out = problem_shelf_find(r->in->problems, plus);
    if (*out != NULL)
        return 0;
    err_set(err, ERR_NOMATCH, "no task '%.200s' was in the database when the server began", plus);
    (void)problem_shelf_suggest(r->in->problems, plus, err);
    return ERR_NOMATCH;
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

static const struct task *task_of_text(struct ask_reading *r)
{
    struct task *task = arena_alloc(r->a, sizeof(*task));
    const char *name = r->out->tags.task == NULL ? "problem" : r->out->tags.task;
    *task = (struct task){
        .id = name, .name = name, .suite = "", .description = "", .module = r->out->problem
    };
    return task;
}

static int check(struct ask_reading *r, struct err *err)
{
    const struct task *task = NULL;
    struct ask_request *q = r->out;
    if (q->tags.task == NULL && q->problem == NULL)
        return err_set(err, ERR_USAGE, "task is missing, as in POST /evaluate?task=l1/4");
    int rc = q->problem != NULL ? 0 : find_task(r, q->tags.task, &task, err);
    if (q->problem != NULL)
        task = task_of_text(r);
    if (rc == 0)
        rc = set_problem(q, task, err);
    if (rc < 0)
        return rc;
    q->job.task = task;
    q->job.task_id = task->id;
    if (q->len == 0 && !q->is_completion)
        return err_set(err, ERR_USAGE, "the kernel file is empty");
    const size_t most = q->is_completion ? ASK_MAX_COMPLETION : ASK_MAX_KERNEL;
    return q->len <= most ? 0
                          : err_set(err, ERR_USAGE, "a %s has at most %zu bytes",
                                    q->is_completion ? "completion" : "kernel file", most);
}

int ask_request_read(const struct ask_input *in, struct arena *a, struct ask_request *out,
                     struct err *err)
{
    const char *type = in->content_type;
    struct ask_reading r = { .a = a, .in = in, .out = out };
    bool json = type != NULL && strncasecmp(type, "application/json", 16) == 0;
    *out = (struct ask_request){ .job = { .task_case = CASE_CPU, .counters = in->counters },
                                 .backend = "cpu",
                                 .tags = *in->tags };
    int rc = url_query(a, in->target, set, &r, err);
    r.n_seen = 0;
    /* curl says of any text that it is a form. */
    if (out->tags.task == NULL && in->len > 0 && in->body[0] == '{')
        json = true;
    if (rc >= 0 && json) {
        rc = read_object(&r, in->body, in->len, err);
    } else if (rc >= 0) {
        out->text = in->body;
        out->len = in->len;
    }
    return rc < 0 ? rc : check(&r, err);
}

static int find_kernel(struct evaluation_record *e, struct arena *a, struct err *err)
{
    const char *action = NULL;
    int rc = assemble_answer(
        &(struct raw_answer){ ANSWER_FILE, e->job.task, e->completion, e->completion_len }, a,
        &action, &e->job.kernel_text, err);
    e->job.kernel_len = e->job.kernel_text == NULL ? 0 : strlen(e->job.kernel_text);
    e->job.kind = task_kind(e->job.task);
    return rc;
}

int ask_request_record(const struct ask_request *q, uint64_t number, struct arena *a,
                       struct evaluation_record *out, bool *out_judged, struct err *err)
{
    *out = (struct evaluation_record){ .tags = q->tags, .job = q->job };
    out->job.id = (int64_t)number;
    if (!q->has_seed)
        out->job.input_seed = rng_secret_number();
    if (!q->is_completion) {
        out->job.kernel_text = q->text;
        out->job.kernel_len = q->len;
        return 0;
    }
    out->completion = q->text;
    out->completion_len = q->len;
    int rc = find_kernel(out, a, err);
    *out_judged = rc == 0 && out->job.kernel_text == NULL;
    if (*out_judged) {
        eval_result_init(&out->result, OUTCOME_NO_CODE, "the completion contains no code");
        out->result.kind = out->job.kind;
        out->result.compile_ms = out->result.total_ms = (double)NAN;
    }
    return rc;
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

/* The kernel goes back to nobody who sent it. */
static void add_record(struct json *root, const struct evaluation_record *e)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct evaluation_record without = *e;
    without.job.kernel_text = without.completion = NULL;
    evaluation_record_put(&text, &without);
    json_add_string(root, "record", buf_text(&text));
}

void verdict_put(const struct verdict_ids *ids, const struct evaluation_record *e, bool record,
                 struct buf *out)
{
    struct json *root = json_new_object();
    json_add_string(root, "schema", "rollbook.evaluate/1");
    members_put(root, &eval_result_members, &e->result, READER_EVALUATE);
    members_put(root, &eval_setting_members, &e->job, READER_EVALUATE);
    add_text(root, "backend", e->has_device ? e->device.backend : NULL);
    add_text(root, "device", e->has_device ? e->device.name : NULL);
    json_add_bool(root, "stored", ids->evaluation_id != 0);
    add_id(root, "rollout_id", ids->rollout_id);
    add_id(root, "evaluation_id", ids->evaluation_id);
    if (record)
        add_record(root, e);
    json_print(root, false, out);
    json_free(root);
}
