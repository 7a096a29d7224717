#include "src/run/policy_rows.h"

#include <string.h>

#include "src/base/err.h"
#include "src/sample/policy.h"
#include "src/store/store_requests.h"

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
