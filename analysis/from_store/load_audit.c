#include "analysis/from_store/load_audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_scan.h"
#include "columns/audit_baselines.h"
#include "columns/audit_codes.h"
#include "columns/audit_references.h"
#include "columns/audit_rewards.h"
#include "columns/audit_rollouts.h"
#include "columns/audit_run.h"
#include "columns/audit_tasks.h"
#include "columns/audit_tokens.h"
#include "columns/audit_train_tasks.h"
#include "columns/audit_twins.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

#define MAX_NAMES 32

struct audit_loading {
    struct db *db;
    struct arena *arena;
    struct audit_run *run;
    int64_t run_id;
    struct audit_scans *scans;      /* NULL: none are kept */
    struct audit_rollout *rollouts; /* heap until it is complete */
    size_t capacity;
    const char *names[MAX_NAMES];
    size_t n_names;
};

/* Rows repeat few devices and precisions, which are kept once. */
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
        return store_unknown(l->db, STORE_RUN, name, err);
    l->run_id = stmt_int(st, AUDIT_RUN_RUN_ID);
    l->run->name = arena_strdup(l->arena, name);
    const char *strategy = stmt_text_dup(st, AUDIT_RUN_STRATEGY, l->arena);
    l->run->strategy = strategy == NULL ? "" : strategy; /* of a damaged file */
    l->run->status = stmt_text_dup(st, AUDIT_RUN_STATUS, l->arena);
    l->run->benchmark = stmt_text_dup(st, AUDIT_RUN_BENCHMARK, l->arena);
    l->run->k = stmt_is_null(st, AUDIT_RUN_K) ? -1 : (int)stmt_int(st, AUDIT_RUN_K);
    l->run->n_refused =
        stmt_is_null(st, AUDIT_RUN_N_REFUSED) ? 0 : stmt_int(st, AUDIT_RUN_N_REFUSED);
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
            .id = stmt_int(st, AUDIT_TASKS_TASK_ID),
            .task = stmt_text_dup(st, AUDIT_TASKS_TASK, l->arena),
            .suite = stmt_text_dup(st, AUDIT_TASKS_SUITE, l->arena),
            .name = stmt_text_dup(st, AUDIT_TASKS_NAME, l->arena),
            .family = stmt_text_dup(st, AUDIT_TASKS_FAMILY, l->arena),
            .level = (int)stmt_int(st, AUDIT_TASKS_LEVEL),
            .problem_id = (int)stmt_int(st, AUDIT_TASKS_PROBLEM_ID),
            .in_train = stmt_int(st, AUDIT_TASKS_IN_TRAIN) != 0,
            .listed = stmt_int(st, AUDIT_TASKS_LISTED) != 0,
            .work = { unknown,
                      unknown,
                      { stmt_real(st, AUDIT_TASKS_FLOPS), stmt_real(st, AUDIT_TASKS_BYTES) } },
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
        .id = stmt_int(st, AUDIT_ROLLOUTS_ROLLOUT_ID),
        .task = task,
        .step = (int)stmt_int(st, AUDIT_ROLLOUTS_STEP),
        .turn = (int)stmt_int(st, AUDIT_ROLLOUTS_TURN),
        .sample = (int)stmt_int(st, AUDIT_ROLLOUTS_SAMPLE),
        .prompt_id = stmt_int(st, AUDIT_ROLLOUTS_PROMPT_BLOB_ID),
        .run_prompt_id = stmt_int(st, AUDIT_ROLLOUTS_RUN_PROMPT_BLOB_ID),
        .code_id = stmt_int(st, AUDIT_ROLLOUTS_CODE_ID),
        .completion_tokens = stmt_is_null(st, AUDIT_ROLLOUTS_COMPLETION_TOKENS)
                                 ? -1
                                 : stmt_int(st, AUDIT_ROLLOUTS_COMPLETION_TOKENS),
        .mean_logprob = stmt_real(st, AUDIT_ROLLOUTS_MEAN_LOGPROB),
        .outcome = stmt_is_null(st, AUDIT_ROLLOUTS_OUTCOME)
                       ? NULL
                       : shared_text(l, st, AUDIT_ROLLOUTS_OUTCOME),
        .compiled = stmt_int(st, AUDIT_ROLLOUTS_COMPILED) != 0,
        .correct = stmt_int(st, AUDIT_ROLLOUTS_CORRECT) != 0,
        .task_case = case_of(stmt_text(st, AUDIT_ROLLOUTS_TASK_CASE)),
        .device = shared_text(l, st, AUDIT_ROLLOUTS_DEVICE),
        .precision = shared_text(l, st, AUDIT_ROLLOUTS_PRECISION),
        .baseline_device = shared_text(l, st, AUDIT_ROLLOUTS_BASELINE_DEVICE),
        .baseline_precision = shared_text(l, st, AUDIT_ROLLOUTS_BASELINE_PRECISION),
        .failed_evidence = stmt_is_null(st, AUDIT_ROLLOUTS_FAILED_EVIDENCE)
                               ? NULL
                               : shared_text(l, st, AUDIT_ROLLOUTS_FAILED_EVIDENCE),
        .runtime_us = stmt_real(st, AUDIT_ROLLOUTS_RUNTIME_US),
        .min_us = stmt_real(st, AUDIT_ROLLOUTS_MIN_US),
        .max_us = stmt_real(st, AUDIT_ROLLOUTS_MAX_US),
        .std_us = stmt_real(st, AUDIT_ROLLOUTS_STD_US),
        .n_times = stmt_int(st, AUDIT_ROLLOUTS_N_SAMPLES),
        .has_interval = stmt_int(st, AUDIT_ROLLOUTS_HAS_INTERVAL) != 0,
        .baseline_us = stmt_real(st, AUDIT_ROLLOUTS_BASELINE_US),
        .claim_beside = stmt_real(st, AUDIT_ROLLOUTS_CLAIM_BESIDE),
        .stated_speedup = stmt_real(st, AUDIT_ROLLOUTS_STATED_SPEEDUP),
        .measured_day = stmt_real(st, AUDIT_ROLLOUTS_MEASURED_DAY),
        .baseline_day = stmt_real(st, AUDIT_ROLLOUTS_BASELINE_DAY),
    };
}

