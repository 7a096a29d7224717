/*
 * ask.c - POST /evaluate: a kernel in, its verdict out, a row behind it; /evaluate/batch: many, a
 * line for each as it ends.
 *
 * The verdict is in the spool before it is answered.  The answer has the row's id when the database
 * takes it soon, else it says that it waits.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/eval.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/problem/problem.h"
#include "src/proxy/ask_request.h"
#include "src/proxy/kernel_queue.h"
#include "src/proxy/listener/listener.h"
#include "src/proxy/proxy_internal.h"
#include "src/proxy/spool/drain.h"
#include "src/proxy/spool/exchange.h"
#include "src/proxy/spool/tags.h"
#include "src/proxy/verdict.h"
#include "src/sample/policy.h"
#include "src/spool/spool.h"
#include "tasks/task_module.h"

#define NS_PER_MS 1000000
#define STORED_MS 2000 /* for the row's id */

#define BATCH_MOST 4096 /* lines */

/* Who asked: one answer for one evaluation, or a stream of lines. */
struct asker {
    struct client *client; /* NULL: gone or answered */
    bool streams;
    size_t n_asks; /* that refer to it */
    size_t n_open; /* without an answer */
    struct asker *next;
};

struct ask {
    struct asker *asker;
    size_t index;  /* of the line */
    bool answered; /* or nobody waits */
    bool waits;    /* for room in the queue */
    const char *backend;
    struct arena arena;
    uint64_t number;
    struct evaluation_record record;
    struct arena result_arena;
    bool checked, logged;
    int64_t answer_by_ns; /* 504, or the verdict without id */
    struct ask *previous, *next;
};

struct stored_answer {
    uint64_t number;
    int64_t rollout_id, evaluation_id;
    struct stored_answer *next;
};

static void let_go(struct asker *who)
{
    if (who->client != NULL)
        client_set_user(who->client, NULL);
    who->client = NULL;
}

static void free_asker(struct proxy *p, struct asker *who)
{
    struct asker **at = &p->askers;
    while (*at != who)
        at = &(*at)->next;
    *at = who->next;
    let_go(who);
    free(who);
}

static void free_ask(struct proxy *p, struct ask *a)
{
    if (--a->asker->n_asks == 0)
        free_asker(p, a->asker);
    if (a->previous != NULL)
        a->previous->next = a->next;
    else
        p->asks = a->next;
    if (a->next != NULL)
        a->next->previous = a->previous;
    arena_release(&a->arena);
    arena_release(&a->result_arena);
    free(a);
}

static int find_kernel(struct ask *a, struct err *err)
{
    struct evaluation_record *e = &a->record;
    const char *action = NULL;
    if (e->completion == NULL)
        return 0;
    int rc = assemble_answer(
        &(struct raw_answer){ ANSWER_FILE, e->job.task, e->completion, e->completion_len },
        &a->arena, &action, &e->job.kernel_text, err);
    e->job.kernel_len = e->job.kernel_text == NULL ? 0 : strlen(e->job.kernel_text);
    e->job.kind = task_kind(e->job.task);
    return rc;
}

/* A batch leaves half of the queue to others, waits, and lets single kernels go before it. */
static int submit(struct proxy *p, struct ask *a, struct err *err)
{
    bool streams = a->asker->streams;
    bool full = streams && kernel_queue_size(p->kernels) >= (p->options->queue + 1) / 2;
    int rc =
        full ? ERR_BUSY : kernel_queue_add(p->kernels, a->backend, &a->record.job, streams, err);
    a->waits = streams && rc == ERR_BUSY;
    a->answer_by_ns = clock_monotonic_ns() + p->options->evaluate_ms * NS_PER_MS;
    return a->waits ? 0 : rc;
}

static struct asker *add_asker(struct proxy *p, struct client *k, bool streams)
{
    struct asker *who = mem_alloc(sizeof(*who));
    *who = (struct asker){ .client = k, .streams = streams, .next = p->askers };
    p->askers = who;
    client_set_user(k, who);
    return who;
}

