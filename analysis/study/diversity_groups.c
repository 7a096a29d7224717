#include "analysis/study/diversity_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/diversity_compression.h"
#include "analysis/study/diversity_counts.h"
#include "analysis/study/diversity_text.h"
#include "src/base/mem.h"

static const char *const measure_names[DIVERSITY_MEASURES] = {
    "unique",
    "unique_ratio",
    "hill_1",
    "hill_2",
    "hill_inf",
    "entropy",
    "entropy_miller_madow",
    "entropy_chao_shen",
    "collision",
    "unseen_mass",
    "coverage",
    "chao1",
    "richness_m",
    "hill_1_m",
    "hill_2_m",
    "distinct_2",
    "distinct_2_adjusted",
    "self_bleu",
    "compression_distance",
    "vendi",
};

const char *diversity_measure_name(enum diversity_measure m)
{
    return measure_names[m];
}

struct group {
    size_t first;
    size_t end;
};

static bool same_group(const struct code_sample *a, const struct code_sample *b)
{
    return a->run == b->run && a->step == b->step && a->task == b->task;
}

static bool is_asked(const struct code_sample *s, enum diversity_of of)
{
    switch (of) {
    case DIVERSITY_OF_ALL:
        return true;
    case DIVERSITY_OF_COMPILED:
        return s->compiled;
    case DIVERSITY_OF_CORRECT:
        return s->correct;
    }
    return false;
}

static struct group *list_groups(const struct code_set *set, size_t *out_n, struct arena *arena)
{
    struct group *groups = arena_array(arena, set->n_samples, sizeof(*groups));
    size_t n = 0;
    for (size_t i = 0; i < set->n_samples; i++) {
        if (i == 0 || !same_group(&set->samples[i - 1], &set->samples[i]))
            groups[n++].first = i;
        groups[n - 1].end = i + 1;
    }
    *out_n = n;
    return groups;
}

