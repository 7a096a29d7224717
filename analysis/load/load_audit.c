#include "analysis/load/load_audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_scan.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#define MAX_NAMES 32

struct audit_loading {
    struct db *db;
    struct arena *arena;
    struct audit_run *run;
    int64_t run_id;
    struct audit_rollout *rollouts; /* grows; moved into the arena at the end */
    size_t capacity;
    const char *names[MAX_NAMES]; /* texts that rows share */
    size_t n_names;
};

/* Devices and precisions repeat in every row: few distinct ones are kept once. */
static const char *shared_text(struct audit_loading *l, struct stmt *st, int column)
{
    const char *text = stmt_text(st, column);
    if (text == NULL || *text == '\0')
        return "";
    for (size_t i = 0; i < l->n_names; i++) {
        if (strcmp(l->names[i], text) == 0)
            return l->names[i];
    }
    const char *copy = arena_strdup(l->arena, text);
    if (l->n_names < MAX_NAMES)
        l->names[l->n_names++] = copy;
    return copy;
}

static struct stmt *query(const struct audit_loading *l, const char *name)
{
    struct stmt *st = db_query(l->db, name);
    stmt_bind_int(st, ":run_id", l->run_id);
    return st;
}

/* Room for one more in a list that lives outside the arena until it is complete. */
static void *grow(void *items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return items;
    *capacity = *capacity == 0 ? 64 : 2 * *capacity;
    return mem_grow(items, *capacity, size);
}

static void *into_arena(struct arena *a, void *items, size_t n, size_t size)
{
    void *copy = arena_array(a, n, size);
    if (n > 0)
        memcpy(copy, items, n * size);
    free(items);
    return copy;
}

static int load_run(struct audit_loading *l, const char *name, struct err *err)
{
    struct stmt *st = db_query(l->db, "audit_run");
    stmt_bind_text(st, ":run", name);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "there is no run %s", name);
    l->run_id = stmt_int(st, 0);
    l->run->name = arena_strdup(l->arena, name);
    l->run->strategy = stmt_text_dup(st, 1, l->arena);
    l->run->status = stmt_text_dup(st, 2, l->arena);
    l->run->k = stmt_is_null(st, 3) ? -1 : (int)stmt_int(st, 3);
    l->run->n_refused = stmt_is_null(st, 4) ? 0 : stmt_int(st, 4);
    stmt_reset(st);
    return 0;
}

static int load_tasks(struct audit_loading *l, struct err *err)
{
    const struct audit_work unknown = { (double)NAN, (double)NAN };
    struct audit_task *tasks = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_tasks");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        tasks = grow(tasks, n, &capacity, sizeof(*tasks));
        tasks[n++] = (struct audit_task){
            .id = stmt_int(st, 0),
            .task = stmt_text_dup(st, 1, l->arena),
            .suite = stmt_text_dup(st, 2, l->arena),
            .level = (int)stmt_int(st, 3),
            .problem_id = (int)stmt_int(st, 4),
            .in_train = stmt_int(st, 5) != 0,
            .listed = stmt_int(st, 6) != 0,
            .work = { unknown, unknown, unknown },
        };
    }
    l->run->tasks = into_arena(l->arena, tasks, n, sizeof(*tasks));
    l->run->n_tasks = n;
    return rc;
}

static int by_task_id(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = ((const struct audit_task *)pb)->id;
    return (a > b) - (a < b);
}

static enum audit_case case_of(const char *text)
{
    static const char *const names[AUDIT_CASES] = { "tiny", "cpu", "full" };
    for (size_t i = 0; text != NULL && i < AUDIT_CASES; i++) {
        if (strcmp(text, names[i]) == 0)
            return (enum audit_case)i;
    }
    return AUDIT_CASE_UNKNOWN;
}