static struct ask *add_ask(struct proxy *p, struct asker *who, size_t index)
{
    struct ask *a = mem_alloc(sizeof(*a));
    a->asker = who;
    a->index = index;
    who->n_asks++;
    who->n_open++;
    a->number = p->next_number++;
    a->answer_by_ns = clock_monotonic_ns() + p->options->evaluate_ms * NS_PER_MS;
    a->next = p->asks;
    if (p->asks != NULL)
        p->asks->previous = a;
    p->asks = a;
    return a;
}

/* Copies what is the client's: the evaluation may outlive it. */
static int read_ask(struct proxy *p, struct client *k, struct ask *a, struct ask_input *in,
                    struct err *err)
{
    struct ask_request q;
    struct tags all = tags_none;
    const char *rest = NULL;
    in->target = client_target(k);
    in->body = arena_strndup(&a->arena, in->body, in->len);
    in->tags = &all;
    in->problems = p->options->problems;
    const struct http_header *headers;
    size_t n = client_headers(k, &headers);
    int rc = tags_take_target(&all, client_target(k), &a->arena, &rest, err);
    if (rc == 0)
        rc = tags_take_headers(&all, headers, n, &a->arena, err);
    if (rc == 0)
        rc = ask_request_read(in, &a->arena, &q, err);
    if (rc < 0)
        return rc;
    if (!q.has_seed)
        q.job.input_seed = rng_secret_number();
    struct evaluation_record *e = &a->record;
    e->tags = q.tags;
    e->job = q.job;
    e->job.id = (int64_t)a->number;
    if (q.is_completion) {
        e->completion = q.text;
        e->completion_len = q.len;
    } else {
        e->job.kernel_text = q.text;
        e->job.kernel_len = q.len;
    }
    a->backend = q.backend;
    rc = find_kernel(a, err);
    if (rc == 0 && a->record.job.kernel_text == NULL) {
        eval_result_init(&a->record.result, OUTCOME_NO_CODE, "the completion holds no code");
        a->record.result.kind = a->record.job.kind;
        a->record.result.compile_ms = a->record.result.total_ms = (double)NAN;
        a->checked = true;
    } else if (rc == 0)
        rc = submit(p, a, err);
    p->retries = p->retries || (rc == 0 && a->checked);
    return rc;
}

static bool is_heard(const struct ask *a)
{
    return !a->answered && a->asker->client != NULL;
}

/* An answer has gone out; the last one ends a stream. */
static void settle(struct ask *a)
{
    a->answered = true;
    if (--a->asker->n_open > 0 || a->asker->client == NULL)
        return;
    if (a->asker->streams)
        client_finish(a->asker->client, true);
    let_go(a->asker);
}

static void refuse(struct ask *a, int status, const char *code, const char *message)
{
    struct buf line = { 0 };
    if (!is_heard(a))
        return;
    if (a->asker->streams) {
        buf_printf(&line, "{\"index\":%zu,\"error\":{\"code\":\"%s\",\"message\":", a->index, code);
        buf_put_json_string(&line, message, strlen(message));
        buf_puts(&line, "}}\n");
        client_send(a->asker->client, buf_text(&line), line.len);
        buf_release(&line);
    } else {
        client_refuse(a->asker->client, status, code, message);
    }
    settle(a);
}

static void refuse_request(struct proxy *p, struct ask *a, int rc, const struct err *err)
{
    refuse(a,
           rc == ERR_BUSY        ? 503
           : rc == ERR_INTEGRITY ? 500
                                 : 400,
           rc == ERR_BUSY ? "queue_full" : "bad_request", err->msg);
    free_ask(p, a);
}

static void begin_ask(struct proxy *p, struct client *k, struct ask *a, struct ask_input *in)
{
    struct err err = { 0 };
    int rc = read_ask(p, k, a, in, &err);
    if (rc < 0)
        refuse_request(p, a, rc, &err);
}

void ask_ready(struct proxy *p, struct client *k)
{
    const struct buf *body = client_body(k);
    struct ask_input in = { .content_type = client_header(k, "Content-Type"),
                            .body = buf_text(body),
                            .len = body->len };
    begin_ask(p, k, add_ask(p, add_asker(p, k, false), 0), &in);
}

