/*
 * store_requests.h - requests to models' servers, as rows: for samples, for training, for
 * judgements, and what the proxy saw.
 */
#ifndef ROLLBOOK_STORE_STORE_REQUESTS_H
#define ROLLBOOK_STORE_STORE_REQUESTS_H

#include "src/store/store.h"

struct attempt_row {
    int64_t run_id, task_id;
    int step, turn, sample;
    const char *request_sha256;
    const char *sent_at; /* UTC; NULL: now */
};
int store_put_attempt(struct db *db, const struct attempt_row *a, int64_t *out_id, struct err *err);
/* The server's name for it, before its end. */
int store_name_attempt(struct db *db, int64_t attempt_id, const char *request_id, struct err *err);

/* 1: found, 0: not, or negative. */
int store_find_prompt_tokens(struct db *db, const char *sha256, struct arena *a, int32_t **out,
                             size_t *out_count, struct err *err);
int store_put_prompt_tokens(struct db *db, const char *sha256, const char *tokenizer,
                            const int32_t *ids, size_t n, struct err *err);

/* Of a server that trains, other than for samples. */
struct trainer_request_row {
    int64_t run_id;
    const char *operation, *content_sha256;
    size_t n_sequences, n_tokens;
};
int store_put_trainer_request(struct db *db, const struct trainer_request_row *q, int64_t *out_id,
                              struct err *err);
int store_name_trainer_request(struct db *db, int64_t id, const char *request_id, struct err *err);
/* failure NULL: it has a result. */
int store_end_trainer_request(struct db *db, int64_t id, const char *failure, struct err *err);
/* The result that a killed process was promised, by run and content: 1, 0: none, or negative. */
int store_find_promised_request(struct db *db, const struct trainer_request_row *q, struct arena *a,
                                int64_t *out_id, const char **out_request_id, struct err *err);

struct attempt_end {
    int64_t rollout_id; /* 0: nothing came of it */
    const char *kind;   /* of the schema's closed set */
    int status;         /* 0 means NULL */
    const char *detail; /* "" means NULL */
    const char *request_id;
    double first_byte_ms, total_ms; /* NaN means NULL */
    const void *response;           /* NULL: not kept */
    size_t response_len;
    const char *ended_at; /* UTC; NULL: now, "": unseen, kind is NULL then */
};
void attempt_end_bind(struct stmt *st, const struct attempt_end *e);
int store_end_attempt(struct db *db, int64_t attempt_id, const struct attempt_end *e,
                      struct err *err);

/* What the proxy saw; one of the ids is 0. */
struct exchange_row {
    const char *exchange_id;
    int64_t attempt_id, evaluation_id;
    const char *api, *path;
    bool streamed;
    int64_t n_rollouts;
    const void *request; /* NULL: not kept */
    size_t request_len;
    const char *tags; /* JSON */
};
int store_put_exchange(struct db *db, const struct exchange_row *x, struct err *err);
struct agent_call_row {
    const char *call_id;
    int64_t run_id;
    const char *tool, *arguments; /* arguments: JSON */
    bool failed;
    const char *answer;
    int64_t evaluation_id; /* 0: none */
    const char *began_at;  /* UTC */
    double took_ms;
};
/* A stored one stays. */
int store_put_agent_call(struct db *db, const struct agent_call_row *c, struct err *err);

/* 1: stored already. */
int store_find_exchange(struct db *db, const char *exchange_id, struct err *err);

/* ---- judgements of rollouts by language models, and the requests for them ---- */

struct judge_setup_row {
    const char *sha256; /* of the following but for server */
    int64_t model_id;
    const char *template_name, *template_sha256;
    const char *config; /* JSON */
    const char *server; /* JSON or NULL */
};
int store_put_judge_setup(struct db *db, const struct judge_setup_row *s, int64_t *out_id,
                          struct err *err);

struct judge_row {
    int64_t setup_id, model_id, rollout_id;
    bool malformed;
    double correctness, compilability, speed; /* NaN means NULL */
    const char *problem, *repairs, *reason;   /* may be NULL */
    int tries;
    int64_t prompt_blob_id, answer_blob_id;   /* 0 means NULL */
    int64_t prompt_tokens, completion_tokens; /* negative means NULL */
};
int store_put_judge(struct db *db, const struct judge_row *j, struct err *err);

int store_put_judge_attempt(struct db *db, int64_t setup_id, int64_t rollout_id,
                            const char *request_sha256, int64_t *out_id, struct err *err);
int store_end_judge_attempt(struct db *db, int64_t id, const struct attempt_end *e,
                            struct err *err);
/* The answer could not be read. */
int store_note_judge_problem(struct db *db, int64_t id, const char *problem, struct err *err);

#endif
