#include "src/rescore/trainer_records.h"

#include <stdlib.h>
#include <string.h>

#include "columns/list_trainer_rollouts.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/rescore/trainer_form.h"
#include "src/run/run_config.h"
#include "src/store/db.h"

struct writer {
    struct db *db;
    const struct trainer_request *request;
    const struct trainer_sink *sink;
    struct trainer_tally tally;
    struct arena arena; /* of the turns below */
    struct buf line;
    struct trainer_sample *turns; /* of one conversation, or one rollout */
    size_t n, capacity;
    bool is_held, is_held_code;
};

static const char *copy_bytes(struct stmt *st, int column, struct arena *a, size_t *out_len)
{
    *out_len = 0;
    if (stmt_is_null(st, column))
        return NULL;
    const void *bytes = stmt_blob(st, column, out_len);
    return arena_strndup(a, *out_len == 0 ? "" : bytes, *out_len);
}

static int read_sample(struct writer *w, struct stmt *st, struct trainer_sample *out,
                       struct err *err)
{
    struct arena *a = &w->arena;
    struct trainer_sample s = {
        .run = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_RUN, a),
        .task = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_TASK, a),
        .outcome = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_OUTCOME, a),
        .finish_reason = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_FINISH_REASON, a),
        .recipe = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_RECIPE, a),
        .filters = stmt_text_dup(st, LIST_TRAINER_ROLLOUTS_FILTERS, a),
        .rollout_id = stmt_int(st, LIST_TRAINER_ROLLOUTS_ROLLOUT_ID),
        .step = stmt_int(st, LIST_TRAINER_ROLLOUTS_STEP),
        .turn = stmt_int(st, LIST_TRAINER_ROLLOUTS_TURN),
        .sample = stmt_int(st, LIST_TRAINER_ROLLOUTS_SAMPLE),
        .correct = stmt_int(st, LIST_TRAINER_ROLLOUTS_CORRECT) != 0,
        .is_last = stmt_int(st, LIST_TRAINER_ROLLOUTS_IS_LAST) != 0,
        .speedup = stmt_real(st, LIST_TRAINER_ROLLOUTS_SPEEDUP),
        .reward = stmt_real(st, LIST_TRAINER_ROLLOUTS_REWARD),
        .advantage = stmt_real(st, LIST_TRAINER_ROLLOUTS_ADVANTAGE),
        .temperature = stmt_real(st, LIST_TRAINER_ROLLOUTS_TEMPERATURE),
        .logprob_temperature = stmt_real(st, LIST_TRAINER_ROLLOUTS_LOGPROB_TEMPERATURE),
    };
    struct spoken *asked = NULL;
    struct err absent = { 0 };
    s.completion = copy_bytes(st, LIST_TRAINER_ROLLOUTS_COMPLETION, a, &s.completion_len);
    size_t n_ids = 0;
    size_t n_logprobs = 0;
    const char *ids = copy_bytes(st, LIST_TRAINER_ROLLOUTS_TOKEN_IDS, a, &n_ids);
    const char *logprobs = copy_bytes(st, LIST_TRAINER_ROLLOUTS_LOGPROBS, a, &n_logprobs);
    /* Arena memory is aligned; the schema holds both lengths to n_tokens. */
    s.token_ids = (const int32_t *)(const void *)ids;
    s.logprobs = (const float *)(const void *)logprobs;
    s.n_tokens = (ids != NULL ? n_ids : n_logprobs) / 4;
    struct err ignored = { 0 };
    const char *text = stmt_text(st, LIST_TRAINER_ROLLOUTS_SHOWN);
    const struct json *list = json_parse_arena("shown", 1, text, strlen(text), a, &ignored);
    int64_t *turns = arena_array(a, json_count(list) + 1, sizeof(*turns));
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j))
        if (json_int(j, &turns[s.n_shown]))
            s.n_shown++;
    s.shown = turns;
    int rc = conversation_of(w->db, s.rollout_id, a, &asked, &s.n_asked, &absent);
    if (rc < 0 && rc != ERR_NODATA) {
        *err = absent;
        return rc;
    }
    s.asked = rc < 0 ? NULL : asked;
    *out = s;
    return 0;
}

