#include "src/proxy/verdict.h"

#include "src/base/buf.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/proxy/spool/evaluation_record.h"

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
