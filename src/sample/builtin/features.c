#include "src/sample/builtin/features.h"

#include <math.h>
#include <string.h>

#include "src/base/str.h"
#include "src/sample/policy.h"
#include "tasks/task.h"

enum {
    AT_BIAS = 0,
    AT_DIMS = 1,
    N_DIMS = 4,
    AT_FLOPS = 5,
    AT_BYTES = 6,
    AT_INTENSITY = 7,
    AT_FAMILY = 8,
    N_FAMILY = 16,
    AT_TASK = 24,
    N_TASK = 32,
    AT_SLOT = 56,
    AT_TOKEN = 88,
    N_TOKEN = 256 - AT_TOKEN,
    AT_TOLD = 256, /* 1 with feedback */
    AT_COMPILED,
    AT_CORRECT,
    AT_SPEEDUP, /* of a correct last answer, log2 / 4 */
    AT_TURNS,   /* answers before / 8 */
    AT_EVER_CORRECT,
    AT_BEST_SPEEDUP,
    AT_CLOSING,
    AT_STATUS,
    N_STATUS = FEATURE_WIDTH - AT_STATUS
};

/* FNV-1a with a final mix, which spreads short names over the buckets. */
static uint32_t hash_bytes(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 16777619u;
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    return h ^ h >> 13;
}

static uint32_t hash_token(int32_t token)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)((uint32_t)token >> (8 * i));
    return hash_bytes(bytes, sizeof(bytes));
}

static void add(struct feature_list *l, size_t index, double value)
{
    l->items[l->n++] = (struct feature){ index, value };
}

/* log2 of an expression over the sizes of case full; 0: undefined. */
static double log2_of(const struct task *t, const struct expr *e)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error error;
    int64_t value = 0;
    size_t n = task_names(t, CASE_FULL, names);
    if (!e || expr_eval(e, names, n, &value, &error) != 0 || value < 1)
        return 0;
    return log2((double)value);
}

void features_of_task(const struct task *task, struct feature_list *out)
{
    double flops = log2_of(task, task->flops), bytes = log2_of(task, task->bytes);
    out->n = 0;
    add(out, AT_BIAS, 1);
    for (size_t d = 0; d < task->n_dims && d < N_DIMS; d++) {
        int64_t size = task->dim_values[CASE_FULL][d];
        add(out, AT_DIMS + d, size > 1 ? log2((double)size) / 16 : 0);
    }
    add(out, AT_FLOPS, flops / 64);
    add(out, AT_BYTES, bytes / 64);
    add(out, AT_INTENSITY, (flops - bytes) / 8);
    add(out, AT_FAMILY + hash_bytes(task->family, strlen(task->family)) % N_FAMILY, 1);
    add(out, AT_TASK + hash_bytes(task->id, strlen(task->id)) % N_TASK, 1);
}

struct told {
    bool compiled, correct;
    double speedup; /* log2; NaN: none */
    uint32_t status;
};

/* What stands behind the label on a line of its own; NULL: no such line. */
static const char *said(const char *feedback, const char *label, size_t *out_len)
{
    size_t len = strlen(label);
    for (const char *line = feedback; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, label, len) == 0) {
            *out_len = strcspn(line + len, "\n");
            return line + len;
        }
    }
    return NULL;
}

static bool says_yes(const char *feedback, const char *label)
{
    size_t len = 0;
    const char *text = said(feedback, label, &len);
    return text != NULL && len == 3 && memcmp(text, "yes", 3) == 0;
}

static struct told read_feedback(const char *feedback)
{
    size_t len = 0;
    struct told t = { says_yes(feedback, "- compiled: "), says_yes(feedback, "- correct: "),
                      (double)NAN, 0 };
    const char *text = said(feedback, "- speedup: ", &len);
    char number[32] = "";
    double v = 0;
    if (text != NULL) {
        size_t n = strcspn(text, " \n");
        memcpy(number, text, n < sizeof(number) - 1 ? n : sizeof(number) - 1);
        if (str_to_double(number, &v) && v > 0)
            t.speedup = log2(v);
    }
    text = said(feedback, "- status: ", &len);
    if (text != NULL)
        t.status = hash_bytes(text, len) % N_STATUS;
    return t;
}

static double bounded(double x)
{
    return fmin(fmax(x / 4, -1), 1);
}

static bool asks_again(const char *text)
{
    return text != NULL && strstr(text, "olve the original") != NULL;
}

void features_of_feedback(const struct exchange *exchanges, size_t n, const char *prompt,
                          struct feature_list *out)
{
    double best = (double)NAN;
    bool ever = false;
    size_t len = 0;
    struct told last = { .speedup = (double)NAN };
    const struct exchange whole = { "", prompt };
    /* A teacher's prompt has everything in one message. */
    if (n == 0 && asks_again(prompt) && said(prompt, "- status: ", &len) != NULL) {
        exchanges = &whole;
        n = 1;
    }
    if (asks_again(prompt) || (n > 0 && asks_again(exchanges[n - 1].feedback)))
        add(out, AT_CLOSING, 1);
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        last = read_feedback(exchanges[i].feedback);
        ever = ever || last.correct;
        if (last.correct)
            best = fmax(best, last.speedup);
    }
    add(out, AT_TOLD, 1);
    add(out, AT_TURNS, fmin((double)n / 8, 1));
    add(out, AT_STATUS + last.status, 1);
    if (last.compiled)
        add(out, AT_COMPILED, 1);
    if (last.correct)
        add(out, AT_CORRECT, 1);
    if (last.correct && !isnan(last.speedup))
        add(out, AT_SPEEDUP, bounded(last.speedup));
    if (ever)
        add(out, AT_EVER_CORRECT, 1);
    if (!isnan(best))
        add(out, AT_BEST_SPEEDUP, bounded(best));
}

void features_of_walk(const struct feature_list *task, const struct grammar_walk *w,
                      struct feature_list *out)
{
    *out = *task;
    add(out, AT_SLOT + w->slot, 1);
    for (size_t s = 0; s < w->slot; s++) {
        if (w->choice[s] < 0)
            continue;
        int32_t token = grammar_token(w->grammar, s, (size_t)w->choice[s]);
        add(out, AT_TOKEN + hash_token(token) % N_TOKEN, 0.5);
    }
}
