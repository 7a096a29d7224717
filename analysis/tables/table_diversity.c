#include "analysis/tables/table_diversity.h"

#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/from_store/load_codes.h"
#include "analysis/study/diversity.h"
#include "src/base/deflate.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define NO_PTX  "no PTX: neither the code, nor a stored compiled object, nor a field \"ptx\""
#define NO_TEXT "asked for by --text; or tokens exist at levels stripped and renamed"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "level", 0, COLUMN_TEXT, "when kernels are the same" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "m", 0, COLUMN_INT, "samples rarefied to", "no task with two samples" },
    { "unique", 4, COLUMN_REAL, "different kernels", NO_PTX },
    { "unique_ratio", 4, COLUMN_REAL, "unique / n", NO_PTX },
    { "hill_1", 4, COLUMN_REAL, "exp of the Shannon entropy", NO_PTX },
    { "hill_2", 4, COLUMN_REAL, "inverse of the sum of squared shares", NO_PTX },
    { "hill_inf", 4, COLUMN_REAL, "inverse of the largest share", NO_PTX },
    { "entropy", 4, COLUMN_REAL, "Shannon, nats, plug-in", NO_PTX, .unit = "nats" },
    { "entropy_miller_madow", 4, COLUMN_REAL, "+ (unique - 1) / (2 n)", NO_PTX, .unit = "nats" },
    { "entropy_chao_shen", 4, COLUMN_REAL, "by coverage", NO_PTX, .unit = "nats" },
    { "collision", 4, COLUMN_REAL, "chance that two samples are the same, unbiased", NO_PTX },
    { "unseen_mass", 4, COLUMN_REAL, "Good-Turing f1 / n", NO_PTX },
    { "coverage", 4, COLUMN_REAL, "of the sample", NO_PTX },
    { "chao1", 4, COLUMN_REAL, "estimated number of kernels", NO_PTX },
    { "richness_m", 4, COLUMN_REAL, "expected different ones among m", NO_PTX },
    { "hill_1_m", 4, COLUMN_REAL, "hill_1 among m", NO_PTX },
    { "hill_2_m", 4, COLUMN_REAL, "hill_2 among m", NO_PTX },
    { "distinct_2", 4, COLUMN_REAL, "different / all pairs of tokens", NO_TEXT },
    { "distinct_2_adjusted", 4, COLUMN_REAL, "divided by its expectation", NO_TEXT },
    { "self_bleu", 4, COLUMN_REAL, "BLEU-4 of each against the others", NO_TEXT },
    { "compression_distance", 4, COLUMN_REAL, "mean normalised distance of pairs", NO_TEXT },
    { "vendi", 4, COLUMN_REAL, "Vendi score", NO_TEXT },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.diversity/1",
    .rows = "how many different kernels there are",
    SHAPE_COLUMNS(columns),
    .formulas = { "Hill number of order $q$: $\\left(\\sum_i p_i^q\\right)^{1/(1-q)}$; order 1: "
                  "exp(Shannon entropy)",
                  "rarefied richness $\\mathrm{E}[U_m] = \\sum_i (1 - S(m; n, n_i))$ with $S(m; n, "
                  "c) = \\binom{n-c}{m} / \\binom{n}{m}$. unseen mass $= f_1 / n$. Chao1 $= U + "
                  "\\frac{f_1 (f_1 - 1)}{2 (f_2 + 1)}$ with $f_1$ kinds seen once, $f_2$ twice",
                  "Miller-Madow: $+ \\frac{U - 1}{2 n}$; Chao-Shen by coverage",
                  "Vendi $= \\exp(-\\sum_i \\lambda_i \\ln \\lambda_i)$, $\\lambda_i$ the "
                  "eigenvalues of the similarity matrix divided by $n$" },
    .references = { "Hill 1973, Diversity and evenness, Ecology 54",
                    "Hurlbert 1971, The nonconcept of species diversity, Ecology 52",
                    "Chao and Shen 2003, Nonparametric estimation of Shannon's index of diversity, "
                    "Environmental and Ecological Statistics 10",
                    "Friedman and Dieng 2023, The Vendi Score (arXiv 2210.02410)",
                    "Zhu et al. 2018, Texygen (self-BLEU; arXiv 1802.01886)",
                    "Li et al. 2016, A Diversity-Promoting Objective Function for Neural "
                    "Conversation Models (distinct-n; arXiv 1510.03055)" },
    .denominator = "samples with code at the level, by task and step",
    .n = "the column n; rarefied to m",
    .queries = { "load_codes", "load_code_texts" },
};

