#include "src/rescore/judge.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "columns/list_judgeable.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/problem/problem.h"
#include "src/run/policy_record.h"
#include "src/sample/judge_answer.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "src/store/store_requests.h"
#include "tasks/task.h"

#define BATCH 256

struct asked_opinion {
    int64_t rollout_id, code_blob_id;
    const struct task *task;
    int unread; /* unreadable answers so far */
    bool settled;
    const char *prompt; /* while asked */
    int64_t prompt_blob_id, attempt_id;
};

struct judge {
    struct db *db;
    const struct judge_options *options;
    struct policy *policy;
    int64_t model_id, setup_id;
    char setup_sha256[65];
    struct arena arena;
    struct asked_opinion *questions;
    size_t n, capacity;
    size_t *sent; /* question of each request */
    bool open;    /* in a transaction, since the last settle */
    struct judge_result result;
};

static struct prompt_settings settings_of(const struct judge *j, const char *candidate)
{
    return (struct prompt_settings){ .template_name = j->options->template_name,
                                     .candidate = candidate };
}

static int put_setup(struct judge *j, const char *template_sha256, struct err *err)
{
    struct buf text = { 0 };
    struct buf config = { 0 };
    char model_hash[65] = "";
    const struct policy_vtable *v = j->policy->vtable;
    buf_puts(&config, "{\"temperature\":");
    buf_put_double(&config, j->options->temperature);
    buf_printf(&config, ",\"seed\":\"%llu\",\"tries\":%d,\"sampling\":",
               (unsigned long long)j->options->seed, j->options->tries);
    v->sampling_facts(j->policy, &config);
    buf_putc(&config, '}');
    int rc = v->model_hash(j->policy, model_hash, err);
    buf_printf(&text, "%s\n%s\n%s", model_hash, template_sha256, buf_text(&config));
    sha256_hex(buf_text(&text), text.len, j->setup_sha256);
    struct judge_setup_row row = { .sha256 = j->setup_sha256,
                                   .model_id = j->model_id,
                                   .template_name = j->options->template_name,
                                   .template_sha256 = template_sha256,
                                   .config = buf_text(&config),
                                   .server = v->server_facts(j->policy) };
    if (rc == 0)
        rc = store_put_judge_setup(j->db, &row, &j->setup_id, err);
    buf_release(&text);
    buf_release(&config);
    return rc;
}

static int open_judge(struct judge *j, struct err *err)
{
    char template_sha256[65];
    struct prompt_settings settings = settings_of(j, NULL);
    const struct policy_vtable *v = policy_find(j->options->policy);
    if (v == NULL || v->draw == NULL || v->sampling_facts == NULL)
        return err_set(err, ERR_USAGE, "policy '%s' cannot judge: it answers no prompts",
                       j->options->policy);
    int rc = prompt_template_hash(&settings, template_sha256, err);
    if (rc == 0)
        rc = v->open(j->options->policy_config, &j->policy, err);
    if (rc == 0)
        rc = db_begin(j->db, err);
    if (rc < 0)
        return rc;
    rc = policy_put_model(j->db, j->policy, &j->model_id, err);
    if (rc == 0)
        rc = put_setup(j, template_sha256, err);
    return db_end(j->db, rc, err);
}

/* Rows come by task, so each is looked up once. */
struct last_task {
    const char *id;
    const struct task *task; /* NULL: not ours */
};

static void read_row(struct judge *j, struct stmt *st, struct last_task *last)
{
    struct err unknown = { 0 };
    const char *id = stmt_text(st, LIST_JUDGEABLE_TASK);
    struct asked_opinion q = { .rollout_id = stmt_int(st, LIST_JUDGEABLE_ROLLOUT_ID),
                               .code_blob_id = stmt_int(st, LIST_JUDGEABLE_CODE_BLOB_ID),
                               .unread = (int)stmt_int(st, LIST_JUDGEABLE_UNREAD) };
    j->result.n_rollouts++;
    if (last->id == NULL || strcmp(last->id, id) != 0) {
        last->id = arena_strdup(&j->arena, id);
        if (problem_task_find(j->db, id, &j->arena, &last->task, &unknown) < 0)
            last->task = NULL;
    }
    q.task = last->task;
    if (q.code_blob_id == 0)
        j->result.n_without_code++;
    else if (stmt_int(st, LIST_JUDGEABLE_JUDGED) != 0)
        j->result.n_known++;
    else if (q.task == NULL)
        j->result.n_unknown_task++;
    else if (j->options->limit > 0 && j->n == j->options->limit)
        j->result.n_left++;
    else {
        if (j->questions == NULL || j->n == j->capacity) {
            j->capacity = j->capacity == 0 ? 256 : 2 * j->capacity;
            j->questions = mem_grow(j->questions, j->capacity, sizeof(*j->questions));
        }
        j->questions[j->n++] = q;
    }
}

