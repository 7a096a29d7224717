#include "ingest/kernelbench/kernelbench_place.h"

#include "ingest/kernelbench/kernelbench_record.h"
#include "src/base/mem.h"
#include "src/json/json.h"

const char *kb_place_text(struct arena *a, const struct kb_place *p)
{
    const char *text = "";
    for (size_t i = 0; i < p->n_keys; i++)
        text = arena_printf(a, "%s%s\"%.80s\"", text, i == 0 ? "" : ".", p->keys[i]);
    if (p->index >= 0)
        text = arena_printf(a, "%s[%lld]", text, (long long)p->index);
    return *text == '\0' ? "the file" : text;
}

/* They must agree. */
static bool merge(int *part, int value, const char *what, struct arena *a, const char **why)
{
    if (value < 0)
        return true;
    if (*part >= 0 && *part != value) {
        *why = arena_printf(a, "%s %d here, but %d there", what, *part, value);
        return false;
    }
    *part = value;
    return true;
}

static bool merge_id(struct kb_id *id, const struct kb_id *more, struct arena *a, const char **why)
{
    return merge(&id->level, more->level, "level", a, why) &&
           merge(&id->problem, more->problem, "problem", a, why) &&
           merge(&id->step, more->step, "epoch", a, why) &&
           merge(&id->sample, more->sample, "sample", a, why);
}

static bool merge_text(struct kb_id *id, const char *text, struct arena *a, const char **why)
{
    struct kb_id more = KB_ID_NONE;
    return !kb_id_from_text(text, &more) || merge_id(id, &more, a, why);
}

static bool merge_problem_key(struct kb_id *id, const char *key, struct arena *a, const char **why)
{
    struct kb_id more = KB_ID_NONE;
    int problem = kb_problem_of_name(key);
    if (kb_number(key, &more.problem) || kb_id_from_text(key, &more))
        return merge_id(id, &more, a, why);
    if (problem > 0)
        return merge(&id->problem, problem, "problem", a, why);
    *why = "the key is not a problem number";
    return false;
}

static bool merge_sample_key(struct kb_id *id, const char *key, struct arena *a, const char **why)
{
    struct kb_id more = KB_ID_NONE;
    if (!kb_number(key, &more.sample) && !kb_id_from_text(key, &more)) {
        *why = "the key is not a sample number";
        return false;
    }
    return merge_id(id, &more, a, why);
}

static bool merge_level_key(struct kb_id *id, const char *key, struct arena *a, const char **why)
{
    int level = -1;
    if (!kb_level_of_key(key, &level)) {
        *why = "the key is not a level";
        return false;
    }
    return merge(&id->level, level, "level", a, why);
}

static bool merge_keys(struct kb_id *id, const struct kb_place *p, struct arena *a,
                       const char **why)
{
    int ignored;
    size_t parts = p->n_keys + (p->index >= 0 && p->n_keys > 0 ? 1 : 0);
    bool level_first = p->level_first || parts >= 3 ||
                       (parts == 2 && p->n_keys == 2 && p->keys[0][0] == 'l' &&
                        kb_level_of_key(p->keys[0], &ignored));
    size_t next = 0;
    if (p->n_keys == 0)
        return true;
    if (level_first && !merge_level_key(id, p->keys[next++], a, why))
        return false;
    if (next < p->n_keys && !merge_problem_key(id, p->keys[next++], a, why))
        return false;
    return next >= p->n_keys || merge_sample_key(id, p->keys[next], a, why);
}

/* An integer or digits. */
static bool merge_member(int *part, const struct json *record, const char *key, struct arena *a,
                         const char **why)
{
    const struct json *j = json_get(record, key);
    int64_t v = -1;
    int number = -1;
    const char *s;
    if (j == NULL || json_type(j) == JSON_NULL)
        return true;
    if (json_string(j, &s) && kb_number(s, &number))
        v = number;
    else if (!json_int(j, &v) || v < 0 || v > 999999999) {
        *why = arena_printf(a, "%s is not a number from 0", key);
        return false;
    }
    return merge(part, (int)v, key, a, why);
}

static bool merge_names(struct kb_id *id, const struct json *record, struct arena *a,
                        const char **why)
{
    static const char *const keys[] = { "task_id", "solution_id" };
    const char *name = kb_text(a, record, "problem_name");
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const char *s;
        int number;
        if (!json_string(json_get(record, keys[i]), &s) || kb_number(s, &number))
            continue;
        if (!merge_text(id, s, a, why))
            return false;
    }
    /* Numbers and names differ by one in a file that counts from 0. */
    return name == NULL || kb_problem_of_name(name) == 0 ||
           merge(&id->problem, kb_problem_of_name(name), "problem", a, why);
}

static bool merge_record(struct kb_id *id, const struct json *record, struct arena *a,
                         const char **why)
{
    const struct json *task = json_get(record, "task_id");
    const char *s;
    int number;
    bool numeric_task = task != NULL && (!json_string(task, &s) || kb_number(s, &number));
    return merge_member(&id->level, record, "level", a, why) &&
           merge_member(&id->problem, record, "problem_id", a, why) &&
           (!numeric_task || merge_member(&id->problem, record, "task_id", a, why)) &&
           merge_member(&id->sample, record, "sample_id", a, why) &&
           merge_names(id, record, a, why);
}

bool kb_place_read_id(const struct kb_place *p, const struct json *record, struct arena *a,
                      struct kb_id *out, const char **why)
{
    *out = KB_ID_NONE;
    return merge_keys(out, p, a, why) && merge_record(out, record, a, why);
}

const char *kb_place_of_record(struct arena *a, const struct kb_place *p, const struct kb_id *id)
{
    const char *text =
        arena_printf(a, "level %d, problem %d, sample %d", id->level, id->problem, id->sample);
    if (id->step > 0)
        text = arena_printf(a, "%s, epoch %d", text, id->step);
    return p->self_naming ? arena_printf(a, "record %lld (%s)", (long long)p->index, text) : text;
}

bool kb_names_place(const char *key)
{
    struct kb_id id = KB_ID_NONE;
    int number = 0;
    return kb_number(key, &number) || kb_level_of_key(key, &number) || kb_id_from_text(key, &id) ||
           kb_problem_of_name(key) > 0;
}
