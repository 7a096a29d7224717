#include "src/log/log_rows.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/log_cell_samples.h"
#include "columns/log_find_run.h"
#include "columns/log_step_metrics.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/row_places.h"
#include "src/store/store.h"
#include "src/strategy/completion_rows.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/owner.h"
#include "tasks/task.h"

#define CELLS_MOST   ((size_t)1 << 14) /* remembered */
#define NAMES_MOST   ((size_t)1 << 12)
#define SAMPLES_MOST (1 << 22) /* told apart in a cell without asking the database */
#define OTHER_SUFFIX "-log"    /* of a run whose name another program's run has */

/* A name, of a run or of a task in a run, and its row. */
struct known_name {
    char *name; /* owned; NULL: free slot */
    int64_t run_id, id;
    const struct task *task; /* NULL: a mere name */
};

/* Samples of a (run, step, task, turn) that are taken. */
struct place_cell {
    int64_t run_id, task_id;
    int step, turn; /* step -1: free slot */
    int next;       /* one above the largest */
    size_t n_words;
    uint64_t *taken; /* owned */
};

struct log_rows {
    struct db *db;
    const char *argv;
    struct arena names_arena; /* of tasks */
    struct known_name *names;
    struct place_cell *cells;
    size_t n_names, n_cells;
};

static const char *text_of(const struct json *j, const char *key)
{
    const char *s = NULL;
    json_string(json_get(j, key), &s);
    return s;
}

static double number_of(const struct json *j, const char *key)
{
    double v = (double)NAN;
    json_number(json_get(j, key), &v);
    return v;
}

static const char *json_text(const struct json *j, struct arena *a)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    if (j == NULL || json_type(j) == JSON_NULL)
        return NULL;
    json_print(j, false, &b);
    return arena_strndup(a, buf_text(&b), b.len);
}

/* -1: not said. */
static int index_of(const struct json *j, const char *key, const char *what, int *out,
                    struct err *err)
{
    int64_t v = -1;
    const struct json *m = json_get(j, key);
    *out = -1;
    if (m == NULL || json_type(m) == JSON_NULL)
        return 0;
    if (!json_int(m, &v) || v < 0 || v > INT_MAX)
        return err_set(err, ERR_INTEGRITY, "%s is not a whole number from 0 to %d", what, INT_MAX);
    *out = (int)v;
    return 0;
}

int log_run_read(const char *line, size_t len, struct arena *a, struct log_run *out,
                 struct err *err)
{
    const struct json *root = json_parse_arena("the head of a log", 1, line, len, a, err);
    int64_t protocol = 0, seed = 0;
    if (root == NULL)
        return err->code;
    const char *schema = text_of(root, "schema");
    json_int(json_get(root, "protocol"), &protocol);
    if (schema == NULL || strcmp(schema, LOG_SCHEMA) != 0 || protocol != LOG_PROTOCOL)
        return err_set(err, ERR_INTEGRITY,
                       "a log of schema %.40s, protocol %lld; this program reads %s, protocol %d",
                       schema == NULL ? "unknown" : schema, (long long)protocol, LOG_SCHEMA,
                       LOG_PROTOCOL);
    const struct json *run = json_get(root, "run");
    *out = (struct log_run){ .name = text_of(run, "name"),
                             .strategy = text_of(run, "strategy"),
                             .model = text_of(run, "model"),
                             .config = json_text(json_get(run, "config"), a),
                             .temperature = number_of(run, "temperature") };
    out->has_seed = json_int(json_get(run, "seed"), &seed) && seed >= 0;
    out->seed = (uint64_t)seed;
    if (out->name == NULL || out->name[0] == '\0')
        return err_set(err, ERR_INTEGRITY, "the head of a log names no run");
    return 0;
}

struct log_rows *log_rows_new(struct db *db, const char *argv)
{
    struct log_rows *w = mem_alloc(sizeof(*w));
    w->db = db;
    w->argv = argv;
    w->names = mem_array(NAMES_MOST, sizeof(*w->names));
    w->cells = mem_array(CELLS_MOST, sizeof(*w->cells));
    for (size_t i = 0; i < CELLS_MOST; i++)
        w->cells[i].step = -1;
    return w;
}