static int load_rollouts(struct audit_loading *l, struct err *err)
{
    struct audit_run *run = l->run;
    size_t n = 0;
    struct stmt *st = query(l, "audit_rollouts");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t task_id = stmt_int(st, AUDIT_ROLLOUTS_TASK_ID);
        const struct audit_task *task =
            bsearch(&task_id, run->tasks, run->n_tasks, sizeof(*run->tasks), by_task_id);
        if (task == NULL)
            continue; /* a writer was faster */
        l->rollouts = grow(l->rollouts, n, &l->capacity, sizeof(*l->rollouts));
        read_rollout(l, st, (size_t)(task - run->tasks), &l->rollouts[n++]);
    }
    run->n_rollouts = n;
    return rc;
}

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
        /* A mark of trainers rather than a log-prob. */
        bool sentinel = !isfinite(v) || v <= -999.0F || (v <= -100.0F && v >= -100.0F);
        if ((positive || sentinel) && t.n_positive + t.n_sentinel == 0)
            t.worst = v;
        t.n_positive += positive;
        t.n_sentinel += sentinel;
        t.n_zero += v >= 0.0F && v <= 0.0F;
        t.constant = t.constant && v >= first && v <= first;
    }
    return t;
}

static int load_tokens(struct audit_loading *l, const struct audit_key *keys, struct err *err)
{
    struct stmt *st = query(l, "audit_tokens");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct audit_key *k = find_key(l, keys, stmt_int(st, AUDIT_TOKENS_ROLLOUT_ID));
        size_t len;
        const void *data = stmt_blob(st, AUDIT_TOKENS_LOGPROBS, &len);
        if (k != NULL)
            l->rollouts[k->index].tokens = summarize(data, len);
    }
    return rc;
}

static int load_run_rewards(struct audit_loading *l, const struct audit_key *keys, struct err *err)
{
    struct audit_reward *rewards = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_rewards");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct audit_key *k = find_key(l, keys, stmt_int(st, AUDIT_REWARDS_ROLLOUT_ID));
        if (k == NULL)
            continue;
        rewards = grow(rewards, n, &capacity, sizeof(*rewards));
        rewards[n++] = (struct audit_reward){ k->index, shared_text(l, st, AUDIT_REWARDS_RECIPE),
                                              stmt_real(st, AUDIT_REWARDS_VALUE),
                                              stmt_real(st, AUDIT_REWARDS_ADVANTAGE),
                                              stmt_int(st, AUDIT_REWARDS_IS_MASKED) != 0 };
    }
    l->run->rewards = into_arena(l->arena, rewards, n, sizeof(*rewards));
    l->run->n_rewards = n;
    return rc;
}

void audit_scans_release(struct audit_scans *k)
{
    arena_release(&k->arena);
    free(k->codes);
    *k = (struct audit_scans){ 0 };
}

/* Both are by key. */
static void keep_scans(struct audit_scans *k, const struct audit_code *codes, size_t n)
{
    struct audit_code *all = mem_array(k->n + n + 1, sizeof(*all));
    size_t m = 0;
    for (size_t i = 0, j = 0; i < k->n || j < n;) {
        if (i < k->n && j < n && k->codes[i].id == codes[j].id)
            i++;
        all[m++] =
            j == n || (i < k->n && k->codes[i].id < codes[j].id) ? k->codes[i++] : codes[j++];
    }
    free(k->codes);
    k->codes = all;
    k->n = m;
}

