#include "src/cli/analyze_explain.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/table.h"

#define FACTS_MOST 5
#define FILES_MOST 9

struct explanation {
    const char *schema; /* without the version */
    const char *formulas[FACTS_MOST];
    const char *references[FACTS_MOST];
    const char *denominator;
    const char *n;
    const char *queries[FILES_MOST]; /* files of schema/queries, without ending */
};

#define STUDY_QUERIES "load_runs", "load_tasks", "load_cells", "load_rollouts", "load_ledger"
#define CHEN          "Chen et al. 2021, Evaluating Large Language Models Trained on Code (arXiv 2107.03374)"
#define KERNELBENCH   "Ouyang et al. 2025, KernelBench (arXiv 2502.10517)"
#define PKPO          "Walder and Karkhanis 2025, Pass@K Policy Optimization (arXiv 2505.15201)"
#define MILLER        "Miller 2024, Adding Error Bars to Evals (arXiv 2411.00640)"
#define BOWYER        "Bowyer et al. 2025, Don't use the CLT in LLM evals (arXiv 2503.01747)"
#define BROWN         "Brown, Cai and DasGupta 2001, Interval estimation for a binomial proportion"

static const struct explanation explanations[] = {
    {
        "rollbook.analyze.fast-p",
        { "fast_p = mean over problems of (samples that are correct and have speedup > p) / "
          "(samples "
          "in the denominator); --ge: speedup >= p",
          "speedup = baseline runtime / candidate runtime",
          "one sample a problem: Wilson (c + z^2/2 -+ z sqrt(c(n-c)/n + z^2/4)) / (n + z^2), or "
          "Clopper-Pearson by quantiles of the beta distribution",
          "several samples: percentiles over redrawn problems, then binomial draws of each" },
        { KERNELBENCH, BROWN, BOWYER },
        "column denominator: all counts absent problems as failures, attempted leaves them out, "
        "compiled and correct are over those samples",
        "column n: samples in the denominator; n_problems: what the mean is over",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.summary",
        { "geomean = exp(mean of ln speedup), compensated sums; median interpolates between the "
          "two "
          "middle values" },
        { KERNELBENCH },
        "correct samples with a speedup",
        "column timed; attempted counts all samples",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.scaling",
        { "S(K; n, m) = prod_{j<m} (1 - K/(n-j)): chance that K of n samples miss all m marked "
          "ones, a "
          "polynomial in real K",
          "pass@K = 1 - S(K; n, correct); fast_1@K = 1 - S(K; n, fast); mean over tasks, never "
          "pooled",
          "E[best of K] = sum_i x_(i) (F_i - F_(i-1)), F_i = S(K; n, n-i), failures as 0; "
          "best_q = smallest x_(i) with F_i >= q; best_geometric = exp(sum ln x_(i) (F_i - "
          "F_(i-1)) / "
          "P(some speedup))",
          "interval of a rate: task rates drawn from Beta(c + 1/2, n - c + 1/2), through the "
          "beta-binomial 1 - B(a+c, b+n-c+K) / B(a+c, b+n-c)",
          "interval of the best: jackknife over rollouts, for K <= n/2 only; near K = n none is "
          "valid" },
        { CHEN, PKPO, BOWYER },
        "all scored samples of a task at the step; failures count",
        "column n: samples of the smallest task, the largest K; n_tasks: what the mean is over",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.equivalent-k",
        { "K_eq(y) = smallest real K with mean over tasks of 1 - S(K; n, fast) >= y, by bisection; "
          "computed below 1, censored above the base's samples",
          "policy: y = fast_1 of one sample of the adapted policy; budget: y = share of tasks "
          "solved by "
          "any rollout of the run, adaptation included",
          "efficiency = K_eq / rollouts spent a task",
          "interval: tasks, then rollouts of base and method redrawn together, inverted each "
          "time" },
        { CHEN, MILLER },
        "all scored samples of a task, of both policies",
        "columns n_tasks and k_max; rollouts: spent a task",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.selection",
        { "fast_1 of a rule = expected share of (task, run) cells whose pick has speedup > "
          "threshold; "
          "ties by their exact expectation",
          "random of m: 1 - S(m; correct, fast)",
          "p_vs_random = P(sum of independent Bernoulli(fast_t / correct_t) >= observed), by exact "
          "convolution (Poisson-binomial)" },
        { "arXiv 2602.07670 (surprisal-guided selection)", BOWYER },
        "cells; a cell without a correct sample is a failure",
        "column n: cells; cells of one task share it",
        { STUDY_QUERIES, "load_sample_details", "load_codes", "load_code_texts" },
    },
    {
        "rollbook.analyze.trajectory",
        { "aggregate of a step = mean over tasks of fast / rollouts",
          "homogeneity: chi-square of fast and not fast by step, df = steps - 1",
          "flat null: each task keeps its pooled rate at all steps; P(max over steps >= observed) "
          "from "
          "the distribution of sums of binomials, exact when all cells have one n" },
        { "arXiv 2602.07670 (Best of Adaptation)",
          "Cawley and Talbot 2010, On over-fitting in model selection (best step chosen and scored "
          "on "
          "the same rollouts)" },
        "all scored rollouts of the step",
        "column n",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.compare",
        { "difference = mean over tasks of (mean over seeds of B - mean over seeds of A)",
          "sign_flip: share of the 2^tasks sign patterns with |mean| >= observed; exact to 20 "
          "tasks; "
          "smallest p = 2 / 2^tasks",
          "signed_rank: exact distribution of the rank sums (ties: doubled ranks); hodges_lehmann: "
          "median of the Walsh averages with their exact order statistics",
          "mcnemar: binomial(discordant, 1/2); cohens_h = 2 asin sqrt(b) - 2 asin sqrt(a); "
          "cliffs_delta = P(b > a) - P(b < a); rank_biserial = (W+ - W-) / (W+ + W-)",
          "power: of the exact signed-rank test at normal differences with the observed mean and "
          "sd over "
          "tasks; n_required and minimum detectable difference for power 0.8" },
        { MILLER, "Hollander, Wolfe and Chicken 2014, Nonparametric Statistical Methods",
          "Fagerland, Lydersen and Laake 2013 (exact McNemar)",
          "Holm 1979; Benjamini and Hochberg 1995", "Westfall and Young 1993 (max-T)" },
        "tasks present in both groups with a defined value",
        "column n: tasks for task-level rows, task x seed cells for the others",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.audit",
        { "every p-value under each engine and side the claim leaves open; a coefficient over all "
          "values "
          "that round to the printed one: t = r sqrt(df / (1 - r^2))",
          "smallest p of n signs = 2^(1-n); over tasks when n counts tasks x seeds",
          "equivalent K and curves: mean over tasks of 1 - (1 - rate)^K",
          "flat trajectory: as analyze trajectory" },
        { "docs/claims.md", BOWYER, MILLER },
        "as the claim states it; claims that differ are set beside each other",
        "column n: as the claim states it",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.completions",
        { "perplexity = exp(-mean log-prob); bits a byte = -sum of log-probs / (ln 2 bytes)" },
        { "Jelinek et al. 1977 (perplexity)" },
        "tokens whose log-prob is known",
        "the columns of tokens",
        { "load_sample_details" },
    },
    {
        "rollbook.analyze.diversity",
        { "Hill number of order q = (sum p_i^q)^(1/(1-q)); order 1 = exp(Shannon entropy)",
          "rarefied richness E[U_m] = sum_i (1 - S(m; n, n_i)); unseen mass = f1 / n; Chao1 = U + "
          "f1(f1-1) / (2(f2+1))",
          "Miller-Madow: + (U - 1) / (2n); Chao-Shen by coverage",
          "Vendi = exp(-sum l ln l), l the eigenvalues of the similarity matrix / n" },
        { "Hill 1973; Hurlbert 1971; Chao and Shen 2003",
          "Friedman and Dieng 2023, The Vendi Score",
          "Zhu et al. 2018 (self-BLEU); Li et al. 2016 (distinct-n)" },
        "samples with code at the level, by task and step",
        "the column n; rarefied to m",
        { "load_codes", "load_code_texts" },
    },
    {
        "rollbook.analyze.sharpening",
        { "rho = Spearman's coefficient of negative log-prob and speedup from doubled integer "
          "ranks, p by "
          "Student's t with n - 2",
          "within task: Fisher z weighted by n_t - 3",
          "importance weights w = exp(new - old log-prob): forecast = sum w 1[fast] / sum w, ESS = "
          "(sum "
          "w)^2 / sum w^2" },
        { "arXiv 2602.07670 (over-sharpening)", "Kish 1965 (effective sample size)" },
        "samples with a log-prob under the checkpoint",
        "the column n of each row",
        { STUDY_QUERIES, "load_sample_details" },
    },
    {
        "rollbook.analyze.failures",
        { "share = rollouts with the outcome / scored rollouts of the group and step; Wilson "
          "interval",
          "same share at all steps: chi-square of homogeneity, steps - 1 degrees of freedom" },
        { BROWN },
        "scored rollouts, every turn; infra and pending ones are in no denominator",
        "column n",
        { "load_failures" },
    },
    {
        "rollbook.analyze.training",
        { "smoothed_t = sum w^(t-i) x_i / sum w^(t-i) over the steps i <= t with a value",
          "geomean_speedup = exp(mean of ln speedup); mean_surprisal = -mean log-prob a token" },
        { "exponential moving average without the bias of its start (as Kingma and Ba 2015, "
          "section 3)" },
        "scored rollouts of the step; geomean_speedup: correct ones with a speedup",
        "column n",
        { STUDY_QUERIES, "load_training_rewards", "load_training_metrics" },
    },
    {
        "rollbook.analyze.cost",
        { "dollars = tokens / 1e6 * price + seconds / 3600 * price; a part without a use costs 0, "
          "a "
          "used part without a price makes the sum NA" },
        { "the file of --prices" },
        "dollars_per_correct: correct rollouts of the run",
        "column rollouts",
        { "load_cost_rollouts", "load_cost" },
    },
    {
        "rollbook.analyze.timing",
        { "robust_noise = 1.4826 * median |x - median| / median; drift: Theil-Sen slope * (n - 1) "
          "/ median",
          "noise_floor = half the order-statistic interval of the median / median, 95 %" },
        { "Sen 1968, Estimates of the regression coefficient based on Kendall's tau; Conover "
          "1999, Practical Nonparametric Statistics" },
        "medians over the measurements with raw samples",
        "columns with_samples and samples",
        { "load_timing" },
    },
    {
        "rollbook.analyze.hardware",
        { "reference_over_device = runtime on the reference / runtime on the device; all tasks: "
          "exp(mean ln)",
          "percentiles over redrawn tasks" },
        { KERNELBENCH },
        "tasks with a runtime on both devices",
        "column n",
        { "load_hardware" },
    },
    {
        "rollbook.analyze.sweep",
        { "rates = compiled / n and correct / n, Wilson; geomean = exp(mean of ln speedup)",
          "geomean and mean: percentiles over redrawn tasks, then samples; median: order "
          "statistics" },
        { BROWN, MILLER },
        "scored rollouts; speedups over the measured ones",
        "columns n and n_measured",
        { STUDY_QUERIES, "load_baseline" },
    },
};