static void forget_cells(struct log_rows *w)
{
    for (size_t i = 0; i < CELLS_MOST; i++) {
        free(w->cells[i].taken);
        w->cells[i] = (struct place_cell){ .step = -1 };
    }
    w->n_cells = 0;
}

static void forget_names(struct log_rows *w)
{
    for (size_t i = 0; i < NAMES_MOST; i++) {
        free(w->names[i].name);
        w->names[i] = (struct known_name){ 0 };
    }
    w->n_names = 0;
    arena_reset(&w->names_arena);
}

void log_rows_forget(struct log_rows *w)
{
    forget_cells(w);
    forget_names(w);
}

void log_rows_free(struct log_rows *w)
{
    if (w == NULL)
        return;
    log_rows_forget(w);
    arena_release(&w->names_arena);
    free(w->names);
    free(w->cells);
    free(w);
}

/* ---- runs and tasks ---- */

/* The slot of the name, or a free one. */
static struct known_name *find_name(struct log_rows *w, int64_t run_id, const char *name)
{
    uint64_t h = 14695981039346656037u ^ (uint64_t)run_id;
    for (const char *s = name; *s != '\0'; s++)
        h = (h ^ (unsigned char)*s) * 1099511628211u;
    if (w->n_names > NAMES_MOST / 2)
        forget_names(w);
    for (size_t i = (size_t)h;; i++) {
        struct known_name *n = &w->names[i % NAMES_MOST];
        if (n->name == NULL || (n->run_id == run_id && strcmp(n->name, name) == 0))
            return n;
    }
}

static int look_up_run(struct db *db, const char *name, int64_t *out_id, bool *out_ours,
                       struct err *err)
{
    struct stmt *st = db_query(db, "log_find_run");
    *out_id = 0;
    *out_ours = true;
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    *out_id = stmt_int(st, LOG_FIND_RUN_RUN_ID);
    *out_ours = stmt_int(st, LOG_FIND_RUN_IS_LOGGED) != 0;
    stmt_reset(st);
    return 0;
}

static int make_run(struct log_rows *w, const struct log_run *run, const char *name,
                    int64_t *out_id, struct err *err)
{
    struct buf CLEANUP(buf_release) config = { 0 };
    int64_t model_id = 0;
    int rc =
        run->model == NULL ? 0 : store_put_model(w->db, run->model, "", "logged", &model_id, err);
    if (rc < 0)
        return rc;
    buf_printf(&config, "{\"logged\":1,\"config\":%s}", run->config == NULL ? "{}" : run->config);
    const struct run_row row = { .name = name,
                                 .strategy = run->strategy == NULL ? "logged" : run->strategy,
                                 .status = "running",
                                 .model_id = model_id,
                                 .has_seed = run->has_seed,
                                 .seed = run->seed,
                                 .temperature = run->temperature,
                                 .k = -1,
                                 .n_steps = -1,
                                 .config = buf_text(&config),
                                 .argv = w->argv,
                                 .code_version = build_version() };
    return store_put_run(w->db, &row, out_id, err);
}

static int open_run(struct log_rows *w, int64_t run_id, struct err *err)
{
    char owner[128];
    owner_self(owner);
    struct stmt *st = db_query(w->db, "log_open_run");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":owner", owner);
    return stmt_run(st, err);
}

