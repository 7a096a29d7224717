#include "src/sample/builtin/builtin_model.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "tasks/task.h"

static const struct builtin_config config_default = {
    .seed = 1, .rank = 8, .init_scale = 0.05, .learning_rate = 0.03
};

static int read_config(const struct json *root, struct builtin_config *c, struct err *err)
{
    static const char *const numbers[] = { "init_scale", "learning_rate" };
    double *const values[] = { &c->init_scale, &c->learning_rate };
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_USAGE, "builtin config: must be an object");
    for (const struct json *m = json_first(root); m; m = json_next(m)) {
        const char *key = json_key(m);
        int64_t integer = -1;
        double number = -1;
        bool is_int = json_int(m, &integer), known = false;
        if (strcmp(key, "seed") == 0 && is_int && integer >= 0) {
            c->seed = (uint64_t)integer;
            known = true;
        } else if (strcmp(key, "rank") == 0 && integer >= 1 && integer <= ADAPTER_MAX_RANK) {
            c->rank = (size_t)integer;
            known = true;
        } else if (strcmp(key, "share") == 0) {
            known = json_bool(m, &c->share);
        }
        for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
            if (strcmp(key, numbers[i]) != 0 || !json_number(m, &number) || !isfinite(number) ||
                number < 0)
                continue;
            *values[i] = number;
            known = true;
        }
        if (!known)
            return err_set(err, ERR_USAGE,
                           "builtin config: %s: unknown, or out of range (seed >= 0, rank 1 to %d, "
                           "init_scale >= 0, learning_rate >= 0, share true or false)",
                           key, ADAPTER_MAX_RANK);
    }
    return 0;
}

int builtin_config_parse(const char *config, struct builtin_config *out, struct err *err)
{
    struct builtin_config c = config_default;
    if (config) {
        struct json *CLEANUP(json_free_ptr) root =
            json_parse("builtin config", config, strlen(config), err);
        if (!root)
            return err ? err->code : ERR_USAGE;
        int rc = read_config(root, &c, err);
        if (rc < 0)
            return rc;
    }
    *out = c;
    return 0;
}

static void hash_model(struct builtin_model *m)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_printf(&text, "%s\nseed %llu\nrank %zu\nwidth %d\ninit_scale ", BUILTIN_VERSION,
               (unsigned long long)m->config.seed, m->config.rank, FEATURE_WIDTH);
    buf_put_double(&text, m->config.init_scale);
    buf_printf(&text, "\ngrammar %s\n%s", m->set.sha256, m->config.share ? "share\n" : "");
    sha256_hex(text.data, text.len, m->hash);
}

struct named_row {
    const char *slot, *option;
};

void builtin_model_init(struct builtin_model *m, const struct builtin_config *config,
                        const struct grammar_set *set)
{
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->set = *set;
    int32_t *ids = arena_array(&m->arena, set->n_tokens, sizeof(*ids));
    for (size_t g = 0; g < set->n; g++) {
        for (size_t t = 0; t < set->items[g].n_tokens; t++)
            ids[set->items[g].row + t] = set->items[g].first_token + (int32_t)t;
    }
    m->adapter.rows = set->n_tokens;
    m->adapter.rank = config->rank;
    adapter_init(&m->adapter, ids, config->seed, config->init_scale, &m->arena);
    m->adam.n = adapter_param_count(&m->adapter);
    m->adam.m = arena_array(&m->arena, m->adam.n, sizeof(double));
    m->adam.v = arena_array(&m->arena, m->adam.n, sizeof(double));
    if (config->share) {
        /* The first row of the same names. */
        struct named_row *names = arena_array(&m->arena, set->n_tokens, sizeof(*names));
        size_t *shared = arena_array(&m->arena, set->n_tokens, sizeof(*shared));
        for (size_t g = 0; g < set->n; g++)
            for (size_t s = 0; s < set->items[g].n_slots; s++) {
                const struct grammar_slot *slot = &set->items[g].slots[s];
                for (size_t o = 0; o < slot->n_options; o++)
                    names[set->items[g].row + slot->first + o] =
                        (struct named_row){ slot->name, slot->options[o].name };
            }
        for (size_t row = 0; row < set->n_tokens; row++)
            while (strcmp(names[shared[row]].slot, names[row].slot) != 0 ||
                   strcmp(names[shared[row]].option, names[row].option) != 0)
                shared[row]++;
        m->adapter.shared = shared;
    }
    hash_model(m);
}

/* In place, over available options. */
static void log_softmax(double *x, size_t n, uint32_t available, double temperature)
{
    const double never = -(double)INFINITY;
    double top = never, sum = 0;
    for (size_t o = 0; o < n; o++) {
        x[o] /= temperature;
        if ((available >> o & 1u) && x[o] > top)
            top = x[o];
    }
    for (size_t o = 0; o < n; o++) {
        if (available >> o & 1u)
            sum += exp(x[o] - top);
    }
    double norm = top + log(sum);
    for (size_t o = 0; o < n; o++)
        x[o] = available >> o & 1u ? x[o] - norm : never;
}

void builtin_choice_compute(const struct builtin_model *m, const struct grammar_walk *w,
                            const struct feature_list *task, double temperature,
                            struct builtin_choice *out)
{
    const struct grammar_slot *slot = &w->grammar->slots[w->slot];
    out->slot = w->slot;
    out->available = grammar_walk_available(w);
    features_of_walk(task, w, &out->phi);
    adapter_hidden(&m->adapter, &out->phi, out->hidden);
    for (size_t o = 0; o < slot->n_options; o++) {
        size_t row = w->grammar->row + slot->first + o;
        out->logprob[o] =
            slot->options[o].logit + adapter_logit(&m->adapter, row, &out->phi, out->hidden);
    }
    log_softmax(out->logprob, slot->n_options, out->available, temperature);
}

