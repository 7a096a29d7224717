#include "src/run/policy_record.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/store/store_requests.h"

static int find_prompt(void *context, const char *sha256, struct arena *a, int32_t **out,
                       size_t *out_count, struct err *err)
{
    const struct policy_rows *rows = context;
    return store_find_prompt_tokens(rows->db, sha256, a, out, out_count, err);
}

static int keep_prompt(void *context, const char *sha256, const char *tokenizer, const int32_t *ids,
                       size_t n, struct err *err)
{
    const struct policy_rows *rows = context;
    return store_put_prompt_tokens(rows->db, sha256, tokenizer, ids, n, err);
}

/* What a server was told stays told, whatever becomes of the transaction in which it is told. */
static int keep(const struct policy_rows *rows, int rc, struct err *err)
{
    return rc < 0 ? rc : db_keep(rows->db, err);
}

static int find_promise(void *context, const struct policy_request *q, struct arena *a,
                        int64_t *out_id, const char **out_promise, struct err *err)
{
    const struct policy_rows *rows = context;
    return store_find_promised_request(
        rows->db,
        &(struct trainer_request_row){ .run_id = *rows->run_id,
                                       .content_sha256 = q->content_sha256 },
        a, out_id, out_promise, err);
}

static int sent(void *context, const struct policy_request *q, int64_t *out_id, struct err *err)
{
    const struct policy_rows *rows = context;
    const struct trainer_request_row row = { .run_id = *rows->run_id,
                                             .operation = q->operation,
                                             .content_sha256 = q->content_sha256,
                                             .n_sequences = q->n_sequences,
                                             .n_tokens = q->n_tokens };
    *out_id = 0;
    return *rows->run_id == 0
               ? 0
               : keep(rows, store_put_trainer_request(rows->db, &row, out_id, err), err);
}

static int promised(void *context, int64_t id, const char *promise, struct err *err)
{
    const struct policy_rows *rows = context;
    return id == 0 ? 0 : keep(rows, store_name_trainer_request(rows->db, id, promise, err), err);
}

static int ended(void *context, int64_t id, const char *failure, struct err *err)
{
    const struct policy_rows *rows = context;
    return id == 0 ? 0 : keep(rows, store_end_trainer_request(rows->db, id, failure, err), err);
}

void policy_record_open(struct policy_rows *rows, struct db *db, const int64_t *run_id,
                        struct policy *policy)
{
    *rows = (struct policy_rows){ .db = db,
                                  .run_id = run_id,
                                  .record = { .find_prompt = find_prompt,
                                              .keep_prompt = keep_prompt,
                                              .find_promise = find_promise,
                                              .sent = sent,
                                              .promised = promised,
                                              .ended = ended,
                                              .context = rows } };
    if (policy->vtable->keep_record != NULL)
        policy->vtable->keep_record(policy, &rows->record);
}

int policy_put_model(struct db *db, struct policy *p, int64_t *out_id, struct err *err)
{
    char hash[65] = "";
    const struct policy_vtable *v = p->vtable;
    int rc = v->model_hash == NULL ? 0 : v->model_hash(p, hash, err);
    if (rc == 0)
        rc = store_put_model(db, v->model_name == NULL ? v->name : v->model_name(p), hash, v->name,
                             out_id, err);
    return rc;
}

int policy_put_served(struct db *db, struct policy *p, int64_t *out_checkpoint_id, struct err *err)
{
    int64_t model_id = 0;
    const char *facts = p->vtable->server_facts(p);
    int rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    rc = policy_put_model(db, p, &model_id, err);
    if (rc == 0)
        rc = store_put_checkpoint(db, &(struct checkpoint_row){ model_id, 0, facts, strlen(facts) },
                                  out_checkpoint_id, err);
    return db_end(db, rc, err);
}

int policy_put_score(struct db *db, int64_t rollout_id, int64_t checkpoint_id, const char *role,
                     const struct token_scores *t, struct err *err)
{
    double sum = 0;
    for (size_t i = 0; i < t->n_tokens; i++)
        sum += (double)t->logprobs[i];
    if (!isfinite(sum))
        return err_set(err, ERR_INTEGRITY, "rollout %lld: a log-prob is not finite",
                       (long long)rollout_id);
    struct stmt *st = db_query(db, "insert_score");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":checkpoint_id", checkpoint_id);
    stmt_bind_text(st, ":role", role);
    stmt_bind_real(st, ":temperature", t->temperature);
    stmt_bind_int(st, ":n_tokens", (int64_t)t->n_tokens);
    stmt_bind_blob(st, ":logprobs", t->logprobs, 4 * t->n_tokens);
    stmt_bind_real(st, ":sum_logprob", sum);
    stmt_bind_text(st, ":semantics", t->semantics);
    stmt_bind_text(st, ":aligned_by", t->aligned_by);
    return stmt_run(st, err);
}

struct attempt_end policy_attempt_end(const struct sample_attempt *a)
{
    return (struct attempt_end){ .kind = a->end,
                                 .status = a->status,
                                 .detail = a->detail,
                                 .request_id = a->request_id,
                                 .first_byte_ms = a->first_byte_ms,
                                 .total_ms = a->total_ms,
                                 .response = a->keep_response ? a->response : NULL,
                                 .response_len = a->response_len };
}