static int find_run(struct log_rows *w, const struct log_run *run, int64_t *out_id, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct known_name *known = find_name(w, 0, run->name);
    const char *name = run->name;
    bool ours = true;
    if (known->name != NULL) {
        *out_id = known->id;
        return 0;
    }
    int rc = look_up_run(w->db, name, out_id, &ours, err);
    if (rc == 0 && !ours) {
        name = arena_printf(&a, "%s" OTHER_SUFFIX, run->name);
        rc = look_up_run(w->db, name, out_id, &ours, err);
    }
    if (rc == 0 && !ours)
        rc = err_set(err, ERR_USAGE, "runs '%s' and '%s' were not logged", run->name, name);
    if (rc == 0 && *out_id == 0)
        rc = make_run(w, run, name, out_id, err);
    if (rc == 0)
        rc = open_run(w, *out_id, err);
    if (rc < 0)
        return rc;
    *known = (struct known_name){ .name = mem_strdup(run->name), .id = *out_id };
    w->n_names++;
    return 0;
}

static int find_task(struct log_rows *w, int64_t run_id, const char *name, struct known_name **out,
                     struct err *err)
{
    struct err unknown = { 0 };
    struct known_name *known = find_name(w, run_id, name);
    struct row_place place = { .run_id = run_id };
    *out = known;
    if (known->name != NULL)
        return 0;
    int rc = row_put_task(w->db, name, &place, err);
    if (rc < 0)
        return rc;
    known->run_id = run_id;
    known->id = place.task_id;
    if (place.is_task)
        (void)problem_task_find(w->db, name, &w->names_arena, &known->task, &unknown);
    known->name = mem_strdup(name);
    w->n_names++;
    return 0;
}

/* ---- places ---- */

static bool is_taken(const struct place_cell *c, int sample)
{
    size_t word = (size_t)sample / 64;
    return word < c->n_words && (c->taken[word] >> (sample % 64) & 1) != 0;
}

static void take(struct place_cell *c, int sample)
{
    size_t word = (size_t)sample / 64;
    if (sample >= c->next)
        c->next = sample + 1;
    if (word >= c->n_words) {
        size_t n = word + 1 > 2 * c->n_words ? word + 1 : 2 * c->n_words;
        c->taken = mem_grow(c->taken, n, sizeof(*c->taken));
        memset(c->taken + c->n_words, 0, (n - c->n_words) * sizeof(*c->taken));
        c->n_words = n;
    }
    c->taken[word] |= (uint64_t)1 << (sample % 64);
}

/* Where the largest number is taken. */
static int first_free(const struct place_cell *c)
{
    int sample = 0;
    while (is_taken(c, sample))
        sample++;
    return sample;
}

static int fill_cell(struct log_rows *w, struct place_cell *c, struct err *err)
{
    struct stmt *st = db_query(w->db, "log_cell_samples");
    int rc;
    stmt_bind_int(st, ":run_id", c->run_id);
    stmt_bind_int(st, ":step", c->step);
    stmt_bind_int(st, ":task_id", c->task_id);
    stmt_bind_int(st, ":turn", c->turn);
    while ((rc = stmt_step(st, err)) > 0)
        take(c, (int)stmt_int(st, LOG_CELL_SAMPLES_SAMPLE));
    stmt_reset(st);
    return rc;
}

static int find_cell(struct log_rows *w, const struct completion_place *p, struct place_cell **out,
                     struct err *err)
{
    uint64_t h = (uint64_t)p->run_id * 0x9e3779b97f4a7c15u ^
                 (uint64_t)p->task_id * 0xc2b2ae3d27d4eb4fu ^
                 (uint64_t)(uint32_t)p->step * 0x165667b19e3779f9u ^ (uint64_t)(uint32_t)p->turn;
    h ^= h >> 29;
    if (w->n_cells > CELLS_MOST / 2)
        forget_cells(w);
    for (size_t i = (size_t)h;; i++) {
        struct place_cell *c = &w->cells[i % CELLS_MOST];
        if (c->step >= 0 && (c->run_id != p->run_id || c->task_id != p->task_id ||
                             c->step != p->step || c->turn != p->turn))
            continue;
        *out = c;
        if (c->step >= 0)
            return 0;
        *c = (struct place_cell){
            .run_id = p->run_id, .task_id = p->task_id, .step = p->step, .turn = p->turn
        };
        w->n_cells++;
        return fill_cell(w, c, err);
    }
}

