/*
 * run_config.c - one table of members serves encoding and decoding.
 */
#include "src/strategy/stored/run_config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

enum member_kind { MEMBER_TEXT, MEMBER_U64, MEMBER_INT, MEMBER_UNSIGNED, MEMBER_REAL, MEMBER_BOOL };

struct member {
    const char *name;
    enum member_kind kind;
    size_t offset;
    bool is_newer; /* runs from before it was there mean 0 or NULL */
};

#define MEMBER(field, kind)                                                                        \
    {                                                                                              \
#field, kind, offsetof(struct run_config, field), false                                    \
    }
#define NEWER_MEMBER(field, kind)                                                                  \
    {                                                                                              \
#field, kind, offsetof(struct run_config, field), true                                     \
    }

static const struct member members[] = {
    MEMBER(name, MEMBER_TEXT),
    MEMBER(strategy, MEMBER_TEXT),
    MEMBER(policy, MEMBER_TEXT),
    MEMBER(policy_config, MEMBER_TEXT),
    MEMBER(replay_of, MEMBER_TEXT),
    MEMBER(backend, MEMBER_TEXT),
    MEMBER(reward, MEMBER_TEXT),
    MEMBER(split_json, MEMBER_TEXT),
    NEWER_MEMBER(judge_config, MEMBER_TEXT),
    NEWER_MEMBER(turns, MEMBER_INT),
    NEWER_MEMBER(history, MEMBER_TEXT),
    NEWER_MEMBER(feedback_template, MEMBER_TEXT),
    NEWER_MEMBER(feedback_lines, MEMBER_INT),
    NEWER_MEMBER(feedback_bytes, MEMBER_INT),
    NEWER_MEMBER(token_budget, MEMBER_INT),
    NEWER_MEMBER(bodies, MEMBER_BOOL),
    MEMBER(seed, MEMBER_U64),
    MEMBER(k, MEMBER_INT),
    MEMBER(n_steps, MEMBER_INT),
    MEMBER(patience, MEMBER_INT),
    MEMBER(temperature, MEMBER_REAL),
    MEMBER(learning_rate, MEMBER_REAL),
    MEMBER(shuffle_rewards, MEMBER_BOOL),
    MEMBER(workers, MEMBER_UNSIGNED),
    MEMBER(threads, MEMBER_UNSIGNED),
    NEWER_MEMBER(counters, MEMBER_BOOL),
    NEWER_MEMBER(adaptive, MEMBER_BOOL),
};

/* 64-bit seeds are decimal strings: a JSON number holds 53 bits. */
static void add_value(struct json *o, const struct member *m, const void *field)
{
    char text[24];
    switch (m->kind) {
    case MEMBER_TEXT:
        json_add_string(o, "value", *(const char *const *)field);
        break;
    case MEMBER_U64:
        snprintf(text, sizeof(text), "%llu", (unsigned long long)*(const uint64_t *)field);
        json_add_string(o, "value", text);
        break;
    case MEMBER_INT:
        json_add_int(o, "value", *(const int *)field);
        break;
    case MEMBER_UNSIGNED:
        json_add_int(o, "value", *(const unsigned *)field);
        break;
    case MEMBER_REAL:
        json_add_number(o, "value", *(const double *)field);
        break;
    case MEMBER_BOOL:
        json_add_bool(o, "value", *(const bool *)field);
        break;
    }
}

static const char *origin_of(const struct json *origins, const char *name)
{
    const char *origin = "default";
    json_string(json_get(origins, name), &origin);
    return origin;
}

static struct json *add_member(struct json *root, const struct json *origins, const char *name)
{
    struct json *o = json_add_object(root, name);
    json_add_string(o, "origin", origin_of(origins, name));
    return o;
}

void run_config_encode(const struct run_config *c, struct buf *out)
{
    struct err ignored;
    const char *text = c->origins == NULL ? "{}" : c->origins;
    struct json *origins CLEANUP(json_free_ptr) =
        json_parse("origins", text, strlen(text), &ignored);
    struct json *root CLEANUP(json_free_ptr) = json_new_object();
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        add_value(add_member(root, origins, members[i].name), &members[i],
                  (const char *)c + members[i].offset);
    json_add_string(add_member(root, origins, "task_case"), "value", task_case_name(c->task_case));
    json_add_string(add_member(root, origins, "eval_mode"), "value", eval_mode_name(c->eval_mode));
    struct json *tasks = json_add_array(add_member(root, origins, "tasks"), "value");
    for (size_t i = 0; i < c->n_tasks; i++)
        json_add_string(tasks, NULL, c->tasks[i]);
    json_print(root, true, out);
}

static const struct json *value_of(const struct json *root, const char *name)
{
    const struct json *o = json_get(root, name);
    return o == NULL ? NULL : json_get(o, "value");
}

static bool read_value(const struct json *v, const struct member *m, struct arena *a, void *field)
{
    const char *s;
    int64_t i;
    switch (m->kind) {
    case MEMBER_TEXT:
        if (json_type(v) == JSON_NULL)
            return true;
        if (!json_string(v, &s))
            return false;
        *(const char **)field = arena_strdup(a, s);
        return true;
    case MEMBER_U64:
        return json_string(v, &s) && str_to_u64(s, field);
    case MEMBER_INT:
        if (!json_int(v, &i) || i < -0x7fffffff || i > 0x7fffffff)
            return false;
        *(int *)field = (int)i;
        return true;
    case MEMBER_UNSIGNED:
        if (!json_int(v, &i) || i < 0 || i > 0x7fffffff)
            return false;
        *(unsigned *)field = (unsigned)i;
        return true;
    case MEMBER_REAL:
        return json_number(v, field);
    case MEMBER_BOOL:
        return json_bool(v, field);
    }
    return false;
}

static bool read_tasks(const struct json *root, struct arena *a, struct run_config *c)
{
    const struct json *list = value_of(root, "tasks");
    if (list == NULL || json_type(list) != JSON_ARRAY || json_count(list) > RUN_MAX_TASKS)
        return false;
    for (const struct json *x = json_first(list); x != NULL; x = json_next(x)) {
        const char *id;
        if (!json_string(x, &id))
            return false;
        c->tasks[c->n_tasks++] = arena_strdup(a, id);
    }
    return c->n_tasks > 0;
}

static bool read_names(const struct json *root, struct run_config *c)
{
    const char *task_case;
    const char *mode;
    return json_string(value_of(root, "task_case"), &task_case) &&
           task_case_parse(task_case, &c->task_case) &&
           json_string(value_of(root, "eval_mode"), &mode) && eval_mode_parse(mode, &c->eval_mode);
}

int run_config_decode(const char *json, struct arena *a, struct run_config *out, struct err *err)
{
    struct run_config c = { 0 };
    struct json *root CLEANUP(json_free_ptr) =
        json_parse("run configuration", json, strlen(json), err);
    if (root == NULL)
        return err->code;
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        const struct json *v = value_of(root, members[i].name);
        if (v == NULL && members[i].is_newer)
            continue;
        if (v == NULL || !read_value(v, &members[i], a, (char *)&c + members[i].offset))
            return err_set(err, ERR_INTEGRITY, "run configuration: '%s' is missing or malformed",
                           members[i].name);
    }
    if (!read_tasks(root, a, &c) || !read_names(root, &c))
        return err_set(err, ERR_INTEGRITY,
                       "run configuration: tasks, task_case or eval_mode are malformed");
    *out = c;
    return 0;
}
