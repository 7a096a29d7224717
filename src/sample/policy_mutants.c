/*
 * policy_mutants.c - right kernels with planted bugs, to measure what a checker lets through.
 *
 * Samples 0 and 1 of a task are its right kernels as they are, the controls; every other sample is
 * a mutant of one of them (tasks/mutants/mutants.h).  The answer's first line says which:
 *
 *   control: baseline
 *   mutant: bounds of baseline, line 7, comparison with or without equality: "<" becomes "<="
 *
 * Config, optional: {"kernels": [{"task": "l1/4", "name": "mine", "text": "..."}, ...]} are right
 * kernels that take the place of the program's own for their task.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "tasks/mutants/mutants.h"
#include "tasks/task.h"

#define CONTROLS     2
#define MOST_MUTANTS 512 /* of a parent */

struct parent {
    const char *task, *name, *text; /* task NULL: of any */
    size_t n;
    struct mutant *mutants;
};

struct mutants_policy {
    struct policy policy; /* first: a policy begins with its table */
    struct arena arena;
    size_t n_given;
    struct parent *given;
    char hash[65];
    /* Of the task that was asked for last: */
    struct arena drawn;
    const struct task *task;
    uint64_t seed;
    size_t n_parents;
    struct parent parents[CONTROLS];
};

extern const struct policy_vtable policy_mutants;

static void mutants_close(struct policy *p)
{
    struct mutants_policy *m = (struct mutants_policy *)p;
    if (m == NULL)
        return;
    arena_release(&m->arena);
    arena_release(&m->drawn);
    free(m);
}

static int read_kernels(struct mutants_policy *m, const struct json *root, struct err *err)
{
    const struct json *list = json_get(root, "kernels");
    if (list == NULL)
        return 0;
    int rc = json_need_array(root, "config of the mutants policy", "kernels", &list, err);
    if (rc < 0)
        return rc;
    m->given = arena_array(&m->arena, json_count(list), sizeof *m->given);
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        const char *where = arena_printf(&m->arena, "kernels[%zu]", m->n_given);
        struct parent *k = &m->given[m->n_given++];
        k->name = "given";
        if ((rc = json_need_string(j, where, "task", &k->task, err)) < 0 ||
            (rc = json_need_string(j, where, "text", &k->text, err)) < 0)
            return rc;
        (void)json_string(json_get(j, "name"), &k->name);
        k->task = arena_strdup(&m->arena, k->task);
        k->text = arena_strdup(&m->arena, k->text);
        k->name = arena_strdup(&m->arena, k->name);
    }
    return 0;
}

static int mutants_open(const char *config, struct policy **out, struct err *err)
{
    struct json *CLEANUP(json_free_ptr) root = NULL;
    struct mutants_policy *m = mem_alloc(sizeof *m);
    m->policy.vtable = &policy_mutants;
    int rc = 0;
    if (config != NULL) {
        root = json_parse("config of the mutants policy", config, strlen(config), err);
        rc = root == NULL ? ERR_INTEGRITY : read_kernels(m, root, err);
    }
    if (rc < 0) {
        mutants_close(&m->policy);
        return rc;
    }
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_printf(&text, "mutants/1\n%s", config == NULL ? "" : config);
    sha256_hex(text.data, text.len, m->hash);
    *out = &m->policy;
    return 0;
}

static int mutants_prompt(struct policy *p, const struct task *task, struct buf *out,
                          struct err *err)
{
    (void)p;
    if (task->module != NULL)
        return err_set(err, ERR_USAGE,
                       "%s is a PyTorch problem: there is no kernel to plant bugs in", task->id);
    prompt_render(task, out);
    return 0;
}