static void count(struct writer *w)
{
    bool masked = false;
    bool without_ids = false;
    bool without_prompt = false;
    for (size_t i = 0; i < w->n; i++) {
        masked = masked || w->turns[i].filters != NULL;
        without_ids = without_ids || w->turns[i].token_ids == NULL;
        without_prompt = without_prompt || w->turns[i].asked == NULL;
    }
    w->tally.kept++;
    w->tally.masked += masked;
    w->tally.without_ids += without_ids;
    w->tally.without_prompt += without_prompt;
}

static int put_turns(struct writer *w, struct err *err)
{
    const struct trainer_form *form = w->request->form;
    int rc = 0;
    if (w->n == 0)
        return 0;
    if (w->is_held || w->is_held_code) {
        w->tally.held_out += w->is_held;
        w->tally.held_code += !w->is_held;
    } else {
        buf_clear(&w->line);
        form->put(form, w->turns, w->n, &w->line);
        count(w);
        rc = w->line.overflow ? err_set(err, ERR_INTEGRITY, "a record is larger than a gigabyte")
                              : w->sink->put(w->sink->context, &w->line, err);
    }
    w->n = 0;
    w->is_held = w->is_held_code = false;
    arena_rewind(&w->arena);
    return rc;
}

static bool is_next_turn(const struct writer *w, struct stmt *st)
{
    const struct trainer_sample *s = &w->turns[0];
    return w->request->form->is_conversation && w->n > 0 &&
           stmt_int(st, LIST_TRAINER_ROLLOUTS_SAMPLE) == s->sample &&
           stmt_int(st, LIST_TRAINER_ROLLOUTS_STEP) == s->step &&
           strcmp(stmt_text(st, LIST_TRAINER_ROLLOUTS_TASK), s->task) == 0 &&
           strcmp(stmt_text(st, LIST_TRAINER_ROLLOUTS_RUN), s->run) == 0;
}

static int add_row(struct writer *w, struct stmt *st, struct err *err)
{
    int rc = is_next_turn(w, st) ? 0 : put_turns(w, err);
    if (rc < 0)
        return rc;
    if (w->n == w->capacity) {
        w->capacity = w->capacity == 0 ? 16 : 2 * w->capacity;
        w->turns = mem_grow(w->turns, w->capacity, sizeof(*w->turns));
    }
    rc = read_sample(w, st, &w->turns[w->n], err);
    w->n += rc == 0;
    w->is_held = w->is_held || stmt_int(st, LIST_TRAINER_ROLLOUTS_IS_HELD) != 0;
    w->is_held_code = w->is_held_code || stmt_int(st, LIST_TRAINER_ROLLOUTS_IS_HELD_CODE) != 0;
    return rc;
}

int trainer_records(struct db *db, const struct trainer_request *request,
                    const struct trainer_sink *sink, struct trainer_tally *out, struct err *err)
{
    struct writer w = { .db = db, .request = request, .sink = sink };
    struct stmt *st = db_query(db, "list_trainer_rollouts");
    int rc = 0;
    stmt_bind_text(st, ":run", request->run);
    stmt_bind_text(st, ":recipe", request->recipe);
    stmt_bind_int(st, ":level", request->level);
    stmt_bind_text_list(st, ":held", request->held, request->n_held);
    while (rc == 0 && (rc = stmt_step(st, err)) > 0)
        rc = add_row(&w, st, err);
    stmt_reset(st);
    if (rc == 0)
        rc = put_turns(&w, err);
    if (rc == 0 && w.tally.kept == 0)
        rc = err_set(err, ERR_NOMATCH, "no evaluated rollout is left");
    *out = w.tally;
    arena_release(&w.arena);
    buf_release(&w.line);
    free(w.turns);
    return rc;
}
