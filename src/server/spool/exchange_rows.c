#include "src/server/spool/exchange_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/proxy_find_rollout.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/row_places.h"
#include "src/store/facts.h"
#include "src/store/store_requests.h"
#include "src/strategy/completion_rows.h"
#include "src/strategy/evaluation_rows.h"

struct row_writer {
    struct db *db;
    struct row_options options;
    struct row_places *places;
    uint64_t n_known; /* that were stored before */
};

struct row_writer *row_writer_new(struct db *db, const struct row_options *options)
{
    struct row_writer *w = mem_alloc(sizeof(*w));
    w->db = db;
    w->options = *options;
    w->places = row_places_new(db, options);
    return w;
}

void row_writer_free(struct row_writer *w)
{
    if (w == NULL)
        return;
    row_places_free(w->places);
    free(w);
}

void row_writer_forget(struct row_writer *w)
{
    row_places_forget(w->places);
}

int row_writer_finish(struct row_writer *w, struct err *err)
{
    int rc = row_places_finish(w->places, err);
    return rc < 0 ? rc : facts_refresh(w->db, err);
}

static const char *tags_text(const struct tags *t, struct arena *a)
{
    struct buf text = { 0 };
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    tags_encode(t, root);
    json_print(root, false, &text);
    const char *copy = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&text);
    return copy;
}

static const char *utc(int64_t unix_us, struct arena *a)
{
    char text[32];
    clock_format_utc(unix_us / 1000000, text);
    return arena_strdup(a, text);
}

struct storing {
    struct row_writer *w;
    const struct transcript *x;
    struct arena *a;
    struct exchange_answer answer;
    struct row_place place;
    int64_t attempt_id, rollout_id; /* rollout_id: the first; 0: none */
};

/* A stream without its end was cut, however the connection fared; a whole answer was answered,
 * even when nobody saw the end. */
static const char *end_kind(const struct storing *s)
{
    const char *end = s->x->end;
    if (end == NULL)
        return s->answer.n > 0 ? "answered" : NULL;
    bool unfinished = s->answer.streamed && s->answer.n == 0 && s->x->status < 300;
    return unfinished && strcmp(end, "answered") == 0 ? "cut" : end;
}

static int begin_attempt(struct storing *s, struct err *err)
{
    const struct transcript *x = s->x;
    char hash[65];
    sha256_hex(x->request, x->request_len, hash);
    const struct attempt_row row = { .run_id = s->place.run_id,
                                     .task_id = s->place.task_id,
                                     .step = s->place.step,
                                     .turn = s->place.turn,
                                     .sample = s->place.sample,
                                     .request_sha256 = hash,
                                     .sent_at = utc(x->begun_us, s->a) };
    return store_put_attempt(s->w->db, &row, &s->attempt_id, err);
}

static int end_attempt(struct storing *s, struct err *err)
{
    const struct transcript *x = s->x;
    const char *kind = end_kind(s);
    const struct attempt_end end = {
        .kind = kind,
        .status = x->status,
        .detail = x->detail[0] != '\0' ? x->detail : s->answer.problem,
        .request_id = x->request_id,
        .first_byte_ms = x->first_byte_ms,
        .total_ms = x->total_ms,
        .response = s->w->options.drop_bodies ? NULL : x->response,
        .response_len = x->response_len,
        .rollout_id = s->rollout_id,
        .ended_at = kind == NULL ? "" : utc(x->last_us, s->a),
    };
    return store_end_attempt(s->w->db, s->attempt_id, &end, err);
}

static int put_prompt(struct storing *s, size_t i, int64_t *out_id, struct err *err)
{
    const char *prompt = s->answer.prompts[i];
    *out_id = 0;
    return prompt == NULL ? 0
                          : store_put_blob(s->w->db, "prompt", prompt, strlen(prompt), out_id, err);
}

/* A taken place stays: the rollout gets the next free turn. */
static int put_rollout(struct storing *s, size_t i, int64_t *out_id, struct err *err)
{
    bool is_new = false;
    int64_t code_id = 0;
    struct completion_place place = { .run_id = s->place.run_id,
                                      .task_id = s->place.task_id,
                                      .step = s->place.step,
                                      .turn = s->place.turn,
                                      .sample = s->place.sample + (int)i };
    struct err unknown = { 0 };
    if (s->place.is_task) /* for a mere name, likely ones would be looked up each time */
        (void)problem_task_find(s->w->db, s->x->tags.task, s->a, &place.task, &unknown);
    int rc = put_prompt(s, i, &place.prompt_blob_id, err);
    while (rc == 0 && !is_new) {
        rc = completion_put(s->w->db, &place, &s->answer.completions[i], s->a, out_id, &code_id,
                            &is_new, err);
        if (rc == 0 && !is_new)
            rc = row_free_turn(s->w->db, &s->place, place.sample, 1, &place.turn, err);
    }
    return rc;
}