/* A place that is taken is never written over: the rollout gets the next free turn. */
static int find_place(struct log_rows *w, struct completion_place *p, struct err *err)
{
    struct place_cell *c = NULL;
    bool given = p->sample >= 0;
    int rc;
    while ((rc = find_cell(w, p, &c, err)) == 0) {
        if (!given)
            p->sample = c->next < SAMPLES_MOST ? c->next : first_free(c);
        if (!is_taken(c, p->sample))
            break;
        p->turn++;
    }
    if (rc == 0 && p->sample >= SAMPLES_MOST)
        rc = err_set(err, ERR_INTEGRITY, "sample %d is above %d", p->sample, SAMPLES_MOST - 1);
    if (rc < 0)
        return rc;
    p->is_free = true;
    take(c, p->sample);
    return 0;
}

/* ---- lines ---- */

static int base64_value(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Words of four bytes. */
static int decode_words(const char *text, struct arena *a, void **out, size_t *out_n,
                        struct err *err)
{
    size_t len = text == NULL ? 0 : strlen(text), n = 0;
    uint32_t bits = 0;
    unsigned n_bits = 0;
    unsigned char *bytes = arena_alloc(a, len + 4);
    while (len > 0 && text[len - 1] == '=')
        len--;
    for (size_t i = 0; i < len; i++) {
        int v = base64_value(text[i]);
        if (v < 0)
            return err_set(err, ERR_INTEGRITY, "tokens or logprobs are not base64");
        bits = bits << 6 | (uint32_t)v;
        n_bits += 6;
        if (n_bits >= 8) {
            n_bits -= 8;
            bytes[n++] = (unsigned char)(bits >> n_bits);
        }
    }
    if (n % 4 != 0)
        return err_set(err, ERR_INTEGRITY, "tokens or logprobs have %zu bytes, not four each", n);
    *out = n == 0 ? NULL : bytes;
    *out_n = n / 4;
    return 0;
}

static int read_tokens(const struct json *line, struct arena *a, struct completion *c,
                       struct err *err)
{
    void *ids = NULL, *logprobs = NULL;
    size_t n_ids = 0, n_logprobs = 0;
    int rc = decode_words(text_of(line, "tokens"), a, &ids, &n_ids, err);
    if (rc == 0)
        rc = decode_words(text_of(line, "logprobs"), a, &logprobs, &n_logprobs, err);
    if (rc == 0 && n_ids > 0 && n_logprobs > 0 && n_ids != n_logprobs)
        rc = err_set(err, ERR_INTEGRITY, "%zu tokens and %zu logprobs", n_ids, n_logprobs);
    c->token_ids = ids;
    c->logprobs = logprobs;
    c->n_tokens = n_ids > 0 ? n_ids : n_logprobs;
    for (size_t i = 0; i < n_logprobs; i++) /* unknown ones: no sum */
        c->logprobs_have_gaps = c->logprobs_have_gaps || !isfinite(c->logprobs[i]);
    return rc;
}

static int put_rewards(struct log_rows *w, const struct json *line, int64_t rollout_id,
                       struct err *err)
{
    int rc = 0;
    const struct json *rewards = json_get(line, "rewards");
    for (const struct json *m = rewards == NULL ? NULL : json_first(rewards); m != NULL && rc == 0;
         m = json_next(m)) {
        double value = (double)NAN;
        if (!json_number(m, &value) || !isfinite(value))
            continue;
        struct stmt *st = db_query(w->db, "put_reward");
        stmt_bind_int(st, ":rollout_id", rollout_id);
        stmt_bind_text(st, ":recipe", json_key(m));
        stmt_bind_real(st, ":value", value);
        stmt_bind_real(st, ":advantage", number_of(line, "advantage"));
        rc = stmt_run(st, err);
    }
    return rc;
}

static int put_verdict(struct log_rows *w, const char *record, struct arena *a, int64_t rollout_id,
                       struct err *err)
{
    struct evaluation_record e;
    int64_t device_id = 0, id = 0;
    int rc = evaluation_record_get(record, strlen(record), a, &e, err);
    if (rc == 0 && e.has_device)
        rc = store_put_device(w->db,
                              &(struct device_row){ .backend = e.device.backend,
                                                    .name = e.device.name,
                                                    .uuid = e.device.uuid,
                                                    .compiler = e.device.compiler,
                                                    .flags = e.device.flags,
                                                    .sandbox = e.device.sandbox,
                                                    .cores = e.device.cores },
                              &device_id, err);
    return rc < 0 ? rc
                  : evaluation_put(w->db,
                                   &(struct evaluation_row){ .rollout_id = rollout_id,
                                                             .device_id = device_id,
                                                             .job = &e.job,
                                                             .result = &e.result },
                                   &id, err);
}

/* A verdict of which only the outcome is known. */
static int put_outcome(struct log_rows *w, const struct json *said, int64_t rollout_id,
                       struct err *err)
{
    struct eval_result r;
    struct eval_job job = { .kernel_text = NULL };
    enum outcome outcome = OUTCOME_INFRA;
    int64_t id = 0;
    const char *name = text_of(said, "outcome");
    if (name == NULL || !outcome_parse(name, &outcome))
        return err_set(err, ERR_INTEGRITY, "'%.40s' is not an outcome", name == NULL ? "" : name);
    eval_result_init(&r, outcome, text_of(said, "message"));
    json_bool(json_get(said, "compiled"), &r.compiled);
    r.correct = outcome == OUTCOME_MEASURED;
    r.compile_ms = r.total_ms = (double)NAN;
    return evaluation_put(
        w->db, &(struct evaluation_row){ .rollout_id = rollout_id, .job = &job, .result = &r }, &id,
        err);
}

static int read_place(struct log_rows *w, const struct log_run *run, const struct json *line,
                      struct completion_place *out, struct err *err)
{
    const char *task = text_of(line, "task");
    struct known_name *known = NULL;
    int rc = find_run(w, run, &out->run_id, err);
    if (rc == 0)
        rc = find_task(w, out->run_id, task == NULL || *task == '\0' ? PROXY_TASK : task, &known,
                       err);
    if (rc == 0) {
        out->task_id = known->id;
        out->task = known->task;
        rc = index_of(line, "step", "step", &out->step, err);
    }
    if (rc == 0)
        rc = index_of(line, "turn", "turn", &out->turn, err);
    if (rc == 0)
        rc = index_of(line, "sample", "sample", &out->sample, err);
    out->step = out->step < 0 ? 0 : out->step;
    out->turn = out->turn < 0 ? 0 : out->turn;
    return rc < 0 ? rc : find_place(w, out, err);
}

static int put_rollout(struct log_rows *w, const struct log_run *run, const struct json *line,
                       struct arena *a, struct err *err)
{
    struct completion_place place = { .form = ANSWER_FILE };
    int prompt_tokens = -1;
    int64_t rollout_id = 0, code_id = 0;
    bool is_new = false;
    const char *prompt = text_of(line, "prompt"), *text = text_of(line, "completion");
    const char *verdict = text_of(line, "verdict");
    int rc = index_of(line, "prompt_tokens", "prompt_tokens", &prompt_tokens, err);
    struct completion c = { .text = text == NULL ? "" : text,
                            .text_len = text == NULL ? 0 : strlen(text),
                            .finish_reason = text_of(line, "finish"),
                            .logprob_temperature = number_of(line, "temperature"),
                            .prompt_tokens = prompt_tokens,
                            .completion_tokens = -1,
                            .extra = json_text(json_get(line, "extra"), a) };
    if (rc == 0)
        rc = read_tokens(line, a, &c, err);
    c.completion_tokens = c.n_tokens > 0 ? 0 : -1;
    if (rc == 0)
        rc = read_place(w, run, line, &place, err);
    if (rc == 0 && prompt != NULL)
        rc = store_put_blob(w->db, "prompt", prompt, strlen(prompt), &place.prompt_blob_id, err);
    if (rc == 0)
        rc = completion_put(w->db, &place, &c, a, &rollout_id, &code_id, &is_new, err);
    if (rc == 0)
        rc = put_rewards(w, line, rollout_id, err);
    if (rc == 0 && verdict != NULL)
        return put_verdict(w, verdict, a, rollout_id, err);
    const struct json *outcome = json_get(line, "outcome");
    return rc < 0 || outcome == NULL ? rc : put_outcome(w, outcome, rollout_id, err);
}

/* Metrics of one step may come by parts: a later value of a name counts. */
static int merge_metrics(struct log_rows *w, int64_t run_id, int step, const struct json *more,
                         struct arena *a, const char **out, struct err *err)
{
    struct stmt *st = db_query(w->db, "log_step_metrics");
    struct json *CLEANUP(json_free_ptr) all = json_new_object();
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":step", step);
    int rc = stmt_step(st, err);
    const char *old = rc > 0 ? arena_strdup(a, stmt_text(st, LOG_STEP_METRICS_UPDATE_METRICS)) : "";
    stmt_reset(st);
    if (rc < 0)
        return rc;
    const struct json *before =
        *old == '\0' ? NULL : json_parse_arena("metrics", 1, old, strlen(old), a, err);
    const struct json *parts[] = { before, more };
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        for (const struct json *m = parts[i] == NULL ? NULL : json_first(parts[i]); m != NULL;
             m = json_next(m)) {
            double v = (double)NAN;
            if (json_key(m) == NULL || (i == 0 && json_get(more, json_key(m)) != NULL))
                continue;
            if (json_number(m, &v) && isfinite(v))
                json_add_number(all, json_key(m), v);
            else
                json_add_null(all, json_key(m));
        }
    *out = json_text(all, a);
    return 0;
}