/* Lines that hold something. */
static size_t count_lines(const char *at, const char *end)
{
    size_t n = 0;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop == NULL ? end : stop;
        n += stop > at;
        at = stop + 1;
    }
    return n;
}

void ask_batch_ready(struct proxy *p, struct client *k)
{
    static const struct http_header type = { "Content-Type", "application/x-ndjson" };
    const struct buf *body = client_body(k);
    const char *at = buf_text(body), *end = at + body->len;
    size_t n = count_lines(at, end);
    if (n == 0 || n > BATCH_MOST) {
        client_refuse(k, 400, "bad_request",
                      n == 0 ? "the body has a line of JSON for each evaluation"
                             : "a batch has at most 4096 lines");
        return;
    }
    struct asker *who = add_asker(p, k, true);
    client_answer(k, 200, &type, 1, -1);
    who->n_open = who->n_asks = 1; /* it stays until all lines are read */
    for (size_t i = 0; at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop == NULL ? end : stop;
        if (stop > at) {
            struct ask_input in = { .content_type = "application/json",
                                    .body = at,
                                    .len = (size_t)(stop - at) };
            begin_ask(p, k, add_ask(p, who, i), &in);
        }
        at = stop + 1;
    }
    if (--who->n_open == 0) {
        client_finish(k, true);
        let_go(who);
    }
    if (--who->n_asks == 0)
        free_asker(p, who);
}

/* What a batch has not begun is dropped without its client; a single kernel is judged for its row.
 */
void ask_gone(struct proxy *p, struct asker *who)
{
    struct ask *next = NULL;
    who->client = NULL;
    who->n_asks++; /* it outlives its asks here */
    for (struct ask *a = p->asks; a != NULL; a = next) {
        next = a->next;
        if (a->asker == who && who->streams && !a->checked &&
            (a->waits || kernel_queue_drop(p->kernels, a->number)))
            free_ask(p, a);
    }
    if (--who->n_asks == 0)
        free_asker(p, who);
}

static void answer(struct ask *a, int64_t rollout_id, int64_t evaluation_id)
{
    struct buf json = { 0 };
    if (!is_heard(a))
        return;
    if (a->asker->streams)
        buf_printf(&json, "{\"index\":%zu,\"verdict\":", a->index);
    verdict_put(&a->record, rollout_id, evaluation_id, &json);
    if (a->asker->streams) {
        buf_puts(&json, "}\n");
        client_send(a->asker->client, buf_text(&json), json.len);
    } else {
        client_reply(a->asker->client, 200, NULL, buf_text(&json), json.len);
    }
    buf_release(&json);
    settle(a);
}

static bool log_verdict(struct proxy *p, struct ask *a)
{
    struct buf record = { 0 };
    evaluation_record_put(&record, &a->record);
    a->logged = proxy_log(p, SPOOL_EVALUATION, a->number, record.data, record.len);
    buf_release(&record);
    if (!a->logged)
        return false;
    a->answer_by_ns = clock_monotonic_ns() + (int64_t)STORED_MS * NS_PER_MS;
    drain_wake(p->drain);
    return true;
}

static struct ask *find_ask(struct proxy *p, uint64_t number)
{
    struct ask *a = p->asks;
    while (a != NULL && a->number != number)
        a = a->next;
    return a;
}

static void take_results(struct proxy *p)
{
    struct kernel_done done;
    while (kernel_queue_next(p->kernels, &done)) {
        struct ask *a = find_ask(p, done.id);
        if (a == NULL) {
            arena_release(&done.arena);
            continue;
        }
        a->result_arena = done.arena;
        a->record.result = done.result;
        a->record.has_device = done.has_device;
        a->record.device = done.device;
        a->checked = true;
    }
}

void ask_stored(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id)
{
    struct proxy *p = context;
    const uint64_t one = 1;
    struct stored_answer *s = mem_alloc(sizeof(*s));
    *s = (struct stored_answer){ .number = number,
                                 .rollout_id = rollout_id,
                                 .evaluation_id = evaluation_id };
    pthread_mutex_lock(&p->mutex);
    s->next = p->stored;
    p->stored = s;
    pthread_mutex_unlock(&p->mutex);
    ssize_t n = write(p->wake, &one, sizeof(one));
    (void)n;
}