static const char *why_undefined(const struct diversity_row *r, size_t measure,
                                 const struct diversity_options *o)
{
    if (measure >= DIVERSITY_DISTINCT_2) {
        if (!o->texts)
            return "asked for by --text";
        if (r->level != IDENTITY_STRIPPED && r->level != IDENTITY_RENAMED)
            return "tokens exist at levels stripped and renamed";
    }
    if (r->n == 0)
        return code_level_reason(r->level);
    if (measure >= DIVERSITY_RICHNESS_M && measure <= DIVERSITY_HILL_2_M && r->n < r->m)
        return "fewer than m samples";
    return "too few samples";
}

static void put_row(struct table *t, const struct code_set *set, const struct diversity_row *r,
                    const struct diversity_options *o)
{
    struct cell *c = table_row(t);
    *c++ = cell_text(t, set->runs[r->run]);
    *c++ = cell_int(r->step);
    *c++ = cell_text(t, r->task == DIVERSITY_ALL_TASKS ? "all" : set->tasks[r->task]);
    *c++ = cell_text(t, code_level_name(r->level));
    *c++ = cell_int(r->n);
    *c++ = r->m > 0 ? cell_int(r->m) : cell_na(t, "no task with two samples");
    for (size_t k = 0; k < DIVERSITY_MEASURES; k++)
        *c++ = tables_real(t, r->values[k], why_undefined(r, k, o));
}

static void note_diversity(struct table *t, const struct code_set *set,
                           const struct diversity_table *d, const struct diversity_options *o)
{
    static const char *const of_names[] = { "every sample with code", "compiled samples",
                                            "correct samples" };
    (set->n_without_code > 0 ? table_left_out : table_note)(
        t, "of %s, the last turn of each; %zu samples without code are left out", of_names[o->of],
        set->n_without_code);
    if (d->n_left_out > 0)
        table_left_out(t,
                       "%zu cases: a sample without PTX, or without a compiled object's hash, is "
                       "left out of that level",
                       d->n_left_out);
    table_note(t,
               "levels: bytes. stripped: without white space and comments. renamed: declared names "
               "replaced by numbers. ptx: the PTX program without comments, line marks, names and "
               "numbers of registers and labels. artifact: the compiled object by its hash");
    table_reading(
        t, "distinct kernels among the samples of a task and step; task all: mean over tasks");
    table_note(t,
               "task all: mean over the tasks where a measure is defined, each task weighing the "
               "same. richness_m: expected among m of the n samples. hill_1_m: exp of the expected "
               "entropy of m, hill_2_m: 1 / the expected sum of squared shares, neither of which "
               "is an expected Hill number (m: %s)",
               o->m > 0 ? "given" : "the smallest n >= 2 of any task and step at the level");
    table_note(t, "entropies in nats; hill_q = exp(Renyi entropy of order q). collision: chance "
                  "that two samples are the same kernel, unbiased. unseen_mass: Good-Turing f1/n");
    if (!o->texts)
        return;
    table_note(
        t,
        "of texts: the first %zu samples of a task and step (%zu groups have more); tokens of this "
        "level. distinct_2 falls with length; the adjusted value divides by its expectation. "
        "self_bleu: BLEU-4, zero counts as 0.1. vendi: Jaccard of 4-token shingles. "
        "compression_distance: %s, raw deflate, level 9, pairs within a window of %d bytes",
        o->max_texts, d->n_cut_groups, deflate_version(), DIVERSITY_WINDOW);
}