static int find_parents(struct mutants_policy *m, const struct task *task, struct err *err)
{
    const char *tuned = NULL;
    m->n_parents = 0;
    for (size_t i = 0; i < m->n_given && m->n_parents < CONTROLS; i++)
        if (strcmp(m->given[i].task, task->id) == 0)
            m->parents[m->n_parents++] = m->given[i];
    if (m->n_parents > 0)
        return 0;
    m->parents[m->n_parents++] = (struct parent){ .name = "baseline", .text = task->baseline };
    int rc = task_kernel(task, "tuned", &m->drawn, &tuned, err);
    if (rc == 0 && tuned != NULL)
        m->parents[m->n_parents++] = (struct parent){ .name = "tuned", .text = tuned };
    return rc;
}

static int draw_task(struct mutants_policy *m, const struct sample_request *q, struct err *err)
{
    if (m->task == q->task && m->seed == q->run_seed)
        return 0;
    arena_rewind(&m->drawn);
    m->task = NULL;
    int rc = find_parents(m, q->task, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < m->n_parents; i++) {
        struct rng r;
        struct parent *k = &m->parents[i];
        rng_init(&r, q->run_seed, RNG_MUTANT,
                 (uint64_t)q->task->level << 32 | (uint64_t)q->task->problem_id, i, 1);
        k->n = mutants_draw(k->text, rng_u64(&r), MOST_MUTANTS, &m->drawn, &k->mutants);
    }
    m->task = q->task;
    m->seed = q->run_seed;
    return 0;
}

/* Parents take turns; where one has no more mutants the others go on. */
static const struct mutant *pick(const struct mutants_policy *m, size_t at,
                                 const struct parent **out)
{
    for (size_t round = 0; round < MOST_MUTANTS; round++)
        for (size_t i = 0; i < m->n_parents; i++)
            if (round < m->parents[i].n && at-- == 0) {
                *out = &m->parents[i];
                return &m->parents[i].mutants[round];
            }
    return NULL;
}

static void put_quoted(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < 60 && text[i] != '\0'; i++)
        buf_putc(out, text[i] == '\n' ? ' ' : text[i]);
    buf_puts(out, strlen(text) > 60 ? "...\"" : "\"");
}

static void write_answer(const struct mutants_policy *m, size_t sample, struct buf *out)
{
    const struct parent *of;
    const struct mutant *x = NULL;
    const char *text;
    if (sample < m->n_parents) {
        buf_printf(out, "control: %s", m->parents[sample].name);
        text = m->parents[sample].text;
    } else if ((x = pick(m, sample - m->n_parents, &of)) != NULL) {
        buf_printf(out, "mutant: %s of %s, line %zu, %s: ", bug_class_names[x->bug], of->name,
                   x->line, x->rule);
        put_quoted(out, x->before);
        buf_puts(out, " becomes ");
        put_quoted(out, x->after);
        text = x->text;
    } else {
        buf_puts(out, "none: the kernels have no more mutants\n");
        return;
    }
    size_t len = strlen(text);
    buf_printf(out, "\n\n```cuda\n%s%s```\n", text, len > 0 && text[len - 1] == '\n' ? "" : "\n");
}

static int mutants_sample(struct policy *p, const struct sample_request *requests, size_t n,
                          struct arena *a, struct completion *out, struct err *err)
{
    struct mutants_policy *m = (struct mutants_policy *)p;
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        int rc = draw_task(m, &requests[i], err);
        if (rc < 0)
            return rc;
        write_answer(m, (size_t)requests[i].sample, &text);
        out[i] = (struct completion){ .text = arena_strdup(a, buf_text(&text)),
                                      .text_len = text.len,
                                      .finish_reason = "stop",
                                      .logprob_temperature = 1 };
    }
    return 0;
}

static int mutants_model_hash(struct policy *p, char out[65], struct err *err)
{
    (void)err;
    memcpy(out, ((struct mutants_policy *)p)->hash, 65);
    return 0;
}

const struct policy_vtable policy_mutants = {
    .name = "mutants",
    .summary = "right kernels with one planted bug each, to test the checker",
    .caps = POLICY_SAMPLE,
    .open = mutants_open,
    .close = mutants_close,
    .prompt = mutants_prompt,
    .sample = mutants_sample,
    .model_hash = mutants_model_hash,
};