static int put_rollouts(struct storing *s, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < s->answer.n && rc == 0; i++) {
        int64_t id = 0;
        rc = put_rollout(s, i, &id, err);
        s->rollout_id = i == 0 ? id : s->rollout_id;
    }
    return rc;
}

static int put_exchange(struct storing *s, struct err *err)
{
    const struct transcript *x = s->x;
    const struct exchange_row row = { .exchange_id = x->id,
                                      .attempt_id = s->attempt_id,
                                      .api = x->api,
                                      .path = x->path,
                                      .streamed = s->answer.streamed,
                                      .n_rollouts = (int64_t)s->answer.n,
                                      .request = s->w->options.drop_bodies ? NULL : x->request,
                                      .request_len = x->request_len,
                                      .tags = tags_text(&x->tags, s->a) };
    return store_put_exchange(s->w->db, &row, err);
}

uint64_t row_writer_known(const struct row_writer *w)
{
    return w->n_known;
}

int row_writer_exchange(struct row_writer *w, const struct transcript *x, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct storing s = { .w = w, .x = x, .a = &a };
    int known = store_find_exchange(w->db, x->id, err);
    w->n_known += known > 0;
    if (known != 0)
        return known < 0 ? known : 0;
    exchange_read(x, &a, &s.answer);
    const struct row_source source = { .tags = &x->tags,
                                       .model = s.answer.model,
                                       .temperature = s.answer.temperature,
                                       .n = s.answer.n == 0 ? 1 : (int)s.answer.n };
    int rc = row_find_place(w->places, &source, &s.place, err);
    if (rc == 0)
        rc = begin_attempt(&s, err);
    if (rc == 0)
        rc = put_rollouts(&s, err);
    if (rc == 0)
        rc = end_attempt(&s, err);
    return rc < 0 ? rc : put_exchange(&s, err);
}

static int put_device(struct db *db, const struct device_info *d, int64_t *out_id, struct err *err)
{
    const struct device_row row = { .backend = d->backend,
                                    .name = d->name,
                                    .uuid = d->uuid,
                                    .compiler = d->compiler,
                                    .flags = d->flags,
                                    .sandbox = d->sandbox,
                                    .cores = d->cores };
    return store_put_device(db, &row, out_id, err);
}

static int hash_kernel(struct row_writer *w, const struct evaluation_record *e, struct arena *a,
                       char given[65], char assembled[65], struct err *err)
{
    const char *action = NULL;
    const char *code = NULL;
    sha256_hex(e->job.kernel_text, e->job.kernel_len, given);
    memcpy(assembled, given, 65);
    const struct task *task = NULL;
    struct err unknown = { 0 };
    (void)problem_task_find(w->db, e->job.task_id, a, &task, &unknown);
    int rc = assemble_answer(
        &(struct raw_answer){ ANSWER_FILE, task, e->job.kernel_text, e->job.kernel_len }, a,
        &action, &code, err);
    if (rc == 0 && code != NULL)
        sha256_hex(code, strlen(code), assembled);
    return rc;
}