static const struct explanation *find(const char *schema)
{
    const struct explanation *best = NULL;
    for (size_t i = 0; i < ARRAY_LEN(explanations); i++) {
        const char *name = explanations[i].schema;
        size_t len = strlen(name);
        /* "x.selection" explains "x.selection/1" and "x.selection.rules/1". */
        if (str_starts_with(schema, name) && (schema[len] == '/' || schema[len] == '.') &&
            (best == NULL || len > strlen(best->schema)))
            best = &explanations[i];
    }
    return best;
}

static void note_each(struct table *t, const char *what, const char *const *facts)
{
    for (size_t i = 0; i < FACTS_MOST && facts[i] != NULL; i++)
        table_note(t, "%s: %s", what, facts[i]);
}

/* The statement on one line, without its comments. */
static void note_query(struct table *t, const char *name)
{
    struct buf b = { 0 };
    const char *path = arena_printf(t->arena, "schema/queries/%s.sql", name);
    const struct embedded_file *f = embed_find(embedded_schema, embedded_schema_count, path);
    const char *at = f == NULL ? "" : (const char *)f->data;
    while (*at != '\0') {
        if (at[0] == '-' && at[1] == '-') {
            at += strcspn(at, "\n");
        } else if (strchr(" \t\n", *at) != NULL) {
            at += strspn(at, " \t\n");
            if (b.len > 0)
                buf_putc(&b, ' ');
        } else {
            buf_putc(&b, *at++);
        }
    }
    if (f != NULL)
        table_note(t, "SQL %s: %s", path, buf_text(&b));
    buf_release(&b);
}

void analyze_explain(struct table *t)
{
    const struct explanation *e = find(t->schema);
    if (e == NULL) {
        table_note(t, "no explanation of %s", t->schema);
        return;
    }
    note_each(t, "formula", e->formulas);
    note_each(t, "reference", e->references);
    table_note(t, "denominator: %s", e->denominator);
    table_note(t, "n: %s", e->n);
    for (size_t i = 0; i < FILES_MOST && e->queries[i] != NULL; i++)
        note_query(t, e->queries[i]);
}