static int compare_kinds(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static size_t count_kinds(const struct code_set *set, struct group g, size_t level,
                          enum diversity_of of, int64_t *counts, int64_t *out_n,
                          size_t *out_left_out)
{
    size_t n = 0;
    size_t n_kinds = 0;
    for (size_t i = g.first; i < g.end; i++) {
        const struct code_sample *s = &set->samples[i];
        if (!is_asked(s, of))
            continue;
        if (s->kind[level] < 0)
            ++*out_left_out;
        else
            counts[n++] = s->kind[level];
    }
    *out_n = (int64_t)n;
    if (n == 0)
        return 0;
    qsort(counts, n, sizeof(*counts), compare_kinds);
    for (size_t i = 0; i < n;) {
        size_t k = i;
        while (k < n && counts[k] == counts[i])
            k++;
        counts[n_kinds++] = (int64_t)(k - i);
        i = k;
    }
    return n_kinds;
}

static void put_counts(struct diversity_row *r, const int64_t *counts, size_t n_kinds)
{
    struct diversity_counts d = diversity_of_counts(counts, n_kinds);
    r->values[DIVERSITY_UNIQUE] = (double)d.unique;
    r->values[DIVERSITY_UNIQUE_RATIO] = d.unique_ratio;
    r->values[DIVERSITY_HILL_1] = d.hill[1];
    r->values[DIVERSITY_HILL_2] = d.hill[2];
    r->values[DIVERSITY_HILL_INF] = d.hill_inf;
    r->values[DIVERSITY_ENTROPY] = d.entropy;
    r->values[DIVERSITY_ENTROPY_MM] = d.entropy_miller_madow;
    r->values[DIVERSITY_ENTROPY_CS] = d.entropy_chao_shen;
    r->values[DIVERSITY_COLLISION] = d.collision;
    r->values[DIVERSITY_UNSEEN] = d.unseen_mass;
    r->values[DIVERSITY_COVERAGE] = d.coverage;
    r->values[DIVERSITY_CHAO1] = d.chao1;
    r->values[DIVERSITY_RICHNESS_M] = diversity_rarefied_richness(counts, n_kinds, r->m);
    r->values[DIVERSITY_HILL_1_M] = diversity_rarefied_hill(counts, n_kinds, r->m, 1);
    r->values[DIVERSITY_HILL_2_M] = diversity_rarefied_hill(counts, n_kinds, r->m, 2);
}

/* Tokens at a level, numbered over the whole set. */
struct vocabulary {
    struct diversity_sample *texts;
    int64_t n_words;
};

struct code_word {
    const char *text;
    size_t len;
    int64_t *number;
};

static int compare_words(const void *pa, const void *pb)
{
    const struct code_word *a = pa;
    const struct code_word *b = pb;
    int by_text = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
    return by_text != 0 ? by_text : (a->len > b->len) - (a->len < b->len);
}

static struct vocabulary read_texts(const struct code_set *set, enum identity_level level,
                                    struct arena *arena)
{
    struct vocabulary v = { arena_array(arena, set->n_texts, sizeof(*v.texts)), 0 };
    struct token_list *lists = arena_array(arena, set->n_texts, sizeof(*lists));
    size_t total = 0;
    for (size_t i = 0; i < set->n_texts; i++) {
        lists[i] = code_tokens(level, set->texts[i].text, set->texts[i].len, arena);
        total += lists[i].n;
    }
    struct code_word *words = arena_array(arena, total + 1, sizeof(*words));
    size_t at = 0;
    for (size_t i = 0; i < set->n_texts; i++) {
        int64_t *numbers = arena_array(arena, lists[i].n, sizeof(*numbers));
        for (size_t k = 0; k < lists[i].n; k++)
            words[at++] =
                (struct code_word){ lists[i].items[k].text, lists[i].items[k].len, &numbers[k] };
        v.texts[i] = (struct diversity_sample){ numbers, lists[i].n };
    }
    qsort(words, total, sizeof(*words), compare_words);
    for (size_t i = 0; i < total; i++) {
        if (i == 0 || compare_words(&words[i - 1], &words[i]) != 0)
            v.n_words++;
        *words[i].number = v.n_words - 1;
    }
    return v;
}

static void put_texts(struct diversity_row *r, const struct code_set *set, struct group g,
                      const struct vocabulary *v, const struct diversity_options *o,
                      struct diversity_table *t)
{
    struct arena arena = { 0 };
    struct diversity_sample *s = arena_array(&arena, o->max_texts, sizeof(*s));
    struct code_text *texts = arena_array(&arena, o->max_texts, sizeof(*texts));
    size_t n = 0;
    for (size_t i = g.first; i < g.end; i++) {
        if (!is_asked(&set->samples[i], o->of))
            continue;
        if (n == o->max_texts) {
            t->n_cut_groups++;
            break;
        }
        texts[n] = set->texts[set->samples[i].text];
        s[n++] = v->texts[set->samples[i].text];
    }
    struct diversity_distinct d = diversity_distinct_n(s, n, 2, v->n_words, &arena);
    r->values[DIVERSITY_DISTINCT_2] = d.ratio;
    r->values[DIVERSITY_DISTINCT_2_ADJUSTED] = d.adjusted;
    r->values[DIVERSITY_SELF_BLEU] = diversity_self_bleu(s, n, &arena);
    r->values[DIVERSITY_COMPRESSION] = diversity_compression(texts, n);
    r->values[DIVERSITY_VENDI] = diversity_vendi(s, n, &arena);
    arena_release(&arena);
}

static int64_t common_m(const struct code_set *set, const struct group *groups, size_t n,
                        size_t level, const struct diversity_options *o, int64_t *scratch)
{
    int64_t m = 0;
    size_t ignored = 0;
    for (size_t i = 0; i < n && o->m == 0; i++) {
        int64_t size = 0;
        count_kinds(set, groups[i], level, o->of, scratch, &size, &ignored);
        if (size >= 2 && (m == 0 || size < m))
            m = size;
    }
    return o->m > 0 ? o->m : m;
}

static void clear_values(struct diversity_row *r)
{
    for (size_t k = 0; k < DIVERSITY_MEASURES; k++)
        r->values[k] = STAT_NAN;
}

static void put_mean(struct diversity_row *mean, const struct diversity_row *rows, size_t n)
{
    *mean = (struct diversity_row){ .run = rows[0].run,
                                    .step = rows[0].step,
                                    .task = DIVERSITY_ALL_TASKS,
                                    .level = rows[0].level,
                                    .m = rows[0].m };
    for (size_t i = 0; i < n; i++)
        mean->n += rows[i].n;
    for (size_t k = 0; k < DIVERSITY_MEASURES; k++) {
        struct stat_sum sum = { 0 };
        size_t defined = 0;
        for (size_t i = 0; i < n; i++) {
            if (isnan(rows[i].values[k]))
                continue;
            stat_sum_add(&sum, rows[i].values[k]);
            defined++;
        }
        mean->values[k] = defined > 0 ? stat_sum_value(&sum) / (double)defined : STAT_NAN;
    }
}

static void measure_level(const struct code_set *set, const struct diversity_options *o,
                          size_t level, const struct group *groups, size_t n_groups,
                          struct diversity_table *t)
{
    int64_t *counts = mem_array(set->n_samples + 1, sizeof(*counts));
    int64_t m = common_m(set, groups, n_groups, level, o, counts);
    struct arena words = { 0 };
    struct vocabulary v = { 0 };
    bool texts = o->texts && (level == IDENTITY_STRIPPED || level == IDENTITY_RENAMED);
    if (texts)
        v = read_texts(set, (enum identity_level)level, &words);
    size_t mean = 0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct code_sample *s = &set->samples[groups[i].first];
        const struct code_sample *before = i > 0 ? &set->samples[groups[i - 1].first] : NULL;
        const struct code_sample *next =
            i + 1 < n_groups ? &set->samples[groups[i + 1].first] : NULL;
        if (before == NULL || before->run != s->run || before->step != s->step)
            mean = t->n_rows++;
        struct diversity_row *r = &t->rows[t->n_rows++];
        *r = (struct diversity_row){
            .run = s->run, .step = s->step, .task = s->task, .level = level, .m = m
        };
        clear_values(r);
        size_t n_kinds = count_kinds(set, groups[i], level, o->of, counts, &r->n, &t->n_left_out);
        if (r->n > 0)
            put_counts(r, counts, n_kinds);
        if (texts && r->n > 0)
            put_texts(r, set, groups[i], &v, o, t);
        if (next == NULL || next->run != s->run || next->step != s->step)
            put_mean(&t->rows[mean], &t->rows[mean + 1], t->n_rows - mean - 1);
    }
    free(counts);
    arena_release(&words);
}

struct diversity_table diversity_of_groups(const struct code_set *set,
                                           const struct diversity_options *o, struct arena *arena)
{
    struct diversity_table t = { 0 };
    size_t n_groups = 0;
    size_t n_levels = 0;
    struct group *groups = list_groups(set, &n_groups, arena);
    for (size_t level = 0; level < CODE_LEVELS; level++)
        n_levels += o->levels[level] ? 1 : 0;
    t.rows = arena_array(arena, 2 * n_groups * n_levels, sizeof(*t.rows));
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        if (o->levels[level])
            measure_level(set, o, level, groups, n_groups, &t);
    }
    return t;
}
