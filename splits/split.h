/*
 * split.h - which problems are trained on and which are held out.
 *
 * Format and draw are those of the published KernelBench splits: Python's
 * random.Random(seed).shuffle of the ordered ids, the first int(fraction * n) to train, the rest to
 * eval, each sorted.  split_hash is the sha256 of the object without that member, as
 * json.dumps(sort_keys=True, separators=(",", ":")) prints it.
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
    const char *dataset; /* "ScalingIntelligence/KernelBench"; NULL: none named */
    const char *config_name, *version, *fingerprint; /* of the data set; NULL: not given */
    int64_t num_rows;                                /* 0: not given */
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

/* KernelBench's, levels 1 to 4; else 0. */
size_t split_level_size(int level);

/*
 * fingerprint NULL: the known one (level 1) or none.  ERR_USAGE for an unknown level, or a fraction
 * that leaves a part empty.
 */
int split_make(int level, int64_t seed, double train_fraction, const char *fingerprint,
               struct arena *a, struct split *out, struct err *err);

/* ERR_INTEGRITY, naming both, for a hash that does not match. */
int split_parse(const char *name, const char *text, size_t len, struct arena *a, struct split *out,
                struct err *err);

/*
 * A file, else a built-in split: "l1_seed42", "l1_seed42.json" or "splits/l1_seed42.json".
 * ERR_USAGE when there is neither.
 */
int split_find(const char *name_or_path, struct arena *a, struct split *out, struct err *err);

bool split_has_eval(const struct split *s, int problem_id);
bool split_has_train(const struct split *s, int problem_id);

#endif
