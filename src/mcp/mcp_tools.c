/*
 * mcp_tools.c - the table of tools, and what follows from it: schemas and checks of arguments.
 */
#include <string.h>

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/mcp/mcp_internal.h"
#include "src/sample/feedback.h"
#include "src/store/db.h"

static const char *const modes[] = { "fast", "full", NULL };
static const char *const cases[] = { "tiny", "cpu", "full", NULL };
const char *const mcp_backends[] = { "cpu", "cuda", NULL };

#define KERNEL_BYTES ((int64_t)1 << 20)
#define TASK                                                                                       \
    {                                                                                              \
        "task", MCP_TEXT, true, "what the kernel computes, such as l1/28", 0, 200                  \
    }
#define KERNEL                                                                                     \
    { "kernel", MCP_TEXT, false, "text of the kernel file (or give path)", 0, KERNEL_BYTES },      \
    {                                                                                              \
        "path", MCP_TEXT, false, "a kernel file below the server's folder (or give kernel)", 0,    \
            4096                                                                                   \
    }
#define BACKEND                                                                                    \
    {                                                                                              \
        "backend", MCP_TEXT, false, "where it runs; the server's choice when absent", 0, 8,        \
            mcp_backends                                                                           \
    }
#define CASE                                                                                       \
    {                                                                                              \
        "case", MCP_TEXT, false,                                                                   \
            "which sizes: tiny for a first try; cpu, or full on a GPU, when absent", 0, 8, cases   \
    }
#define EVALUATION(name, needed, help)                                                             \
    {                                                                                              \
        name, MCP_INT, needed, help, 1, INT64_MAX                                                  \
    }

static const struct mcp_param task_params[] = { TASK };
static const struct mcp_param evaluate_params[] = {
    TASK,
    KERNEL,
    { "mode", MCP_TEXT, false, "full takes ten times as many timed runs as fast", 0, 8, modes },
    CASE,
    BACKEND
};
static const struct mcp_param profile_params[] = {
    EVALUATION("evaluation", false, "an evaluation of this session (or give task and kernel)"),
    { "task", MCP_TEXT, false, "what the kernel computes, such as l1/28", 0, 200 },
    KERNEL,
    CASE,
    BACKEND
};
static const struct mcp_param history_params[] = {
    { "task", MCP_TEXT, false, "only attempts at this task", 0, 200 },
    { "n", MCP_INT, false, "how many, the last ones (10)", 1, 50 },
};
static const struct mcp_param best_params[] = {
    TASK, { "n", MCP_INT, false, "how many kernels (3)", 1, 10 }, BACKEND
};
static const struct mcp_param diff_params[] = {
    EVALUATION("a", true, "the older evaluation"),
    EVALUATION("b", false, "the newer one; when absent, the task's baseline kernel is compared"),
};
static const struct mcp_param noise_params[] = {
    EVALUATION("evaluation", true, "the evaluation whose speedup is doubted"),
    { "again", MCP_INT, false, "how many times to measure again, in new processes (1)", 0, 5 },
};
static const struct mcp_param submit_params[] = { TASK, KERNEL, BACKEND };

#define PARAMS(list) (list), ARRAY_LEN(list)

static const struct mcp_tool tools[] = {
    { "task", "Read a task",
      "What a task asks: formula, inputs, sizes, tolerance, what is hidden, and how a kernel file "
      "is "
      "written. Call it first.",
      PARAMS(task_params), false, tool_task },
    { "evaluate", "Evaluate a kernel",
      "Compiles, checks and times a kernel on secret inputs in a sandbox. Answers with the "
      "verdict, "
      "the speedup with its 95 % interval, the evidence in words, and what changed against your "
      "last "
      "attempt.",
      PARAMS(evaluate_params), true, tool_evaluate },
    { "profile", "Profile a kernel",
      "Where the time goes: time by launch, counters and roofline on a GPU; rates and least times "
      "on "
      "a CPU. Says what bounds the kernel.",
      PARAMS(profile_params), true, tool_profile },
    { "history", "Your attempts",
      "Attempts of this session, and what each change brought, with intervals.",
      PARAMS(history_params), false, tool_history },
    { "best", "Best earlier kernels",
      "The fastest right kernels of earlier runs for a task. Kernels of held-out tasks are never "
      "shown.",
      PARAMS(best_params), false, tool_best },
    { "diff", "Compare two kernels",
      "What changed between the kernels of two evaluations, and whether the speedup changed beyond "
      "noise.",
      PARAMS(diff_params), false, tool_diff },
    { "noise", "Is a speedup real?",
      "Measures a kernel again in new processes and compares all its measurements.",
      PARAMS(noise_params), true, tool_noise },
    { "submit", "Submit the final kernel",
      "Your final answer for a task, once: mode full, hidden sizes, confirmed in new processes.",
      PARAMS(submit_params), true, tool_submit },
};

const struct mcp_tool *mcp_tool_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(tools); i++)
        if (strcmp(tools[i].name, name) == 0)
            return &tools[i];
    return NULL;
}

void mcp_tools_list(struct buf *out)
{
    for (size_t i = 0; i < ARRAY_LEN(tools); i++)
        buf_printf(out, "  %-10s %s\n", tools[i].name, tools[i].title);
}

