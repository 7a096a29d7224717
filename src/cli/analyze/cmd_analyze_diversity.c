/*
 * cmd_analyze_diversity.c - analyze diversity: how many different kernels there are.
 */
#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/load/load_codes.h"
#include "analysis/study/diversity_compression.h"
#include "analysis/study/diversity_groups.h"
#include "analysis/study/diversity_text.h"
#include "src/base/deflate.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze/analyze_common.h"

enum column {
    COL_RUN,
    COL_STEP,
    COL_TASK,
    COL_LEVEL,
    COL_N,
    COL_M,
    COL_FIRST,
    COL_COUNT = COL_FIRST + DIVERSITY_MEASURES
};

static const struct table_column columns[COL_COUNT] = {
    { "run", 0 },
    { "step", 0 },
    { "task", 0 },
    { "level", 0 },
    { "n", 0 },
    { "m", 0 },
    { "unique", 4 },
    { "unique_ratio", 4 },
    { "hill_1", 4 },
    { "hill_2", 4 },
    { "hill_inf", 4 },
    { "entropy", 4 },
    { "entropy_miller_madow", 4 },
    { "entropy_chao_shen", 4 },
    { "collision", 4 },
    { "unseen_mass", 4 },
    { "coverage", 4 },
    { "chao1", 4 },
    { "richness_m", 4 },
    { "hill_1_m", 4 },
    { "hill_2_m", 4 },
    { "distinct_2", 4 },
    { "distinct_2_adjusted", 4 },
    { "self_bleu", 4 },
    { "compression_distance", 4 },
    { "vendi", 4 },
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
    c[COL_RUN] = cell_text(t, set->runs[r->run]);
    c[COL_STEP] = cell_int(r->step);
    c[COL_TASK] = cell_text(t, r->task == DIVERSITY_ALL_TASKS ? "all" : set->tasks[r->task]);
    c[COL_LEVEL] = cell_text(t, code_level_name(r->level));
    c[COL_N] = cell_int(r->n);
    c[COL_M] = r->m > 0 ? cell_int(r->m) : cell_na(t, "no task with two samples");
    for (size_t k = 0; k < DIVERSITY_MEASURES; k++)
        c[COL_FIRST + k] = tables_real(t, r->values[k], why_undefined(r, k, o));
}

static void note_diversity(struct table *t, const struct code_set *set,
                           const struct diversity_table *d, const struct diversity_options *o)
{
    static const char *const of_names[] = { "every sample with code", "compiled samples",
                                            "correct samples" };
    table_note(t, "of %s, the last turn of each; %zu samples without code are left out",
               of_names[o->of], set->n_without_code);
    if (d->n_left_out > 0)
        table_note(t,
                   "%zu times a sample is left out of a level for which it has neither PTX nor a "
                   "compiled object's hash",
                   d->n_left_out);
    table_note(
        t, "levels: bytes; stripped: without white space and comments; renamed: declared "
           "names replaced by numbers; ptx: the PTX program without comments, line marks, names "
           "and numbers of registers and labels; artifact: the compiled object by its hash");
    table_note(t,
               "task all: mean over the tasks where a measure is defined, each task weighing the "
               "same; richness_m, hill_1_m, hill_2_m: expected among m of the n samples (m: %s)",
               o->m > 0 ? "given" : "the smallest n >= 2 of any task and step at the level");
    table_note(t, "entropies in nats; hill_q = exp(Renyi entropy of order q); collision: chance "
                  "that two samples are the same kernel, unbiased; unseen_mass: Good-Turing f1/n");
    if (!o->texts)
        return;
    table_note(t,
               "of texts: the first %zu samples of a task and step (%zu groups have more); tokens "
               "of this level; distinct_2 falls with length, the adjusted one divides by its "
               "expectation; self_bleu: BLEU-4, zero counts as 0.1; vendi: Jaccard of 4-token "
               "shingles; compression_distance: %s, raw deflate, level 9, pairs within "
               "a window of %d bytes",
               o->max_texts, d->n_cut_groups, deflate_version(), DIVERSITY_WINDOW);
}

