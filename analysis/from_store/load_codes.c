#include "analysis/from_store/load_codes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/from_store/load_study.h"
#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_summary.h"
#include "columns/load_code_texts.h"
#include "columns/load_codes.h"
#include "columns/load_has_codes.h"
#include "columns/load_run_codes.h"
#include "columns/load_sample_details.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "tasks/text/ptx_identity.h"

const char *code_level_name(size_t level)
{
    if (level == CODE_LEVEL_PTX)
        return "ptx";
    return level == CODE_LEVEL_ARTIFACT ? "artifact"
                                        : identity_level_name((enum identity_level)level);
}

bool code_level_parse(const char *name, size_t *out)
{
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        if (strcmp(name, code_level_name(level)) == 0) {
            *out = level;
            return true;
        }
    }
    return false;
}

const char *code_level_reason(size_t level)
{
    if (level == CODE_LEVEL_PTX)
        return "no PTX: neither the code, nor a stored compiled object, nor a field \"ptx\"";
    return level == CODE_LEVEL_ARTIFACT ? "no hash of a compiled object" : "no stored code";
}

struct hashed_code {
    char hash[65];
    size_t index;
};

static int compare_hashed(const void *pa, const void *pb)
{
    const struct hashed_code *a = pa;
    const struct hashed_code *b = pb;
    int by_hash = strcmp(a->hash, b->hash);
    return by_hash != 0 ? by_hash : (a->index > b->index) - (a->index < b->index);
}

struct code_loading {
    struct db *db;
    const char *const *names;
    size_t n_names;
    int64_t *run_ids;
    bool keep_texts;
    struct arena *arena;
    struct code_set *set;
    int64_t *blob_ids;                       /* of the texts, ascending */
    struct hashed_code *hashes[CODE_LEVELS]; /* of texts; of samples from CODE_LEVEL_PTX on */
    size_t n_hashes[CODE_LEVELS];
    size_t capacity[CODE_LEVELS];
};

static void add_hash(struct code_loading *l, size_t level, size_t index, const char *hash)
{
    if (l->hashes[level] == NULL || l->n_hashes[level] == l->capacity[level]) {
        l->capacity[level] = l->capacity[level] == 0 ? 256 : 2 * l->capacity[level];
        l->hashes[level] =
            mem_grow(l->hashes[level], l->capacity[level], sizeof(struct hashed_code));
    }
    struct hashed_code *h = &l->hashes[level][l->n_hashes[level]++];
    size_t len = strnlen(hash, sizeof(h->hash) - 1);
    memcpy(h->hash, hash, len);
    h->hash[len] = '\0';
    h->index = index;
}

static int load_texts(struct code_loading *l, struct err *err)
{
    struct code_set *s = l->set;
    struct code_text *texts = NULL;
    size_t capacity = 0;
    char hash[65] = "";
    struct stmt *st = db_query(l->db, "load_code_texts");
    stmt_bind_text_list(st, ":runs", l->names, l->n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t len = 0;
        const char *text = stmt_blob(st, LOAD_CODE_TEXTS_CONTENT, &len);
        if (text == NULL)
            text = "";
        if (texts == NULL || s->n_texts == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            texts = mem_grow(texts, capacity, sizeof(*texts));
            l->blob_ids = mem_grow(l->blob_ids, capacity, sizeof(*l->blob_ids));
        }
        for (size_t level = 0; level < IDENTITY_COUNT; level++) {
            code_identity((enum identity_level)level, text, len, hash);
            add_hash(l, level, s->n_texts, hash);
        }
        texts[s->n_texts] =
            (struct code_text){ .text = l->keep_texts ? arena_strndup(l->arena, text, len) : NULL,
                                .len = len };
        l->blob_ids[s->n_texts++] = stmt_int(st, LOAD_CODE_TEXTS_BLOB_ID);
    }
    s->texts = arena_array(l->arena, s->n_texts, sizeof(*texts));
    if (s->n_texts > 0)
        memcpy(s->texts, texts, s->n_texts * sizeof(*texts));
    free(texts);
    return rc;
}