static void read_rollout(struct audit_loading *l, struct stmt *st, size_t task,
                         struct audit_rollout *out)
{
    *out = (struct audit_rollout){
        .id = stmt_int(st, 0),
        .task = task,
        .step = (int)stmt_int(st, 2),
        .turn = (int)stmt_int(st, 3),
        .sample = (int)stmt_int(st, 4),
        .prompt_id = stmt_int(st, 5),
        .run_prompt_id = stmt_int(st, 6),
        .code_id = stmt_int(st, 7),
        .mean_logprob = stmt_real(st, 8),
        .outcome = stmt_is_null(st, 9) ? NULL : shared_text(l, st, 9),
        .compiled = stmt_int(st, 10) != 0,
        .correct = stmt_int(st, 11) != 0,
        .task_case = case_of(stmt_text(st, 12)),
        .device = shared_text(l, st, 13),
        .precision = shared_text(l, st, 14),
        .baseline_device = shared_text(l, st, 15),
        .baseline_precision = shared_text(l, st, 16),
        .failed_evidence = stmt_is_null(st, 17) ? NULL : shared_text(l, st, 17),
        .runtime_us = stmt_real(st, 18),
        .min_us = stmt_real(st, 19),
        .max_us = stmt_real(st, 20),
        .std_us = stmt_real(st, 21),
        .baseline_us = stmt_real(st, 22),
        .stated_speedup = stmt_real(st, 23),
        .measured_day = stmt_real(st, 24),
        .baseline_day = stmt_real(st, 25),
    };
}

static int load_rollouts(struct audit_loading *l, struct err *err)
{
    struct audit_run *run = l->run;
    size_t n = 0;
    struct stmt *st = query(l, "audit_rollouts");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t task_id = stmt_int(st, 1);
        const struct audit_task *task =
            bsearch(&task_id, run->tasks, run->n_tasks, sizeof(*run->tasks), by_task_id);
        if (task == NULL)
            continue; /* a writer was faster between two statements */
        l->rollouts = grow(l->rollouts, n, &l->capacity, sizeof(*l->rollouts));
        read_rollout(l, st, (size_t)(task - run->tasks), &l->rollouts[n++]);
    }
    run->n_rollouts = n;
    return rc;
}

/* Rollout keys with their index, sorted by key. */
struct audit_key {
    int64_t id;
    size_t index;
};

static int by_key(const void *pa, const void *pb)
{
    const struct audit_key *a = pa;
    const struct audit_key *b = pb;
    return (a->id > b->id) - (a->id < b->id);
}

static struct audit_key *sorted_keys(const struct audit_loading *l)
{
    struct audit_key *keys = mem_array(l->run->n_rollouts + 1, sizeof(*keys));
    for (size_t i = 0; i < l->run->n_rollouts; i++)
        keys[i] = (struct audit_key){ l->rollouts[i].id, i };
    qsort(keys, l->run->n_rollouts, sizeof(*keys), by_key);
    return keys;
}

static const struct audit_key *find_key(const struct audit_loading *l, const struct audit_key *keys,
                                        int64_t id)
{
    const struct audit_key wanted = { id, 0 };
    return bsearch(&wanted, keys, l->run->n_rollouts, sizeof(*keys), by_key);
}

/* Not a log-prob but a mark: too improbable, or one that trainers pad with. */
static bool is_sentinel(float v)
{
    return !isfinite(v) || v <= -999.0F || (v <= -100.0F && v >= -100.0F);
}

static struct audit_tokens summarize(const void *data, size_t len)
{
    const char *bytes = data;
    struct audit_tokens t = { .n = len / sizeof(float), .constant = true };
    float first = 0.0F;
    for (size_t i = 0; i < t.n; i++) {
        float v;
        memcpy(&v, bytes + i * sizeof(v), sizeof(v));
        if (i == 0)
            t.worst = first = v;
        bool positive = v > 1e-6F && isfinite(v);
        bool sentinel = is_sentinel(v);
        if ((positive || sentinel) && t.n_positive + t.n_sentinel == 0)
            t.worst = v;
        t.n_positive += positive;
        t.n_sentinel += sentinel;
        t.constant = t.constant && v >= first && v <= first;
    }
    return t;
}

