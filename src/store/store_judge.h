/*
 * store_judge.h - judgements of rollouts by language models, and the requests for them.
 */
#ifndef ROLLBOOK_STORE_STORE_JUDGE_H
#define ROLLBOOK_STORE_STORE_JUDGE_H

#include "src/store/store.h"

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