static size_t find_text(const struct code_loading *l, int64_t blob_id)
{
    size_t low = 0;
    size_t high = l->set->n_texts;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->blob_ids[middle] < blob_id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->set->n_texts && l->blob_ids[low] == blob_id ? low : l->set->n_texts;
}

/* In order of appearance, found by hash; the last name is tried first. */
struct code_names {
    const char **items;
    size_t n;
    size_t capacity;
    size_t *slots; /* of 2 * capacity: 1 + index, 0 free */
};

static size_t slot_of(const struct code_names *l, const char *name)
{
    size_t slot = (size_t)(str_hash(name, strlen(name)) % (2 * l->capacity));
    while (l->slots[slot] != 0 && strcmp(l->items[l->slots[slot] - 1], name) != 0)
        slot = (slot + 1) % (2 * l->capacity);
    return slot;
}

static size_t find_name(struct code_names *l, const char *name, size_t last, struct arena *arena)
{
    if (last < l->n && strcmp(l->items[last], name) == 0)
        return last;
    if (l->items == NULL || l->n == l->capacity) {
        l->capacity = l->capacity == 0 ? 64 : 2 * l->capacity;
        l->items = mem_grow(l->items, l->capacity, sizeof(*l->items));
        free(l->slots);
        l->slots = mem_array(2 * l->capacity, sizeof(*l->slots));
        for (size_t i = 0; i < l->n; i++)
            l->slots[slot_of(l, l->items[i])] = i + 1;
    }
    size_t slot = slot_of(l, name);
    if (l->slots[slot] != 0)
        return l->slots[slot] - 1;
    l->items[l->n] = arena_strdup(arena, name);
    l->slots[slot] = l->n + 1;
    return l->n++;
}

struct code_samples {
    struct code_sample *items;
    size_t n;
    size_t capacity;
    int64_t last_sample; /* within its cell, to see turns */
    bool last_has_code;
};

struct row_key {
    size_t run;
    size_t task;
    int step;
    int64_t sample;
};

/* A later turn replaces its sample with all hashes. */
static void drop_last(struct code_loading *l, struct code_samples *list)
{
    list->n--;
    for (size_t level = CODE_LEVEL_PTX; level < CODE_LEVELS; level++) {
        size_t *n = &l->n_hashes[level];
        if (*n > 0 && l->hashes[level][*n - 1].index == list->n)
            --*n;
    }
}

static void add_ptx(struct code_loading *l, struct stmt *st, size_t index)
{
    char hash[65] = "";
    size_t len = 0;
    const char *ptx = stmt_blob(st, LOAD_CODES_PTX, &len);
    if (ptx == NULL || !ptx_is(ptx, len))
        return;
    ptx_identity(ptx, len, hash);
    add_hash(l, CODE_LEVEL_PTX, index, hash);
}

static void read_sample(struct code_loading *l, struct stmt *st, const struct row_key *key,
                        struct code_samples *list)
{
    size_t text = stmt_is_null(st, LOAD_CODES_CODE_ID)
                      ? l->set->n_texts
                      : find_text(l, stmt_int(st, LOAD_CODES_CODE_ID));
    list->last_has_code = text < l->set->n_texts;
    if (!list->last_has_code) {
        l->set->n_without_code++;
        return;
    }
    if (stmt_text(st, LOAD_CODES_ARTIFACT_SHA256) != NULL)
        add_hash(l, CODE_LEVEL_ARTIFACT, list->n, stmt_text(st, LOAD_CODES_ARTIFACT_SHA256));
    add_ptx(l, st, list->n);
    if (list->items == NULL || list->n == list->capacity) {
        list->capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        list->items = mem_grow(list->items, list->capacity, sizeof(*list->items));
    }
    struct code_sample *s = &list->items[list->n++];
    *s = (struct code_sample){ .run = key->run,
                               .task = key->task,
                               .step = key->step,
                               .sample = (int)key->sample,
                               .compiled = stmt_int(st, LOAD_CODES_COMPILED) != 0,
                               .correct = stmt_int(st, LOAD_CODES_CORRECT) != 0,
                               .text = text };
    for (size_t level = 0; level < CODE_LEVELS; level++)
        s->kind[level] = -1;
}

