/*
 * builtin_model.h - the numbers of the builtin policy: distributions over choices, loss, gradient.
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_BUILTIN_MODEL_H
#define ROLLBOOK_SAMPLE_BUILTIN_BUILTIN_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/mem.h"
#include "src/sample/builtin/adapter.h"
#include "src/sample/builtin/grammar.h"
#include "src/sample/policy.h"

#define BUILTIN_VERSION "builtin/1"

struct builtin_config {
    uint64_t seed;
    size_t rank;
    double init_scale; /* of W0, standard deviation */
    double learning_rate;
    bool share; /* options of one name in slots of one name learn together, in all grammars */
};

struct builtin_model {
    struct arena arena;
    struct builtin_config config;
    struct grammar_set set;
    struct adapter adapter;
    struct adam adam;
    char hash[65]; /* of unadapted samples and the state's size */
};

/* config is JSON text or NULL; members: seed, rank, init_scale, learning_rate, share. */
int builtin_config_parse(const char *config, struct builtin_config *out, struct err *err);
/* The model owns m->arena: release it by arena_release.  It borrows set's memory. */
void builtin_model_init(struct builtin_model *m, const struct builtin_config *config,
                        const struct grammar_set *set);

struct builtin_choice {
    size_t slot;
    uint32_t available;
    double logprob[GRAMMAR_MAX_OPTIONS];
    double hidden[ADAPTER_MAX_RANK];
    struct feature_list phi;
};

void builtin_choice_compute(const struct builtin_model *m, const struct grammar_walk *w,
                            const struct feature_list *task, double temperature,
                            struct builtin_choice *out);
double builtin_choice_entropy(const struct builtin_choice *c); /* nats */

/* ERR_NOMATCH: the family has no grammar. */
int builtin_find_grammar(const struct builtin_model *m, const struct task *task,
                         const struct grammar **out, struct err *err);

struct builtin_batch {
    size_t n_tokens;
    double loss, ratio_sum, entropy_sum, kl_sum;
};

struct builtin_objective {
    const struct update_item *items;
    size_t n;
    const struct update_options *options;
};
/*
 * Loss and aggregation as in update_options, where NULLs mean -(1/n) sum over items of advantage *
 * sum over tokens of exp(new - old log-prob); the norm of an aggregation that has one is the most
 * tokens of a walk.  gradient (adapter_param_count values, or NULL) becomes d loss / d params.
 * ERR_USAGE: items are not finite; ERR_INTEGRITY: tokens are no walk.
 */
int builtin_loss(const struct builtin_model *m, const struct builtin_objective *o, double *gradient,
                 struct builtin_batch *out, struct err *err);

/* The adaptive state as bytes.  ERR_INTEGRITY: damaged; ERR_USAGE: of another model. */
void checkpoint_save(const struct builtin_model *m, struct buf *out);
int checkpoint_load(struct builtin_model *m, const void *data, size_t len, struct err *err);

#endif