/* The tagged rollout, when it has this kernel; 0: none. */
static int find_rollout(struct row_writer *w, const struct evaluation_record *e,
                        const struct row_place *p, struct arena *a, int64_t *out_id,
                        struct err *err)
{
    char given[65];
    char assembled[65];
    *out_id = 0;
    if (e->tags.sample < 0 || e->job.kernel_text == NULL)
        return 0;
    int rc = hash_kernel(w, e, a, given, assembled, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(w->db, "proxy_find_rollout");
    stmt_bind_int(st, ":run_id", p->run_id);
    stmt_bind_int(st, ":step", p->step);
    stmt_bind_int(st, ":task_id", p->task_id);
    stmt_bind_int(st, ":sample", e->tags.sample);
    stmt_bind_count(st, ":turn", e->tags.turn);
    rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *code = stmt_text(st, PROXY_FIND_ROLLOUT_CODE_SHA256);
    if (code != NULL && (strcmp(code, given) == 0 || strcmp(code, assembled) == 0))
        *out_id = stmt_int(st, PROXY_FIND_ROLLOUT_ROLLOUT_ID);
    stmt_reset(st);
    return 0;
}

static int add_rollout(struct row_writer *w, const struct evaluation_record *e,
                       const struct row_place *p, int64_t *out_id, struct err *err)
{
    bool is_new = false;
    struct rollout_row row = { .run_id = p->run_id,
                               .task_id = p->task_id,
                               .step = p->step,
                               .turn = p->turn,
                               .sample = p->sample,
                               .prompt_tokens = -1,
                               .completion_tokens = -1,
                               .sum_logprob = (double)NAN,
                               .mean_logprob = (double)NAN,
                               .logprob_temperature = (double)NAN };
    int rc = store_put_blob(w->db, "completion", e->completion, e->completion_len,
                            &row.completion_blob_id, err);
    if (rc == 0)
        rc = store_put_blob(w->db, "code", e->job.kernel_text, e->job.kernel_len, &row.code_blob_id,
                            err);
    while (rc == 0 && !is_new) {
        rc = store_put_rollout(w->db, &row, out_id, &is_new, err);
        if (rc == 0 && !is_new)
            rc = row_free_turn(w->db, p, p->sample, 1, &row.turn, err);
    }
    return rc;
}

static int put_evaluation(struct row_writer *w, const struct evaluation_record *e, const char *id,
                          struct arena *a, struct row_evaluation *out, struct err *err)
{
    struct row_place place;
    struct tags tags = e->tags;
    int64_t device_id = 0;
    tags.task = e->job.task_id;
    const struct row_source source = { .tags = &tags, .temperature = (double)NAN, .n = 1 };
    int rc = row_find_place(w->places, &source, &place, err);
    /* Every attempt of an agent's session is a turn of its own. */
    const bool is_attempt = tags.strategy != NULL && tags.turn < 0;
    if (rc == 0 && !is_attempt)
        rc = find_rollout(w, e, &place, a, &out->rollout_id, err);
    if (rc == 0 && out->rollout_id == 0)
        rc = add_rollout(w, e, &place, &out->rollout_id, err);
    if (rc == 0 && e->has_device)
        rc = put_device(w->db, &e->device, &device_id, err);
    if (rc == 0)
        rc = evaluation_put(w->db,
                            &(struct evaluation_row){ .rollout_id = out->rollout_id,
                                                      .device_id = device_id,
                                                      .purpose = tags.purpose,
                                                      .job = &e->job,
                                                      .result = &e->result },
                            &out->evaluation_id, err);
    const struct exchange_row row = { .exchange_id = id,
                                      .evaluation_id = out->evaluation_id,
                                      .api = "evaluate",
                                      .path = "/evaluate",
                                      .tags = tags_text(&tags, a) };
    return rc < 0 ? rc : store_put_exchange(w->db, &row, err);
}

static int put_call(struct row_writer *w, const struct call_record *c, const char *id,
                    struct err *err)
{
    struct tags tags = tags_none;
    struct agent_call_row row = { .call_id = id,
                                  .tool = c->tool,
                                  .arguments = c->arguments,
                                  .failed = c->failed,
                                  .answer = c->answer,
                                  .evaluation_id = c->evaluation_id,
                                  .began_at = c->began_at,
                                  .took_ms = c->took_ms };
    tags.run = c->run;
    tags.strategy = SESSION_STRATEGY;
    const struct row_source source = { .tags = &tags, .temperature = (double)NAN, .n = 1 };
    int rc = row_place_run(w->places, &source, &row.run_id, err);
    return rc < 0 ? rc : store_put_agent_call(w->db, &row, err);
}

int row_writer_evaluation(struct row_writer *w, const char *id, const char *text, size_t len,
                          struct row_evaluation *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct evaluation_record e;
    struct call_record call;
    *out = (struct row_evaluation){ 0 };
    int is_call = call_record_get(text, len, &a, &call, err);
    if (is_call != 0)
        return is_call < 0 ? is_call : put_call(w, &call, id, err);
    int known = store_find_exchange(w->db, id, err);
    w->n_known += known > 0;
    if (known != 0)
        return known < 0 ? known : 0;
    int rc = evaluation_record_get(text, len, &a, &e, err);
    return rc < 0 ? rc : put_evaluation(w, &e, id, &a, out, err);
}
