#include "src/strategy/completion_rows.h"

#include <math.h>
#include <string.h>

#include "src/sample/policy.h"
#include "src/store/store.h"

static int put_texts(struct db *db, const struct completion_place *place,
                     const struct completion *c, struct arena *a, struct rollout_row *row,
                     struct err *err)
{
    const char *action = NULL;
    const char *code = NULL;
    int rc = assemble_answer(&(struct raw_answer){ place->form, place->task, c->text, c->text_len },
                             a, &action, &code, err);
    if (rc == 0)
        rc = store_put_blob(db, "completion", c->text, c->text_len, &row->completion_blob_id, err);
    if (rc == 0 && action != NULL)
        rc = store_put_blob(db, "action", action, strlen(action), &row->action_blob_id, err);
    if (rc == 0 && code != NULL)
        rc = store_put_blob(db, "code", code, strlen(code), &row->code_blob_id, err);
    return rc;
}

int completion_put(struct db *db, const struct completion_place *place, const struct completion *c,
                   struct arena *a, int64_t *out_id, int64_t *out_code_id, bool *out_new,
                   struct err *err)
{
    double sum = 0;
    int64_t completion_tokens =
        c->completion_tokens != 0 ? c->completion_tokens : (int64_t)c->n_tokens;
    bool has_logprobs = c->n_tokens > 0 && c->logprobs != NULL;
    bool has_sum = has_logprobs && !c->logprobs_have_gaps;
    for (size_t i = 0; has_logprobs && i < c->n_tokens; i++)
        sum += (double)c->logprobs[i];
    struct rollout_row row = { .run_id = place->run_id,
                               .task_id = place->task_id,
                               .step = place->step,
                               .turn = place->turn,
                               .sample = place->sample,
                               .prompt_blob_id = place->prompt_blob_id,
                               .finish_reason = c->finish_reason,
                               .prompt_tokens = c->prompt_tokens,
                               .completion_tokens = completion_tokens,
                               .sum_logprob = has_sum ? sum : (double)NAN,
                               .mean_logprob = has_sum ? sum / (double)c->n_tokens : (double)NAN,
                               .logprob_temperature =
                                   has_logprobs ? c->logprob_temperature : (double)NAN,
                               .n_tokens = c->n_tokens,
                               .token_ids = c->token_ids,
                               .logprobs = c->logprobs,
                               .extra = c->extra };
    int rc = put_texts(db, place, c, a, &row, err);
    if (rc == 0 && place->is_free) {
        *out_new = true;
        rc = store_add_rollout(db, &row, out_id, err);
    } else if (rc == 0) {
        rc = store_put_rollout(db, &row, out_id, out_new, err);
    }
    if (rc == 0)
        *out_code_id = row.code_blob_id;
    return rc;
}