static int load_run_codes(struct audit_loading *l, struct err *err)
{
    struct audit_code *codes = NULL;
    size_t n = 0;
    size_t capacity = 0;
    size_t at = 0; /* in the scans that are kept */
    struct stmt *st = query(l, "audit_codes");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const int64_t id = stmt_int(st, AUDIT_CODES_BLOB_ID);
        codes = grow(codes, n, &capacity, sizeof(*codes));
        while (l->scans != NULL && at < l->scans->n && l->scans->codes[at].id < id)
            at++;
        if (l->scans != NULL && at < l->scans->n && l->scans->codes[at].id == id) {
            codes[n++] = l->scans->codes[at];
            continue;
        }
        const char *text = stmt_text(st, AUDIT_CODES_TEXT);
        struct code_scan scan;
        code_scan_text(text, strlen(text), l->scans == NULL ? l->arena : &l->scans->arena, &scan);
        codes[n++] =
            (struct audit_code){ id, scan.n_hits, scan.hits, scan.has_kernel, scan.is_model };
    }
    if (l->scans != NULL && rc == 0)
        keep_scans(l->scans, codes, n);
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
        const struct audit_key *k = find_key(l, keys, stmt_int(st, AUDIT_TWINS_ROLLOUT_ID));
        if (k == NULL)
            continue;
        twins = grow(twins, n, &capacity, sizeof(*twins));
        twins[n++] = (struct audit_twin){
            .rollout = k->index,
            .run = shared_text(l, st, AUDIT_TWINS_NAME),
            .step = (int)stmt_int(st, AUDIT_TWINS_STEP),
            .sample = (int)stmt_int(st, AUDIT_TWINS_SAMPLE),
            .outcome = shared_text(l, st, AUDIT_TWINS_OUTCOME),
            .correct = stmt_int(st, AUDIT_TWINS_CORRECT) != 0,
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
            .task_id = stmt_int(st, AUDIT_BASELINES_TASK_ID),
            .name = shared_text(l, st, AUDIT_BASELINES_NAME),
            .device = shared_text(l, st, AUDIT_BASELINES_HARDWARE),
            .precision = shared_text(l, st, AUDIT_BASELINES_PRECISION),
            .runtime_us = stmt_real(st, AUDIT_BASELINES_RUNTIME_US),
            .measured_day = stmt_real(st, AUDIT_BASELINES_MEASURED_DAY),
            .benchmark = shared_text(l, st, AUDIT_BASELINES_BENCHMARK),
        };
    }
    l->run->baselines = into_arena(l->arena, items, n, sizeof(*items));
    l->run->n_baselines = n;
    return rc;
}

static int load_references(struct audit_loading *l, struct err *err)
{
    struct audit_reference *items = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_references");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t task_id = stmt_int(st, AUDIT_REFERENCES_TASK_ID);
        const struct audit_task *task =
            bsearch(&task_id, l->run->tasks, l->run->n_tasks, sizeof(*task), by_task_id);
        if (task == NULL)
            continue;
        items = grow(items, n, &capacity, sizeof(*items));
        items[n++] = (struct audit_reference){
            .task = (size_t)(task - l->run->tasks),
            .device = shared_text(l, st, AUDIT_REFERENCES_DEVICE),
            .run = shared_text(l, st, AUDIT_REFERENCES_RUN),
            .task_case = case_of(stmt_text(st, AUDIT_REFERENCES_TASK_CASE)),
            .least_us = stmt_real(st, AUDIT_REFERENCES_LEAST_US),
            .most_us = stmt_real(st, AUDIT_REFERENCES_MOST_US),
        };
    }
    l->run->references = into_arena(l->arena, items, n, sizeof(*items));
    l->run->n_references = n;
    return rc;
}

static int load_train_tasks(struct audit_loading *l, struct err *err)
{
    struct audit_train_task *items = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = query(l, "audit_train_tasks");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        items = grow(items, n, &capacity, sizeof(*items));
        items[n++] = (struct audit_train_task){
            .task = stmt_text_dup(st, AUDIT_TRAIN_TASKS_TASK, l->arena),
            .name = stmt_text_dup(st, AUDIT_TRAIN_TASKS_NAME, l->arena),
            .family = shared_text(l, st, AUDIT_TRAIN_TASKS_FAMILY),
        };
    }
    l->run->train_tasks = into_arena(l->arena, items, n, sizeof(*items));
    l->run->n_train_tasks = n;
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
        rc = load_run_rewards(l, keys, err);
    if (rc == 0)
        rc = load_run_codes(l, err);
    if (rc == 0)
        rc = load_twins(l, keys, err);
    if (rc == 0)
        rc = load_baselines(l, err);
    if (rc == 0)
        rc = load_references(l, err);
    if (rc == 0)
        rc = load_train_tasks(l, err);
    return rc;
}

int load_audit(struct db *db, const char *run, struct audit_scans *scans, struct arena *arena,
               struct audit_run *out, struct err *err)
{
    struct audit_run loaded = { 0 };
    struct audit_loading l = { .db = db, .arena = arena, .run = &loaded, .scans = scans };
    int rc = load_all(&l, run, err);
    loaded.rollouts =
        into_arena(arena, l.rollouts, rc == 0 ? loaded.n_rollouts : 0, sizeof(*l.rollouts));
    if (rc == 0)
        *out = loaded;
    return rc;
}
