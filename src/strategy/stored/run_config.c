#include "src/strategy/stored/run_config.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/member_json.h"

/* Members that are not needed are newer than some runs and mean 0 or NULL there. */
#define MEMBER(field, kind)                                                                        \
    {                                                                                              \
        MEMBER_AT(struct run_config, field, kind), .needed = true                                  \
    }
#define NEWER_MEMBER(field, kind)                                                                  \
    {                                                                                              \
        MEMBER_AT(struct run_config, field, kind)                                                  \
    }

static const struct member members[] = {
    MEMBER(name, TEXT),
    MEMBER(strategy, TEXT),
    MEMBER(policy, TEXT),
    MEMBER(policy_config, TEXT),
    MEMBER(replay_of, TEXT),
    NEWER_MEMBER(replay_suite, TEXT),
    MEMBER(backend, TEXT),
    MEMBER(reward, TEXT),
    MEMBER(split_json, TEXT),
    NEWER_MEMBER(judge_config, TEXT),
    NEWER_MEMBER(turns, INT),
    NEWER_MEMBER(history, TEXT),
    NEWER_MEMBER(feedback_template, TEXT),
    NEWER_MEMBER(feedback_lines, INT),
    NEWER_MEMBER(feedback_bytes, INT),
    NEWER_MEMBER(token_budget, INT),
    NEWER_MEMBER(bodies, BOOL),
    NEWER_MEMBER(inputs, TEXT),
    NEWER_MEMBER(rule, TEXT),
    NEWER_MEMBER(baseline, TEXT),
    NEWER_MEMBER(python, TEXT),
    MEMBER(seed, U64),
    NEWER_MEMBER(input_secret, U64),
    MEMBER(k, INT),
    MEMBER(n_steps, INT),
    MEMBER(patience, INT),
    MEMBER(temperature, REAL),
    MEMBER(learning_rate, REAL),
    MEMBER(shuffle_rewards, BOOL),
    NEWER_MEMBER(filters, TEXT),
    NEWER_MEMBER(guards, TEXT),
    NEWER_MEMBER(from, TEXT),
    NEWER_MEMBER(estimator, TEXT),
    NEWER_MEMBER(loss, TEXT),
    NEWER_MEMBER(aggregation, TEXT),
    NEWER_MEMBER(schedule, TEXT),
    NEWER_MEMBER(warmup, INT),
    NEWER_MEMBER(substeps, INT),
    NEWER_MEMBER(batch, INT),
    NEWER_MEMBER(epochs, INT),
    NEWER_MEMBER(eval_every, INT),
    NEWER_MEMBER(eval_k, INT),
    NEWER_MEMBER(n_held, INT),
    NEWER_MEMBER(weight_decay, REAL),
    NEWER_MEMBER(teacher, TEXT),
    NEWER_MEMBER(distill, TEXT),
    NEWER_MEMBER(distill_show, TEXT),
    NEWER_MEMBER(held_out, REAL),
    NEWER_MEMBER(min_speedup, REAL),
    NEWER_MEMBER(correct_trials, INT),
    NEWER_MEMBER(timed_runs, INT),
    MEMBER(workers, UNSIGNED),
    MEMBER(threads, UNSIGNED),
    NEWER_MEMBER(counters, BOOL),
    NEWER_MEMBER(adaptive, BOOL),
};

enum answer_form run_config_form(const struct run_config *c)
{
    return c->replay_suite != NULL ? ANSWER_CODE : c->bodies ? ANSWER_BODY : ANSWER_FILE;
}

int run_config_width(const struct run_config *c)
{
    return c->eval_k > c->k ? c->eval_k : c->k;
}

bool run_config_is_held(const struct run_config *c, size_t task)
{
    return task + (size_t)c->n_held >= c->n_tasks;
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
        member_put(add_member(root, origins, members[i].name), "value", &members[i], c, 0);
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
        if (v == NULL ? members[i].needed : !member_take(v, &members[i], a, &c))
            return err_set(err, ERR_INTEGRITY, "run configuration: '%s' is missing or malformed",
                           members[i].name);
    }
    if (!read_tasks(root, a, &c) || !read_names(root, &c))
        return err_set(err, ERR_INTEGRITY,
                       "run configuration: tasks, task_case or eval_mode are malformed");
    if (c.n_held < 0 || (size_t)c.n_held > c.n_tasks || c.eval_k < 0)
        return err_set(err, ERR_INTEGRITY, "run configuration: 'n_held' or 'eval_k' is malformed");
    *out = c;
    return 0;
}
