/*
 * split.h - which problems are trained on and which are held out.
 *
 * The file format and the draw are those of the published KernelBench splits: ids in order are
 * shuffled by Python's random.Random(seed).shuffle, the first int(fraction * n) are the train part,
 * the rest the eval part, each sorted.  split_hash is the sha256 of the object without that member,
 * printed as Python's json.dumps(sort_keys=True, separators=(",", ":")) does.
 */
#ifndef ROLLBOOK_SPLITS_SPLIT_H
#define ROLLBOOK_SPLITS_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;

#define SPLIT_MAX_PROBLEMS 100000

struct split {
    const char *dataset; /* "ScalingIntelligence/KernelBench"; NULL when the file names none */
    const char *config_name, *version, *fingerprint; /* of the data set; NULL when not given */
    int64_t num_rows;                                /* 0 when not given */
    const char *level_name;                          /* "level_1" */
    int level;
    bool has_seed;
    int64_t seed;
    size_t n_train, n_eval;
    const int *train, *eval; /* problem ids, ascending */
    char hash[65];
    const char *text; /* the JSON as read or made */
    size_t text_len;
};

/* Problems of a KernelBench level (1 to 4), 0 for another. */
size_t split_level_size(int level);

/*
 * Draws a split of a KernelBench level.  fingerprint NULL means the known one (level 1) or none.
 * ERR_USAGE for an unknown level, or a fraction that leaves a part empty.
 */
int split_make(int level, int64_t seed, double train_fraction, const char *fingerprint,
               struct arena *a, struct split *out, struct err *err);

/* Reads and verifies: a hash that does not match is ERR_INTEGRITY naming both. */
int split_parse(const char *name, const char *text, size_t len, struct arena *a, struct split *out,
                struct err *err);

/*
 * A file, or when there is none of that name, a built-in split: "l1_seed42", "l1_seed42.json" or
 * "splits/l1_seed42.json".  ERR_USAGE when there is neither.
 */
int split_find(const char *name_or_path, struct arena *a, struct split *out, struct err *err);

bool split_has_eval(const struct split *s, int problem_id);
bool split_has_train(const struct split *s, int problem_id);

#endif
