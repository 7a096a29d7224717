#include "src/run/conversation.h"

#include <string.h>

#include "columns/get_conversation.h"
#include "columns/list_shown_turns.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/run/run_config.h"
#include "src/sample/answer.h"
#include "src/sample/feedback.h"
#include "src/store/store.h"

static int read_text(struct db *db, int64_t blob_id, struct arena *a, const char **out,
                     size_t *out_len, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int rc = store_get_blob(db, blob_id, &text, err);
    if (rc == 0) {
        *out = arena_strndup(a, buf_text(&text), text.len);
        *out_len = text.len;
    }
    return rc;
}

static int read_answer(struct db *db, int64_t blob_id, struct arena *a, const char **out,
                       struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct buf CLEANUP(buf_release) clean = { 0 };
    struct text_part reasoning, answer;
    int rc = blob_id == 0 ? 0 : store_get_blob(db, blob_id, &text, err);
    if (rc < 0)
        return rc;
    answer_split(buf_text(&text), text.len, &reasoning, &answer);
    feedback_put_clean(&clean, answer.text, answer.len, CONVERSATION_ANSWER_BYTES);
    if (clean.len == 0)
        buf_puts(&clean, "(no answer)"); /* servers refuse empty messages */
    *out = arena_strndup(a, buf_text(&clean), clean.len);
    return 0;
}

int conversation_exchange(struct db *db, int64_t completion, int64_t feedback, struct arena *a,
                          struct exchange *out, struct err *err)
{
    struct exchange x = { NULL, NULL };
    size_t len = 0;
    int rc = read_answer(db, completion, a, &x.answer, err);
    if (rc == 0)
        rc = read_text(db, feedback, a, &x.feedback, &len, err);
    if (rc == 0)
        *out = x;
    return rc;
}

/* As configured for the policy; NULL: none. */
static const char *system_message(const char *config, struct arena *a)
{
    struct run_config c;
    struct err ignored = { 0 };
    const char *text = NULL;
    if (run_config_decode(config, a, &c, &ignored) < 0 || c.policy_config == NULL)
        return NULL;
    const struct json *j =
        json_parse_arena("policy", 1, c.policy_config, strlen(c.policy_config), a, &ignored);
    return j != NULL && json_string(json_get(j, "system"), &text) ? text : NULL;
}

struct shown_turn {
    int64_t completion, feedback;
};

static int list_shown(struct db *db, int64_t rollout_id, struct arena *a, struct shown_turn **out,
                      size_t *out_n, struct err *err)
{
    struct stmt *st = db_query(db, "list_shown_turns");
    struct shown_turn *shown = arena_array(a, RUN_MAX_TURNS, sizeof(*shown));
    int rc;
    stmt_bind_int(st, ":rollout_id", rollout_id);
    *out_n = 0;
    *out = shown;
    while ((rc = stmt_step(st, err)) > 0)
        if (*out_n < RUN_MAX_TURNS)
            shown[(*out_n)++] =
                (struct shown_turn){ stmt_int(st, LIST_SHOWN_TURNS_COMPLETION_BLOB_ID),
                                     stmt_int(st, LIST_SHOWN_TURNS_BLOB_ID) };
    return rc;
}

static int add_shown(struct db *db, const struct shown_turn *shown, size_t n, struct arena *a,
                     struct spoken *out, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct exchange x = { NULL, NULL };
        rc = conversation_exchange(db, shown[i].completion, shown[i].feedback, a, &x, err);
        if (rc < 0)
            break;
        out[2 * i] = (struct spoken){ "assistant", x.answer, strlen(x.answer) };
        out[2 * i + 1] = (struct spoken){ "user", x.feedback, strlen(x.feedback) };
    }
    return rc;
}

int conversation_of(struct db *db, int64_t rollout_id, struct arena *a, struct spoken **out,
                    size_t *out_n, struct err *err)
{
    size_t n = 0;
    size_t n_shown = 0;
    struct shown_turn *shown = NULL;
    const char *prompt = NULL;
    size_t prompt_len = 0;
    struct stmt *st = db_query(db, "get_conversation");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "there is no rollout %lld", (long long)rollout_id);
    if (rc < 0)
        return rc;
    int64_t prompt_id = stmt_int(st, GET_CONVERSATION_PROMPT_ID);
    const char *system = system_message(stmt_text_dup(st, GET_CONVERSATION_CONFIG, a), a);
    stmt_reset(st);
    if (prompt_id == 0)
        return err_set(err, ERR_NODATA, "the prompt of rollout %lld is not stored",
                       (long long)rollout_id);
    rc = read_text(db, prompt_id, a, &prompt, &prompt_len, err);
    if (rc == 0)
        rc = list_shown(db, rollout_id, a, &shown, &n_shown, err);
    if (rc < 0)
        return rc;
    struct spoken *all = arena_array(a, 2 + 2 * n_shown, sizeof(*all));
    if (system != NULL)
        all[n++] = (struct spoken){ "system", system, strlen(system) };
    all[n++] = (struct spoken){ "user", prompt, prompt_len };
    rc = add_shown(db, shown, n_shown, a, all + n, err);
    if (rc == 0) {
        *out = all;
        *out_n = n + 2 * n_shown;
    }
    return rc;
}