double builtin_choice_entropy(const struct builtin_choice *c)
{
    double sum = 0;
    for (size_t o = 0; o < GRAMMAR_MAX_OPTIONS; o++) {
        if (c->available >> o & 1u && c->logprob[o] > -700)
            sum -= exp(c->logprob[o]) * c->logprob[o];
    }
    return sum;
}

int builtin_find_grammar(const struct builtin_model *m, const struct task *task,
                         const struct grammar **out, struct err *err)
{
    if (task->module != NULL)
        return err_set(err, ERR_USAGE,
                       "task %s is a PyTorch problem, for which the builtin policy has no grammar: "
                       "use --policy replay or openai",
                       task->id);
    const struct grammar *g = grammar_of_task(&m->set, task);
    if (!g)
        return err_set(err, ERR_NOMATCH, "task %s: the builtin policy has no grammar for family %s",
                       task->id, task->family);
    *out = g;
    return 0;
}

/*
 * The adaptive state of the builtin policy as bytes.
 *
 *   "RBKCKPT1"  8 bytes
 *   rows, rank, width, Adam steps   u64 each
 *   model hash  64 hex digits
 *   params, first moments, second moments   f64, (rows + width) * rank each
 *   sha256 of everything before   32 bytes
 *
 * Numbers are little-endian.  Equal states give equal bytes.
 */

static const char magic[8] = { 'R', 'B', 'K', 'C', 'K', 'P', 'T', '1' };
#define HEAD_BYTES (sizeof(magic) + 4 * 8 + 64)
#define SUM_BYTES  32

static void put_u64(struct buf *out, uint64_t v)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(v >> (8 * i));
    buf_add(out, bytes, sizeof(bytes));
}

static uint64_t get_u64(const unsigned char *p)
{
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--)
        v = v << 8 | p[i];
    return v;
}

static void put_doubles(struct buf *out, const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof(bits));
        put_u64(out, bits);
    }
}

static void get_doubles(const unsigned char *p, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = get_u64(p + 8 * i);
        memcpy(&out[i], &bits, sizeof(bits));
    }
}

static void digest(const void *data, size_t len, unsigned char out[SUM_BYTES])
{
    struct sha256 sha;
    sha256_init(&sha);
    sha256_update(&sha, data, len);
    sha256_final(&sha, out);
}

void checkpoint_save(const struct builtin_model *m, struct buf *out)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    unsigned char sum[SUM_BYTES];
    buf_add(&b, magic, sizeof(magic));
    put_u64(&b, m->adapter.rows);
    put_u64(&b, m->adapter.rank);
    put_u64(&b, FEATURE_WIDTH);
    put_u64(&b, m->adam.steps);
    buf_add(&b, m->hash, 64);
    put_doubles(&b, m->adapter.params, m->adam.n);
    put_doubles(&b, m->adam.m, m->adam.n);
    put_doubles(&b, m->adam.v, m->adam.n);
    digest(b.data, b.len, sum);
    buf_add(&b, sum, sizeof(sum));
    buf_add(out, b.data, b.len);
}

static int check_head(const struct builtin_model *m, const unsigned char *p, size_t len,
                      struct err *err)
{
    size_t want = HEAD_BYTES + 3 * 8 * m->adam.n + SUM_BYTES;
    unsigned char sum[SUM_BYTES];
    if (len < HEAD_BYTES + SUM_BYTES || memcmp(p, magic, sizeof(magic)) != 0)
        return err_set(err, ERR_INTEGRITY, "checkpoint: not a checkpoint of the builtin policy");
    digest(p, len - SUM_BYTES, sum);
    if (memcmp(sum, p + len - SUM_BYTES, SUM_BYTES) != 0)
        return err_set(err, ERR_INTEGRITY, "checkpoint: damaged (checksum differs)");
    if (memcmp(p + HEAD_BYTES - 64, m->hash, 64) != 0)
        return err_set(err, ERR_USAGE,
                       "checkpoint: of another model (its hash begins with %.12s, this one's with "
                       "%.12s): grammar, seed, rank or init_scale differ",
                       (const char *)p + HEAD_BYTES - 64, m->hash);
    if (get_u64(p + 8) != m->adapter.rows || get_u64(p + 16) != m->adapter.rank ||
        get_u64(p + 24) != FEATURE_WIDTH || len != want)
        return err_set(err, ERR_INTEGRITY, "checkpoint: size does not fit the model");
    return 0;
}

static bool all_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static bool none_negative(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (values[i] < 0)
            return false;
    }
    return true;
}

int checkpoint_load(struct builtin_model *m, const void *data, size_t len, struct err *err)
{
    const unsigned char *p = data;
    size_t n = m->adam.n;
    int rc = check_head(m, p, len, err);
    if (rc < 0)
        return rc;
    double *CLEANUP(mem_free_ptr) values = mem_array(3 * n, sizeof(double));
    get_doubles(p + HEAD_BYTES, values, 3 * n);
    if (!all_finite(values, 3 * n) || !none_negative(values + 2 * n, n))
        return err_set(err, ERR_INTEGRITY, "checkpoint: contains impossible numbers");
    memcpy(m->adapter.params, values, n * sizeof(double));
    memcpy(m->adam.m, values + n, n * sizeof(double));
    memcpy(m->adam.v, values + 2 * n, n * sizeof(double));
    m->adam.steps = get_u64(p + 32);
    return 0;
}