static int read_levels(const char *text, bool *levels, struct arena *arena, struct err *err)
{
    char **items = NULL;
    size_t n = str_split(arena, text, ',', &items);
    for (size_t i = 0; i < n; i++) {
        size_t level = 0;
        bool all = strcmp(items[i], "all") == 0;
        if (!all && !code_level_parse(items[i], &level))
            return err_set(
                err, ERR_USAGE,
                "--level: '%s' is not one of bytes, stripped, renamed, ptx, artifact, all",
                items[i]);
        levels[level] = true;
        for (size_t k = 0; all && k < CODE_LEVELS; k++)
            levels[k] = true;
    }
    return 0;
}

static int check(const struct table_diversity_options *o, struct err *err)
{
    if (o->m < 0)
        return err_set(err, ERR_USAGE, "--m is at least 1, or 0 for the smallest n");
    if (o->max_texts < 2 || o->max_texts > DIVERSITY_MAX_SAMPLES)
        return err_set(err, ERR_USAGE, "--max-texts is 2 to %d", DIVERSITY_MAX_SAMPLES);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_diversity_options *o = options;
    const char *const *names = NULL;
    size_t n_names = 0;
    bool levels[CODE_LEVELS] = { false };
    const struct diversity_options how = { .of = o->of,
                                           .levels = levels,
                                           .m = o->m,
                                           .texts = o->text,
                                           .max_texts = (size_t)o->max_texts };
    struct code_set set;
    struct table t;
    int rc = check(o, err);
    if (rc == 0)
        rc = read_levels(o->level, levels, in->arena, err);
    if (rc == 0)
        rc = tables_names(in, &names, &n_names, err);
    if (rc == 0)
        rc = load_codes(
            &(struct load_request){
                .db = in->db, .names = names, .n_names = n_names, .arena = in->arena },
            o->text, &set, err);
    if (rc < 0)
        return rc;
    if (set.n_samples == 0)
        return err_set(err, ERR_NODATA, "no sample of these runs has code");
    struct diversity_table d = diversity_of_groups(&set, &how, in->arena);
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < d.n_rows; i++) {
        if (!o->mean || d.rows[i].task == DIVERSITY_ALL_TASKS)
            put_row(&t, &set, &d.rows[i], &how);
    }
    note_diversity(&t, &set, &d, &how);
    *out = t;
    return 0;
}

/* By enum diversity_of. */
static const char *const ofs[] = { "all", "compiled", "correct", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_diversity_options, level, "level", "NAME,...",
           "when kernels are the same: bytes, stripped, renamed, ptx, artifact, or all",
           .repeats = true),
    OPTION(struct table_diversity_options, of, "of", "WHAT", "all, compiled or correct samples",
           .choices = ofs),
    OPTION(struct table_diversity_options, m, "m", "M",
           "samples to rarefy to; 0: the smallest n of any task"),
    OPTION(struct table_diversity_options, mean, "mean", NULL, "only the means over tasks"),
    OPTION(struct table_diversity_options, text, "text", NULL,
           "also distinct-n, self-BLEU, compression distance and Vendi score"),
    OPTION(struct table_diversity_options, max_texts, "max-texts", "N",
           "samples of a task and step that --text looks at"),
};

const struct table_kind table_diversity = {
    .command = "analyze diversity",
    .summary = "how many different kernels there are, per task and step",
    .usage = "rollbook analyze diversity [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze diversity --run ttt-42 --mean\n  rollbook analyze diversity "
                "--run bon-42,ttt-42 --of correct --level all\n  rollbook analyze diversity --run "
                "ttt-42 --text --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_diversity_options){ STANDARD_diversity },
                 sizeof(struct table_diversity_options) },
    .make = make,
};