static void put_schema(struct json *tool, const struct mcp_tool *t)
{
    struct json *schema = json_add_object(tool, "inputSchema");
    json_add_string(schema, "type", "object");
    struct json *properties = json_add_object(schema, "properties");
    struct json *needed = NULL;
    for (size_t i = 0; i < t->n_params; i++) {
        const struct mcp_param *p = &t->params[i];
        struct json *property = json_add_object(properties, p->name);
        json_add_string(property, "type", p->type == MCP_INT ? "integer" : "string");
        json_add_string(property, "description", p->help);
        if (p->type == MCP_INT)
            json_add_int(property, "minimum", p->least);
        if (p->type == MCP_INT && p->most < INT64_MAX)
            json_add_int(property, "maximum", p->most);
        struct json *words = p->words == NULL ? NULL : json_add_array(property, "enum");
        for (size_t w = 0; p->words != NULL && p->words[w] != NULL; w++)
            json_add_string(words, NULL, p->words[w]);
    }
    for (size_t i = 0; i < t->n_params; i++) {
        if (t->params[i].needed && needed == NULL)
            needed = json_add_array(schema, "required");
        if (t->params[i].needed)
            json_add_string(needed, NULL, t->params[i].name);
    }
    json_add_bool(schema, "additionalProperties", false);
}

void mcp_tools_put(struct json *list)
{
    for (size_t i = 0; i < ARRAY_LEN(tools); i++) {
        const struct mcp_tool *t = &tools[i];
        struct json *tool = json_add_object(list, NULL);
        json_add_string(tool, "name", t->name);
        json_add_string(tool, "title", t->title);
        json_add_string(tool, "description", t->help);
        put_schema(tool, t);
        struct json *hints = json_add_object(tool, "annotations");
        json_add_bool(hints, "readOnlyHint", !t->evaluates);
        json_add_bool(hints, "destructiveHint", false);
        json_add_bool(hints, "openWorldHint", false);
    }
}

static const struct mcp_param *find_param(const struct mcp_tool *t, const char *name)
{
    for (size_t i = 0; i < t->n_params; i++)
        if (strcmp(t->params[i].name, name) == 0)
            return &t->params[i];
    return NULL;
}

static int refuse_name(const struct mcp_tool *t, const char *name, struct err *err)
{
    struct nearest near;
    struct buf CLEANUP(buf_release) names = { 0 };
    nearest_init(&near, name);
    for (size_t i = 0; i < t->n_params; i++) {
        nearest_offer(&near, t->params[i].name);
        buf_printf(&names, "%s%s", i > 0 ? ", " : "", t->params[i].name);
    }
    (void)err_set(err, ERR_USAGE, "%s takes %s, and not '%.60s'", t->name, buf_text(&names), name);
    return err_suggest(err, &near);
}

static int check_words(const struct mcp_param *p, const char *value, struct err *err)
{
    struct buf CLEANUP(buf_release) words = { 0 };
    for (size_t i = 0; p->words[i] != NULL; i++) {
        if (strcmp(p->words[i], value) == 0)
            return 0;
        buf_printf(&words, "%s%s", i > 0 ? ", " : "", p->words[i]);
    }
    return err_set(err, ERR_USAGE, "%s is one of %s, and not '%.40s'", p->name, buf_text(&words),
                   value);
}

static int check_argument(const struct mcp_param *p, const struct json *value, struct err *err)
{
    const char *text = NULL;
    int64_t n = 0;
    if (p->type == MCP_INT)
        return !json_int(value, &n) ? err_set(err, ERR_USAGE, "%s is a whole number", p->name)
               : n >= p->least && n <= p->most
                   ? 0
                   : err_set(err, ERR_USAGE, "%s is from %lld to %lld", p->name,
                             (long long)p->least, (long long)p->most);
    if (!json_string(value, &text))
        return err_set(err, ERR_USAGE, "%s is a text", p->name);
    if ((int64_t)strlen(text) > p->most)
        return err_set(err, ERR_USAGE, "%s has at most %lld bytes, and not %zu", p->name,
                       (long long)p->most, strlen(text));
    return p->words == NULL ? 0 : check_words(p, text, err);
}

int mcp_arguments_check(const struct mcp_tool *t, const struct json *arguments, struct err *err)
{
    int rc = 0;
    for (const struct json *m = json_first(arguments); m != NULL && rc == 0; m = json_next(m)) {
        const struct mcp_param *p = find_param(t, json_key(m));
        if (p == NULL)
            return refuse_name(t, json_key(m), err);
        if (json_get(arguments, json_key(m)) != m)
            return err_set(err, ERR_USAGE, "%s is given twice", p->name);
        rc = json_type(m) == JSON_NULL && !p->needed ? 0 : check_argument(p, m, err);
    }
    for (size_t i = 0; i < t->n_params && rc == 0; i++)
        if (t->params[i].needed && json_get(arguments, t->params[i].name) == NULL)
            rc = err_set(err, ERR_USAGE, "%s is missing: %s", t->params[i].name, t->params[i].help);
    return rc;
}

const char *mcp_text(const struct mcp_call *c, const char *name)
{
    const char *text = NULL;
    json_string(json_get(c->arguments, name), &text);
    return text;
}

int64_t mcp_number(const struct mcp_call *c, const char *name, int64_t otherwise)
{
    int64_t n = otherwise;
    json_int(json_get(c->arguments, name), &n);
    return n;
}

int mcp_database(struct mcp_call *c, struct err *err)
{
    if (c->db != NULL)
        return 0;
    return db_open(c->mcp->options.db_path, DB_READ, &c->db, err);
}

void mcp_link(struct mcp_call *c, const char *uri, const char *name, const char *help)
{
    if (c->n_links < MCP_LINKS)
        c->links[c->n_links++] = (struct mcp_link){ uri, name, help };
}

void mcp_put_clean(struct mcp_call *c, const char *text, size_t max)
{
    struct buf CLEANUP(buf_release) clean = { 0 };
    feedback_put_clean(&clean, text, strlen(text), max);
    str_put_terminal_safe(&c->text, buf_text(&clean), clean.len); /* agents print it on terminals */
}