static int list_questions(struct judge *j, const char *run, struct err *err)
{
    int64_t run_id = 0;
    struct last_task last = { NULL, NULL };
    int rc = store_find_run(j->db, run, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(j->db, "list_judgeable");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":judge_setup_id", j->setup_id);
    while ((rc = stmt_step(st, err)) > 0)
        read_row(j, st, &last);
    if (rc == 0 && j->result.n_rollouts == j->result.n_without_code + j->result.n_unknown_task)
        rc = err_set(err, ERR_NODATA,
                     "run %s has no rollout to judge: of %zu, %zu have no code, %zu are of tasks "
                     "that are not known here",
                     run, j->result.n_rollouts, j->result.n_without_code, j->result.n_unknown_task);
    return rc;
}

static int make_prompt(struct judge *j, struct asked_opinion *q, struct arena *a, struct err *err)
{
    struct buf code = { 0 };
    struct buf text = { 0 };
    int rc = store_get_blob(j->db, q->code_blob_id, &code, err);
    struct prompt_settings settings = settings_of(j, buf_text(&code));
    if (rc == 0)
        rc = prompt_render_with(&settings, q->task, &text, err);
    if (rc == 0 && strstr(buf_text(&text), buf_text(&code)) == NULL)
        rc = err_set(err, ERR_USAGE, "template %s does not show the candidate: {{candidate}}",
                     j->options->template_name);
    if (rc == 0)
        q->prompt = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&code);
    buf_release(&text);
    return rc;
}

static int open_arrived(struct judge *j, struct err *err)
{
    int rc = j->open ? 0 : db_begin(j->db, err);
    j->open = j->open || rc == 0;
    return rc;
}

static int announce(void *context, size_t request, const char *sha256, struct err *err)
{
    struct judge *j = context;
    struct asked_opinion *q = &j->questions[j->sent[request]];
    j->result.n_requests++;
    int rc = open_arrived(j, err);
    return rc < 0 ? rc
                  : store_put_judge_attempt(j->db, j->setup_id, q->rollout_id, sha256,
                                            &q->attempt_id, err);
}

static int ended(void *context, size_t request, const struct sample_attempt *a, struct err *err)
{
    struct judge *j = context;
    struct attempt_end end = policy_attempt_end(a);
    int rc = open_arrived(j, err);
    return rc < 0 ? rc
                  : store_end_judge_attempt(j->db, j->questions[j->sent[request]].attempt_id, &end,
                                            err);
}

static int put_judgement(struct judge *j, struct asked_opinion *q, const struct completion *c,
                         const struct judge_answer *a, struct err *err)
{
    struct judge_row row = { .setup_id = j->setup_id,
                             .model_id = j->model_id,
                             .rollout_id = q->rollout_id,
                             .malformed = a->malformed,
                             .correctness = a->correctness,
                             .compilability = a->compilability,
                             .speed = a->speed,
                             .problem = a->problem,
                             .repairs = a->repairs,
                             .reason = a->reason,
                             .tries = q->unread + !a->malformed,
                             .prompt_tokens = c->prompt_tokens,
                             .completion_tokens = c->completion_tokens > 0 ? c->completion_tokens
                                                                           : (int64_t)c->n_tokens };
    int rc = store_put_blob(j->db, "completion", c->text, c->text_len, &row.answer_blob_id, err);
    if (rc == 0)
        rc =
            store_put_blob(j->db, "prompt", q->prompt, strlen(q->prompt), &row.prompt_blob_id, err);
    if (rc == 0)
        rc = store_put_judge(j->db, &row, err);
    q->settled = rc == 0;
    j->result.n_judged += rc == 0;
    j->result.n_malformed += rc == 0 && a->malformed;
    return rc;
}