static int read_levels(struct cli *cli, bool *levels, struct err *err)
{
    char **items = NULL;
    size_t n = str_split(cli->arena, opt_text(cli, "level"), ',', &items);
    for (size_t i = 0; i < n; i++) {
        size_t level = 0;
        bool all = strcmp(items[i], "all") == 0;
        if (!all && !code_level_parse(items[i], &level))
            return err_set(err, ERR_USAGE,
                           "--level: '%s' is none of bytes, stripped, renamed, ptx, artifact, all",
                           items[i]);
        levels[level] = true;
        for (size_t k = 0; all && k < CODE_LEVELS; k++)
            levels[k] = true;
    }
    return 0;
}

static int read_options(struct cli *cli, struct diversity_options *o, struct err *err)
{
    static const char *const names[] = { "all", "compiled", "correct" };
    size_t of = 0;
    while (of < ARRAY_LEN(names) && strcmp(opt_text(cli, "of"), names[of]) != 0)
        of++;
    if (of == ARRAY_LEN(names))
        return err_set(err, ERR_USAGE, "--of: '%s' is none of all, compiled, correct",
                       opt_text(cli, "of"));
    o->of = (enum diversity_of)of;
    o->m = opt_int(cli, "m");
    o->texts = opt_flag(cli, "text");
    int64_t max_texts = opt_int(cli, "max-texts");
    if (o->m < 0)
        return err_set(err, ERR_USAGE, "--m is at least 1, or 0 for the smallest n");
    if (max_texts < 2 || max_texts > DIVERSITY_MAX_SAMPLES)
        return err_set(err, ERR_USAGE, "--max-texts is 2 to %d", DIVERSITY_MAX_SAMPLES);
    o->max_texts = (size_t)max_texts;
    return 0;
}

static int run_diversity(struct cli *cli, struct err *err)
{
    const char *const *names = NULL;
    size_t n_names = 0;
    bool levels[CODE_LEVELS] = { false };
    struct diversity_options o = { .levels = levels };
    struct code_set set;
    struct table t;
    int rc = read_options(cli, &o, err);
    if (rc == 0)
        rc = read_levels(cli, levels, err);
    if (rc == 0)
        rc = analyze_run_names_or_all(cli, &names, &n_names, err);
    if (rc == 0)
        rc = load_codes(cli->db, names, n_names, o.texts, cli->arena, &set, err);
    if (rc < 0)
        return rc;
    if (set.n_samples == 0)
        return err_set(err, ERR_NODATA, "no sample of these runs has code");
    struct diversity_table d = diversity_of_groups(&set, &o, cli->arena);
    table_init(&t, cli->arena, "rollbook.analyze.diversity/1", columns, COL_COUNT);
    for (size_t i = 0; i < d.n_rows; i++) {
        if (!opt_flag(cli, "mean") || d.rows[i].task == DIVERSITY_ALL_TASKS)
            put_row(&t, &set, &d.rows[i], &o);
    }
    note_diversity(&t, &set, &d, &o);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt options[] = {
    ANALYZE_RUN_OPTIONS,
    { "level", 0, OPT_LIST, "NAME,...", "renamed",
      "when kernels are the same: bytes, stripped, renamed, ptx, artifact, or all" },
    { "of", 0, OPT_TEXT, "WHAT", "all", "all, compiled or correct samples" },
    { "m", 0, OPT_INT, "M", "0", "samples to rarefy to; 0: the smallest n of any task" },
    { "mean", 0, OPT_FLAG, NULL, NULL, "only the means over tasks" },
    { "text", 0, OPT_FLAG, NULL, NULL,
      "also distinct-n, self-BLEU, compression distance and Vendi score" },
    { "max-texts", 0, OPT_INT, "N", "64", "samples of a task and step that --text looks at" },
};

const struct command cmd_analyze_diversity = {
    .name = "analyze diversity",
    .summary = "how many different kernels there are, per task and step",
    .usage = "rollbook analyze diversity [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze diversity --run ttt-42 --mean\n"
                "  rollbook analyze diversity --run bon-42,ttt-42 --of correct --level all\n"
                "  rollbook analyze diversity --run ttt-42 --text --json\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_diversity,
};