static void take_stored(struct proxy *p)
{
    pthread_mutex_lock(&p->mutex);
    struct stored_answer *s = p->stored;
    p->stored = NULL;
    pthread_mutex_unlock(&p->mutex);
    while (s != NULL) {
        struct stored_answer *next = s->next;
        struct ask *a = find_ask(p, s->number);
        if (a != NULL) {
            answer(a, s->rollout_id, s->evaluation_id);
            free_ask(p, a);
        }
        free(s);
        s = next;
    }
}

/* The oldest first: asks are listed from the newest. */
static void submit_waiting(struct proxy *p)
{
    for (;;) {
        struct err err = { 0 };
        struct ask *oldest = NULL;
        for (struct ask *a = p->asks; a != NULL; a = a->next)
            oldest = a->waits ? a : oldest;
        int rc = oldest == NULL ? 0 : submit(p, oldest, &err);
        if (oldest == NULL || oldest->waits)
            return;
        if (rc < 0)
            refuse_request(p, oldest, rc, &err);
    }
}

bool ask_work(struct proxy *p)
{
    bool again = false;
    int64_t now = clock_monotonic_ns();
    take_results(p);
    submit_waiting(p);
    for (struct ask *a = p->asks, *next; a != NULL; a = next) {
        next = a->next;
        if (a->checked && !a->logged && !log_verdict(p, a))
            again = true;
        if (a->waits || now < a->answer_by_ns)
            continue;
        if (!a->logged) {
            refuse(a, 504, "evaluation_timeout",
                   "the evaluation takes longer than --evaluate-timeout; its row will be stored");
        } else {
            answer(a, 0, 0);
            free_ask(p, a);
        }
    }
    take_stored(p);
    return again;
}

int ask_wait_ms(const struct proxy *p)
{
    int64_t wait = -1;
    int64_t now = clock_monotonic_ns();
    for (const struct ask *a = p->asks; a != NULL; a = a->next) {
        int64_t left = (a->answer_by_ns - now) / NS_PER_MS + 1;
        if (a->waits || (!is_heard(a) && !a->logged))
            continue;
        left = left < 0 ? 0 : left;
        wait = wait < 0 || left < wait ? left : wait;
    }
    return (int)wait;
}

bool ask_is(const struct proxy *p, const void *user)
{
    const struct asker *who = p->askers;
    while (who != NULL && who != user)
        who = who->next;
    return who != NULL;
}

void ask_free_all(struct proxy *p)
{
    while (p->asks != NULL)
        free_ask(p, p->asks);
    take_stored(p);
}

struct ask_reading {
    struct arena *a;
    const struct problem_shelf *problems;
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

int ask_request_read(const struct ask_input *in, struct arena *a, struct ask_request *out,
                     struct err *err)
{
    const char *type = in->content_type;
    struct ask_reading r = { .a = a, .problems = in->problems, .out = out };
    bool json = type != NULL && strncasecmp(type, "application/json", 16) == 0;
    *out = (struct ask_request){ .job.task_case = CASE_CPU, .backend = "cpu", .tags = *in->tags };
    int rc = url_query(a, in->target, set, &r, err);
    r.n_seen = 0;
    if (rc >= 0 && json) {
        rc = read_object(&r, in->body, in->len, err);
    } else if (rc >= 0) {
        out->text = in->body;
        out->len = in->len;
    }
    return rc < 0 ? rc : check(&r, err);
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

void verdict_put(const struct evaluation_record *e, int64_t rollout_id, int64_t evaluation_id,
                 struct buf *out)
{
    struct json *root = json_new_object();
    json_add_string(root, "schema", "rollbook.evaluate/1");
    members_put(root, &eval_result_members, &e->result, READER_EVALUATE);
    members_put(root, &eval_setting_members, &e->job, READER_EVALUATE);
    add_text(root, "backend", e->has_device ? e->device.backend : NULL);
    add_text(root, "device", e->has_device ? e->device.name : NULL);
    json_add_bool(root, "stored", evaluation_id != 0);
    add_id(root, "rollout_id", rollout_id);
    add_id(root, "evaluation_id", evaluation_id);
    json_print(root, false, out);
    json_free(root);
}