static int load_samples(struct code_loading *l, struct code_samples *list, struct err *err)
{
    struct code_names tasks = { 0 };
    struct row_key last = { 0 };
    bool first = true;
    struct stmt *st = db_query(l->db, "load_codes");
    stmt_bind_text_list(st, ":runs", l->names, l->n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        struct row_key key = {
            .run = find_key(l->run_ids, l->n_names, stmt_int(st, LOAD_CODES_RUN_ID), last.run),
            .task = find_name(&tasks, stmt_text(st, LOAD_CODES_TASK), last.task, l->arena),
            .step = (int)stmt_int(st, LOAD_CODES_STEP),
            .sample = stmt_int(st, LOAD_CODES_SAMPLE)
        };
        if (!first && (key.run == last.run && key.task == last.task && key.step == last.step &&
                       key.sample == last.sample)) {
            if (list->last_has_code)
                drop_last(l, list);
            else
                l->set->n_without_code--;
        }
        read_sample(l, st, &key, list);
        last = key;
        first = false;
    }
    l->set->n_tasks = tasks.n;
    l->set->tasks = arena_array(l->arena, tasks.n, sizeof(*tasks.items));
    if (tasks.n > 0)
        memcpy(l->set->tasks, tasks.items, tasks.n * sizeof(*tasks.items));
    free(tasks.items);
    free(tasks.slots);
    return rc;
}

/* kinds[index] count from 0 in the order of the hashes. */
static void number_hashes(struct hashed_code *h, size_t n, int64_t *kinds)
{
    int64_t kind = 0;
    if (n == 0)
        return;
    qsort(h, n, sizeof(*h), compare_hashed);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && strcmp(h[i].hash, h[i - 1].hash) != 0)
            kind++;
        kinds[h[i].index] = kind;
    }
}

static void number_kinds(struct code_loading *l)
{
    struct code_set *s = l->set;
    size_t n = s->n_texts > s->n_samples ? s->n_texts : s->n_samples;
    int64_t *kinds = mem_array(n + 1, sizeof(*kinds));
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        bool by_sample = level >= CODE_LEVEL_PTX;
        for (size_t i = 0; i < n; i++)
            kinds[i] = -1;
        number_hashes(l->hashes[level], l->n_hashes[level], kinds);
        for (size_t i = 0; i < s->n_samples; i++)
            s->samples[i].kind[level] = kinds[by_sample ? i : s->samples[i].text];
    }
    free(kinds);
}

int load_codes(const struct load_request *from, bool keep_texts, struct code_set *out,
               struct err *err)
{
    struct code_set set = { .n_runs = from->n_names, .runs = from->names };
    struct code_loading l = { .db = from->db,
                              .names = from->names,
                              .n_names = from->n_names,
                              .keep_texts = keep_texts,
                              .arena = from->arena,
                              .set = &set };
    struct code_samples list = { 0 };
    int rc = load_run_ids(from->db, from->names, from->n_names, from->arena, &l.run_ids, err);
    if (rc == 0)
        rc = load_texts(&l, err);
    if (rc == 0)
        rc = load_samples(&l, &list, err);
    set.n_samples = list.n;
    set.samples = arena_array(from->arena, list.n, sizeof(*set.samples));
    if (list.n > 0)
        memcpy(set.samples, list.items, list.n * sizeof(*list.items));
    if (rc == 0) {
        number_kinds(&l);
        *out = set;
    }
    for (size_t level = 0; level < CODE_LEVELS; level++)
        free(l.hashes[level]);
    free(list.items);
    free(l.blob_ids);
    return rc;
}

static struct select_detail unknown_detail(void)
{
    return (struct select_detail){ STAT_NAN, STAT_NAN, 0, -1 };
}

