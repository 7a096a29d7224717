/*
 * split_make.c - draw a split as the published ones were drawn.
 */
#include "splits/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splits/split_hash.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/mt19937.h"
#include "src/json/json.h"

#define MAX_LEVEL_SIZE 100

/* Problems a level (KernelBench v0.2), and the published fingerprint of the data set, for level 1
 * alone. */
static const struct {
    size_t size;
    const char *fingerprint;
} levels[] = {
    { 100, "66eecc5652b90a3e" },
    { 100, NULL },
    { 50, NULL },
    { 20, NULL },
};

size_t split_level_size(int level)
{
    return level >= 1 && level <= (int)ARRAY_LEN(levels) ? levels[level - 1].size : 0;
}

static int by_value(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static void add_ids(struct json *object, const char *key, const int *ids, size_t n)
{
    struct json *list = json_add_array(object, key);
    for (size_t i = 0; i < n; i++)
        json_add_int(list, NULL, ids[i]);
}

static struct json *build(int level, int64_t seed, const char *fingerprint, const int *ids,
                          size_t n_train)
{
    char level_name[32];
    size_t n = split_level_size(level);
    struct json *root = json_new_object();
    struct json *dataset = json_add_object(root, "dataset");
    json_add_string(dataset, "name", "ScalingIntelligence/KernelBench");
    json_add_string(dataset, "config_name", "default");
    json_add_string(dataset, "version", "0.0.0");
    if (fingerprint != NULL)
        json_add_string(dataset, "fingerprint", fingerprint);
    json_add_int(dataset, "num_rows", (int64_t)n);
    snprintf(level_name, sizeof(level_name), "level_%d", level);
    json_add_string(root, "level", level_name);
    json_add_int(root, "seed", seed);
    struct json *parts = json_add_object(root, "problem_ids");
    add_ids(parts, "train", ids, n_train);
    add_ids(parts, "eval", ids + n_train, n - n_train);
    return root;
}

/* Indented by two; a list of numbers stays on its line. */
static void print_lines(const struct json *object, int indent, struct buf *out)
{
    buf_puts(out, "{\n");
    for (const struct json *m = json_first(object); m != NULL; m = json_next(m)) {
        buf_printf(out, "%*s\"%s\": ", indent + 2, "", json_key(m));
        if (json_type(m) == JSON_OBJECT)
            print_lines(m, indent + 2, out);
        else
            json_print(m, false, out);
        buf_puts(out, json_next(m) != NULL ? ",\n" : "\n");
    }
    buf_printf(out, "%*s}", indent, "");
}

static int check_fraction(size_t n, double fraction, size_t *out_train, struct err *err)
{
    if (!(fraction > 0 && fraction < 1))
        return err_set(err, ERR_USAGE, "the train fraction must lie between 0 and 1");
    *out_train = (size_t)(fraction * (double)n);
    if (*out_train == 0)
        return err_set(err, ERR_USAGE, "a train fraction of %g leaves no train problem of %zu",
                       fraction, n);
    return 0;
}

int split_make(int level, int64_t seed, double train_fraction, const char *fingerprint,
               struct arena *a, struct split *out, struct err *err)
{
    int ids[MAX_LEVEL_SIZE];
    size_t n = split_level_size(level), n_train;
    struct mt19937 m;
    struct buf text = { 0 };
    if (n == 0)
        return err_set(err, ERR_USAGE, "level %d: KernelBench has levels 1 to 4", level);
    int rc = check_fraction(n, train_fraction, &n_train, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++)
        ids[i] = (int)i + 1;
    mt19937_seed(&m, seed);
    mt19937_shuffle(&m, ids, n);
    qsort(ids, n_train, sizeof(*ids), by_value);
    qsort(ids + n_train, n - n_train, sizeof(*ids), by_value);
    struct json *root CLEANUP(json_free_ptr) =
        build(level, seed, fingerprint != NULL ? fingerprint : levels[level - 1].fingerprint, ids,
              n_train);
    char hash[65];
    split_hash_tree(root, hash);
    json_add_string(root, "split_hash", hash);
    print_lines(root, 0, &text);
    buf_putc(&text, '\n');
    rc = split_parse("made split", buf_text(&text), text.len, a, out, err);
    buf_release(&text);
    return rc;
}