static int answered(void *context, size_t request, const struct completion *c, struct err *err)
{
    struct judge *j = context;
    struct asked_opinion *q = &j->questions[j->sent[request]];
    struct arena CLEANUP(arena_release) a = { 0 };
    struct judge_answer answer = judge_answer_read(c->text, c->text_len, &a);
    int rc = open_arrived(j, err);
    if (rc == 0 && answer.malformed) {
        q->unread++;
        rc = store_note_judge_problem(j->db, q->attempt_id, answer.problem, err);
    }
    if (rc == 0 && (!answer.malformed || q->unread >= j->options->tries))
        rc = put_judgement(j, q, c, &answer, err);
    return rc;
}

static int keep_arrived(void *context, struct err *err)
{
    struct judge *j = context;
    bool open = j->open;
    j->open = false;
    return open ? db_commit(j->db, err) : 0;
}

/* Equal question and seed have equal answers, so every try has its own seed. */
static struct sample_request request_of(const struct judge *j, const struct asked_opinion *q)
{
    return (struct sample_request){ .task = q->task,
                                    .run_seed = j->options->seed,
                                    .step = q->unread,
                                    .sample = (int)(q->rollout_id & 0x7fffffff),
                                    .temperature = j->options->temperature,
                                    .prompt = q->prompt };
}

static int ask_once(struct judge *j, size_t from, size_t to, size_t *out_asked, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct sample_request *requests = arena_array(&a, to - from, sizeof(*requests));
    const struct sample_sink sink = {
        .announce = announce, .ended = ended, .done = answered, .settle = keep_arrived, .context = j
    };
    struct err ignored = { 0 };
    size_t n = 0;
    j->sent = arena_array(&a, to - from, sizeof(*j->sent));
    for (size_t i = from; i < to; i++) {
        if (j->questions[i].settled)
            continue;
        j->sent[n] = i;
        requests[n++] = request_of(j, &j->questions[i]);
    }
    *out_asked = n;
    int rc = n == 0 ? 0 : j->policy->vtable->draw(j->policy, requests, n, &sink, err);
    int kept = keep_arrived(j, rc < 0 ? &ignored : err);
    return rc < 0 ? rc : kept;
}

static int ask_batch(struct judge *j, size_t from, size_t to, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    size_t asked = 1;
    int rc = 0;
    for (size_t i = from; i < to && rc == 0; i++)
        rc = make_prompt(j, &j->questions[i], &a, err);
    while (rc == 0 && asked > 0)
        rc = ask_once(j, from, to, &asked, err);
    return rc;
}

static int ask_all(struct judge *j, struct err *err)
{
    int rc = 0;
    for (size_t from = 0; from < j->n && rc == 0; from += BATCH)
        rc = ask_batch(j, from, from + BATCH < j->n ? from + BATCH : j->n, err);
    return rc;
}

int judge_open(struct db *db, const struct judge_options *options, struct judge **out,
               struct err *err)
{
    struct judge *j = mem_alloc(sizeof(*j));
    j->db = db;
    j->options = options;
    int rc = open_judge(j, err);
    if (rc == 0)
        *out = j;
    else
        judge_close(j);
    return rc;
}

void judge_close(struct judge *j)
{
    if (j == NULL)
        return;
    if (j->policy != NULL)
        j->policy->vtable->close(j->policy);
    arena_release(&j->arena);
    free(j);
}

int judge_ask(struct judge *j, const char *run, struct judge_result *out, struct err *err)
{
    j->result = (struct judge_result){ .model = j->policy->vtable->model_name(j->policy) };
    memcpy(j->result.setup_sha256, j->setup_sha256, sizeof(j->setup_sha256));
    int rc = list_questions(j, run, err);
    if (rc == 0)
        rc = ask_all(j, err);
    if (rc < 0)
        db_rollback(j->db);
    if (rc < 0 && j->result.n_judged > 0)
        err_context(err, "%zu have scores, which are kept", j->result.n_judged);
    free(j->questions);
    j->questions = NULL;
    j->n = j->capacity = 0;
    arena_reset(&j->arena);
    if (rc == 0)
        *out = j->result;
    return rc;
}