static void read_logprobs(struct stmt *st, double tail, struct select_detail *out)
{
    size_t len = 0;
    const char *bytes = stmt_blob(st, LOAD_SAMPLE_DETAILS_LOGPROBS, &len);
    size_t n = bytes == NULL ? 0 : len / sizeof(float);
    if (n == 0)
        return;
    double *x = mem_array(n, sizeof(*x));
    bool finite = true;
    for (size_t i = 0; i < n; i++) {
        float v;
        memcpy(&v, bytes + i * sizeof(v), sizeof(v));
        x[i] = (double)v;
        finite = finite && isfinite(x[i]);
    }
    if (finite) {
        out->tail_logprob = select_tail_mean(x, n, tail);
        out->min_logprob = x[0];
    }
    free(x);
}

/* Rows come by task, so that the last one is tried first. */
static size_t find_cell(const struct study *s, const struct study_run *r, int64_t task_id,
                        size_t last)
{
    if (last < r->n_cells && s->tasks[s->cells[r->first_cell + last].task].id == task_id)
        return last;
    size_t cell = 0;
    while (cell < r->n_cells && s->tasks[s->cells[r->first_cell + cell].task].id != task_id)
        cell++;
    return cell;
}

/* Where the rollout of the last row lies; mostly the next row's is the one behind it. */
struct last_place {
    const struct study *s;
    const struct study_run *run;
    size_t cell;
    const struct study_rollout *next, *end; /* of the cell */
};

/* NULL: left out, or a writer was faster. */
static const struct study_rollout *find_rollout(struct last_place *p, int64_t task_id, int step,
                                                int sample)
{
    size_t at = find_cell(p->s, p->run, task_id, p->cell);
    if (at == p->run->n_cells)
        return NULL;
    const struct study_cell *c = &p->s->cells[p->run->first_cell + at];
    const struct study_rollout *x = p->next;
    if (at != p->cell || x == p->end || x->step != step || x->sample != sample)
        x = study_rollout_find(p->s, c, step, sample);
    p->cell = at;
    p->end = p->s->rollouts + c->first + c->count;
    p->next = x == NULL ? p->end : x + 1;
    return x;
}

static int load_run(struct db *db, const struct study *s, size_t run, double tail,
                    struct select_detail *details, struct err *err)
{
    const struct study_run *r = &s->runs[run];
    /* Then no evaluation decides which rollouts count. */
    bool plain = r->n_unscored == 0 && r->n_earlier_turns == 0;
    struct stmt *st = db_query(db, plain ? "load_plain_details" : "load_sample_details");
    if (plain)
        stmt_bind_text(st, ":run", r->name);
    else
        stmt_bind_text_list(st, ":runs", &r->name, 1);
    struct last_place at = { .s = s, .run = r };
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct study_rollout *x = find_rollout(&at, stmt_int(st, LOAD_SAMPLE_DETAILS_TASK_ID),
                                                     (int)stmt_int(st, LOAD_SAMPLE_DETAILS_STEP),
                                                     (int)stmt_int(st, LOAD_SAMPLE_DETAILS_SAMPLE));
        if (x == NULL)
            continue;
        struct select_detail *d = &details[x - s->rollouts];
        *d = unknown_detail();
        d->code = stmt_is_null(st, LOAD_SAMPLE_DETAILS_CODE_BLOB_ID)
                      ? 0
                      : stmt_int(st, LOAD_SAMPLE_DETAILS_CODE_BLOB_ID);
        d->bytes = stmt_is_null(st, LOAD_SAMPLE_DETAILS_COMPLETION_BYTES)
                       ? -1
                       : stmt_int(st, LOAD_SAMPLE_DETAILS_COMPLETION_BYTES);
        read_logprobs(st, tail, d);
    }
    return rc;
}

/* Of a run whose rollouts are all scored and have one turn: neither decides which rollouts count.
 */
static int load_plain_codes(struct db *db, const struct study *s, size_t run, int64_t run_id,
                            int64_t *codes, struct err *err)
{
    struct stmt *st = db_query(db, "load_run_codes");
    struct last_place at = { .s = s, .run = &s->runs[run] };
    int rc = 0;
    stmt_bind_int(st, ":run_id", run_id);
    while ((rc = stmt_step(st, err)) > 0) {
        const struct study_rollout *x =
            stmt_is_null(st, LOAD_RUN_CODES_CODE_BLOB_ID)
                ? NULL
                : find_rollout(&at, stmt_int(st, LOAD_RUN_CODES_TASK_ID),
                               (int)stmt_int(st, LOAD_RUN_CODES_STEP),
                               (int)stmt_int(st, LOAD_RUN_CODES_SAMPLE));
        if (x != NULL)
            codes[x - s->rollouts] = stmt_int(st, LOAD_RUN_CODES_CODE_BLOB_ID);
    }
    return rc;
}