static int put_metrics(struct log_rows *w, const struct log_run *run, const struct json *line,
                       struct arena *a, struct err *err)
{
    int64_t run_id = 0;
    int step = 0;
    const char *metrics = NULL;
    const struct json *more = json_get(line, "metrics");
    if (json_type(more) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "metrics is not an object");
    int rc = index_of(line, "step", "step", &step, err);
    if (rc == 0)
        rc = find_run(w, run, &run_id, err);
    step = step < 0 ? 0 : step;
    if (rc == 0)
        rc = merge_metrics(w, run_id, step, more, a, &metrics, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(w->db, "insert_step");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_null(st, ":checkpoint_id");
    rc = stmt_run(st, err);
    if (rc < 0)
        return rc;
    st = db_query(w->db, "set_step_metrics");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_text(st, ":update_metrics", metrics);
    return stmt_run(st, err);
}

int log_rows_put(struct log_rows *w, const struct log_run *run, const char *line, size_t len,
                 bool *out_ended, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *root = json_parse_arena("a line", 1, line, len, &a, err);
    int64_t run_id = 0;
    if (root == NULL)
        return err->code;
    const char *kind = text_of(root, "k");
    if (kind != NULL && strcmp(kind, "r") == 0)
        return put_rollout(w, run, root, &a, err);
    if (kind != NULL && strcmp(kind, "m") == 0)
        return put_metrics(w, run, root, &a, err);
    if (kind == NULL || strcmp(kind, "e") != 0)
        return err_set(err, ERR_INTEGRITY, "a line of kind %.20s", kind == NULL ? "none" : kind);
    *out_ended = true;
    return find_run(w, run, &run_id, err); /* a run without rollouts is one, too */
}

int log_rows_close_run(struct log_rows *w, const struct log_run *run, bool cut, struct err *err)
{
    char now[32];
    int64_t run_id = 0;
    int rc = find_run(w, run, &run_id, err);
    if (rc < 0)
        return rc;
    clock_utc(now);
    struct stmt *st = db_query(w->db, "log_close_run");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":status", cut ? "interrupted" : "complete");
    stmt_bind_text(st, ":finished_at", now);
    rc = stmt_run(st, err);
    forget_names(w); /* who logs to it again opens it again */
    return rc;
}