static int load_tokens(struct audit_loading *l, const struct audit_key *keys, struct err *err)
{
    struct stmt *st = query(l, "audit_tokens");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct audit_key *k = find_key(l, keys, stmt_int(st, 0));
        size_t len;
        const void *data = stmt_blob(st, 1, &len);
        if (k != NULL)
            l->rollouts[k->index].tokens = summarize(data, len);
    }
    return rc;
}

static int load_rewards(struct audit_loading *l, const struct audit_key *keys, struct err *err)
{
    struct audit_reward *rewards = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_rewards");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct audit_key *k = find_key(l, keys, stmt_int(st, 0));
        if (k == NULL)
            continue;
        rewards = grow(rewards, n, &capacity, sizeof(*rewards));
        rewards[n++] = (struct audit_reward){ k->index, shared_text(l, st, 1), stmt_real(st, 2),
                                              stmt_real(st, 3) };
    }
    l->run->rewards = into_arena(l->arena, rewards, n, sizeof(*rewards));
    l->run->n_rewards = n;
    return rc;
}

static int load_codes(struct audit_loading *l, struct err *err)
{
    struct audit_code *codes = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_codes");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *text = stmt_text(st, 1);
        struct code_scan scan;
        code_scan_text(text, strlen(text), l->arena, &scan);
        codes = grow(codes, n, &capacity, sizeof(*codes));
        codes[n++] =
            (struct audit_code){ stmt_int(st, 0), scan.n_hits, scan.hits, scan.has_kernel };
    }
    l->run->codes = into_arena(l->arena, codes, n, sizeof(*codes));
    l->run->n_codes = n;
    return rc;
}

static int load_twins(struct audit_loading *l, const struct audit_key *keys, struct err *err)
{
    struct audit_twin *twins = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_twins");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct audit_key *k = find_key(l, keys, stmt_int(st, 0));
        if (k == NULL)
            continue;
        twins = grow(twins, n, &capacity, sizeof(*twins));
        twins[n++] = (struct audit_twin){
            .rollout = k->index,
            .run = shared_text(l, st, 1),
            .step = (int)stmt_int(st, 2),
            .sample = (int)stmt_int(st, 3),
            .outcome = shared_text(l, st, 4),
            .correct = stmt_int(st, 5) != 0,
        };
    }
    l->run->twins = into_arena(l->arena, twins, n, sizeof(*twins));
    l->run->n_twins = n;
    return rc;
}

static int load_baselines(struct audit_loading *l, struct err *err)
{
    struct audit_baseline *items = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_baselines");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        items = grow(items, n, &capacity, sizeof(*items));
        items[n++] = (struct audit_baseline){
            .task_id = stmt_int(st, 0),
            .name = shared_text(l, st, 1),
            .device = shared_text(l, st, 2),
            .precision = shared_text(l, st, 3),
            .runtime_us = stmt_real(st, 4),
            .measured_day = stmt_real(st, 5),
        };
    }
    l->run->baselines = into_arena(l->arena, items, n, sizeof(*items));
    l->run->n_baselines = n;
    return rc;
}

static int load_all(struct audit_loading *l, const char *run, struct err *err)
{
    int rc = load_run(l, run, err);
    if (rc == 0)
        rc = load_tasks(l, err);
    if (rc == 0)
        rc = load_rollouts(l, err);
    if (rc < 0)
        return rc;
    CLEANUP(mem_free_ptr) struct audit_key *keys = sorted_keys(l);
    rc = load_tokens(l, keys, err);
    if (rc == 0)
        rc = load_rewards(l, keys, err);
    if (rc == 0)
        rc = load_codes(l, err);
    if (rc == 0)
        rc = load_twins(l, keys, err);
    if (rc == 0)
        rc = load_baselines(l, err);
    return rc;
}

int load_audit(struct db *db, const char *run, struct arena *arena, struct audit_run *out,
               struct err *err)
{
    struct audit_run loaded = { 0 };
    struct audit_loading l = { .db = db, .arena = arena, .run = &loaded };
    int rc = load_all(&l, run, err);
    loaded.rollouts =
        into_arena(arena, l.rollouts, rc == 0 ? loaded.n_rollouts : 0, sizeof(*l.rollouts));
    if (rc == 0)
        *out = loaded;
    return rc;
}