int load_run_code_ids(struct db *db, const struct study *s, size_t run, int64_t *codes,
                      struct err *err)
{
    const struct study_run *r = &s->runs[run];
    struct arena arena = { 0 };
    struct select_detail *details = NULL;
    int64_t *run_id = NULL;
    bool any = false;
    for (size_t i = 0; i < r->n_cells; i++)
        for (size_t k = 0; k < s->cells[r->first_cell + i].count; k++)
            codes[s->cells[r->first_cell + i].first + k] = 0;
    struct stmt *st = db_query(db, "load_has_codes");
    int rc = stmt_step(st, err);
    if (rc > 0) {
        any = stmt_int(st, LOAD_HAS_CODES_HAS_CODES) != 0;
        stmt_reset(st);
    }
    if (rc < 0 || !any)
        return rc < 0 ? rc : 0;
    rc = load_run_ids(db, &r->name, 1, &arena, &run_id, err);
    if (rc == 0 && r->n_unscored == 0 && r->n_earlier_turns == 0) {
        rc = load_plain_codes(db, s, run, *run_id, codes, err);
    } else if (rc == 0) {
        size_t n = 0;
        for (size_t i = 0; i < r->n_cells; i++) {
            const struct study_cell *c = &s->cells[r->first_cell + i];
            n = c->first + c->count > n ? c->first + c->count : n;
        }
        details = arena_array(&arena, n + 1, sizeof(*details));
        rc = load_run(db, s, run, 1, details, err);
        for (size_t i = 0; i < r->n_cells && rc == 0; i++)
            for (size_t k = 0; k < s->cells[r->first_cell + i].count; k++)
                codes[s->cells[r->first_cell + i].first + k] =
                    details[s->cells[r->first_cell + i].first + k].code;
    }
    arena_release(&arena);
    return rc;
}

int load_sample_details(struct db *db, const struct study *s, double tail, struct arena *arena,
                        struct select_detail **out, struct err *err)
{
    struct select_detail *details = arena_array(arena, s->n_rollouts, sizeof(*details));
    int rc = 0;
    for (size_t i = 0; i < s->n_rollouts; i++)
        details[i] = unknown_detail();
    for (size_t r = 0; r < s->n_runs && rc == 0; r++)
        rc = load_run(db, s, r, tail, details, err);
    if (rc == 0)
        *out = details;
    return rc;
}

static size_t find_task(const struct study *s, const char *task, size_t last)
{
    if (last < s->n_tasks && strcmp(s->tasks[last].task, task) == 0)
        return last;
    size_t t = 0;
    while (t < s->n_tasks && strcmp(s->tasks[t].task, task) != 0)
        t++;
    return t;
}

int load_sample_identities(struct db *db, const struct study *s, size_t level, struct arena *arena,
                           struct select_detail *details, struct err *err)
{
    struct code_set set;
    const char **names = arena_array(arena, s->n_runs, sizeof(*names));
    size_t task = 0;
    for (size_t r = 0; r < s->n_runs; r++)
        names[r] = s->runs[r].name;
    int rc = load_codes(
        &(struct load_request){ .db = db, .names = names, .n_names = s->n_runs, .arena = arena },
        false, &set, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < s->n_rollouts; i++)
        details[i].code = 0;
    for (size_t i = 0; i < set.n_samples; i++) {
        const struct code_sample *x = &set.samples[i];
        task = find_task(s, set.tasks[x->task], task);
        const struct study_cell *c = task == s->n_tasks ? NULL : study_cell_find(s, x->run, task);
        const struct study_rollout *r =
            c == NULL ? NULL : study_rollout_find(s, c, x->step, x->sample);
        if (r != NULL)
            details[r - s->rollouts].code = x->kind[level] + 1;
    }
    return 0;
}
