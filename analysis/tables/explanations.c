#include "analysis/tables/explanations.h"

#include <string.h>

#include "src/base/mem.h"

#define STUDY_QUERIES "load_runs", "load_cells", "load_facts", "load_rollouts", "load_ledger"
#define CHEN          "Chen et al. 2021, Evaluating Large Language Models Trained on Code (arXiv 2107.03374)"
#define KERNELBENCH   "Ouyang et al. 2025, KernelBench (arXiv 2502.10517)"
#define PKPO          "Walder and Karkhanis 2025, Pass@K Policy Optimization (arXiv 2505.15201)"
#define MILLER        "Miller 2024, Adding Error Bars to Evals (arXiv 2411.00640)"
#define BOWYER        "Bowyer et al. 2025, Don't use the CLT in LLM evals (arXiv 2503.01747)"
#define OWEN          "Owen 2007, The pigeonhole bootstrap, Annals of Applied Statistics 1"
#define BROWN                                                                                      \
    "Brown, Cai and DasGupta 2001, Interval estimation for a binomial proportion, Statistical "    \
    "Science 16"
#define PAPER "Surprisal-Guided Selection 2026 (arXiv 2602.07670)"
#define GUO   "Guo et al. 2017, On Calibration of Modern Neural Networks (arXiv 1706.04599)"
#define BRIER                                                                                      \
    "Brier 1950, Verification of forecasts expressed in terms of probability, Monthly Weather "    \
    "Review 78"
#define MURPHY                                                                                     \
    "Murphy 1973, A new vector partition of the probability score, Journal of Applied "            \
    "Meteorology 12"
#define VAICENAVICIUS                                                                              \
    "Vaicenavicius et al. 2019, Evaluating model calibration in classification (arXiv 1902.06977)"
#define COHEN                                                                                      \
    "Cohen 1960, A coefficient of agreement for nominal scales, Educational and Psychological "    \
    "Measurement 20"
#define FISHER                                                                                     \
    "Fisher 1921, On the probable error of a coefficient of correlation deduced from a small "     \
    "sample, Metron 1"
#define KENDALL "Kendall 1942, Partial rank correlation, Biometrika 32"
#define CAWLEY                                                                                     \
    "Cawley and Talbot 2010, On over-fitting in model selection and subsequent selection bias in " \
    "performance evaluation, JMLR 11"
#define COCHRAN                                                                                    \
    "Cochran 1954, Some methods for strengthening the common chi-square tests, Biometrics 10"
#define ARMITAGE                                                                                   \
    "Armitage 1955, Tests for linear trends in proportions and frequencies, Biometrics 11"

static const struct explanation explanations[] = {
    {
        "rollbook.analyze.fast-p",
        { "$\\mathrm{fast}_p$ = mean over problems of $\\frac{\\text{samples that are correct with "
          "speedup} > p}{\\text{samples in the denominator}}$; --ge: speedup $\\ge p$",
          "speedup $= \\frac{\\text{runtime of the baseline}}{\\text{runtime of the candidate}}$",
          "one sample a problem: Wilson $\\frac{c + z^2/2 \\pm z \\sqrt{c(n-c)/n + z^2/4}}{n + "
          "z^2}$, or Clopper-Pearson by quantiles of the beta distribution",
          "several samples: percentiles over redrawn problems, redrawn runs of each (crossed: runs "
          "redrawn once for all problems) and binomial draws of the samples of each; of fewer than "
          "10 problems Student's $t$ on the logit, with a quarter of a problem at one half" },
        { KERNELBENCH, BROWN, BOWYER, OWEN },
        "column denominator: all counts absent problems as failures, attempted leaves them out, "
        "compiled and correct are over those samples",
        "column n: samples in the denominator; n_problems: what the mean is over",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.summary",
        { "geometric mean $= \\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$ of the speedups "
          "$s_i$, compensated sums; the median interpolates between the two middle values" },
        { KERNELBENCH },
        "correct samples with a speedup",
        "column timed; attempted counts all samples",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.scaling",
        { "$S(K; n, m) = \\prod_{j<m} \\left(1 - \\frac{K}{n-j}\\right)$: chance that $K$ of $n$ "
          "samples miss all $m$ marked ones, a polynomial in real $K$",
          "$\\mathrm{pass}@K = 1 - S(K; n, n_{\\text{correct}})$ and $\\mathrm{fast}_1@K = 1 - "
          "S(K; n, n_{\\text{fast}})$; mean over tasks, never pooled",
          "$\\mathrm{E}[\\text{best of } K] = \\sum_i x_{(i)} (F_i - F_{i-1})$ with $F_i = S(K; n, "
          "n-i)$, failures as 0; best_q: smallest $x_{(i)}$ with $F_i \\ge q$; best_geometric $= "
          "\\exp\\left(\\frac{\\sum_i \\ln x_{(i)} (F_i - F_{i-1})}{P(\\text{some "
          "speedup})}\\right)$",
          "interval of a rate: task rates drawn from $\\mathrm{Beta}(c + \\frac{1}{2}, n - c + "
          "\\frac{1}{2})$, through the beta-binomial $1 - \\frac{B(a + c, b + n - c + K)}{B(a + c, "
          "b + n - c)}$ with $a = b = \\frac{1}{2}$",
          "interval of the best: jackknife over rollouts up to $K = n/2$; beyond it a lower end "
          "with $F(x_{(i)})$ drawn as ordered uniforms",
          "interval of best_q: it is the quantile $q^{1/K}$ of one sample, below which "
          "$\\mathrm{Binomial}(n, q^{1/K})$ samples lie; the ordered samples on both sides of it" },
        { CHEN, PKPO, BOWYER,
          "David and Nagaraja 2003, Order Statistics (section 7.1, intervals for quantiles)" },
        "all scored samples of a task at the step; failures count",
        "column n: samples of the smallest task, the largest K; n_tasks: what the mean is over",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.equivalent-k",
        { "$K_{\\mathrm{eq}}(y)$ = smallest real $K$ with mean over tasks of $1 - S(K; n, "
          "n_{\\text{fast}}) \\ge y$, by bisection; computed below 1, censored above the base's "
          "samples; $S(K; n, m) = \\prod_{j<m} \\left(1 - \\frac{K}{n-j}\\right)$",
          "policy: $y$ = fast_1 of one sample of the adapted policy, Best of Adaptation "
          "cross-fitted; budget: $y$ = chance that one of $B$ rollouts is fast, adaptation "
          "included, "
          "$B$ what every cell of both sides has; saturated where $y = f(k_{\\max})$",
          "efficiency $= K_{\\mathrm{eq}} / \\text{rollouts spent a task}$",
          "interval: every $K$ at which Student's $t$ cannot tell the mean of $f(K) - y$ from 0; "
          "new tasks: over tasks; these tasks: over the runs within them, or by the binomial "
          "variance of the rollouts where base or method has one run" },
        { CHEN, MILLER },
        "all scored samples of a task, of both policies",
        "columns n_tasks and k_max; rollouts: spent a task",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.selection",
        { "fast_1 of a rule = expected share of (task, run) cells whose pick has speedup > "
          "threshold; ties by their exact expectation",
          "random of $m$: $1 - S(m; n_{\\text{correct}}, n_{\\text{fast}})$ with $S(m; n, c) = "
          "\\binom{n-c}{m} / \\binom{n}{m}$",
          "p_vs_random $= P\\left(\\sum_t X_t \\ge \\text{observed}\\right)$ of independent $X_t$ "
          "that are 1 with chance $n_{\\text{fast},t} / n_{\\text{correct},t}$, by exact "
          "convolution (Poisson-binomial); where kernels repeat the larger of it and of the chance "
          "under a random order of a task's distinct kernels, common to its runs" },
        { PAPER, BOWYER },
        "cells; a cell without a correct sample is a failure",
        "column n: cells; cells of one task share it",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.selection.rules",
        { "the fastest of the $m$ samples that a rule puts first; a tied last place is drawn "
          "uniformly, so a pick is a weight over samples and every number an exact expectation",
          "random of $m$: fast with $1 - S(m; n, n_{\\text{fast}})$, $S(m; n, c) = \\binom{n-c}{m} "
          "/ \\binom{n}{m}$; lift $= \\mathrm{count} / \\mathrm{random\\_m\\_count}$; regret $= "
          "\\ln \\frac{\\text{best of the cell}}{\\text{pick}}$",
          "percentile $= (r - \\frac{1}{2}) / n$ for a pick of mid-rank $r$ among the $n$ of its "
          "cell",
          "p_vs_random(_m): Poisson-binomial of the cells' chances; p_rank_vs_random_m: "
          "convolution of the within-cell rank distributions",
          "surprisal: mean, sum, $\\mathrm{sum} / \\mathrm{tokens}^A$, mean of the lowest share of "
          "tokens, lowest token; majority: samples of the cell with the same code at --identity" },
        { PAPER, CHEN, BOWYER },
        "column domain: the correct, timed samples of a cell (a cell without one fails), or all of "
        "them before any check",
        "column n_cells: (task, run) cells; cells of one task share it",
        { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
    },
    {
        "rollbook.analyze.selection.budget",
        { "success and fast_1 at $m$: as --table rules with the rule evaluating its first $m$ "
          "samples",
          "area_fast_1 $= \\frac{1}{m} \\sum_{i=1}^{m} \\mathrm{fast}_1(i)$" },
        { PAPER, CHEN },
        "cells; a cell with fewer than m samples evaluates all of them",
        "column n_cells; m: samples evaluated in each",
        { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
    },
    {
        "rollbook.analyze.selection.applicability",
        { "sd_mean_logprob = standard deviation (ddof 1) of the mean log-probs of the correct "
          "samples",
          "degenerate: fewer than two correct samples, one code or one log-prob, or all of them "
          "fast or none: there every rule equals random choice" },
        { PAPER },
        "correct, timed samples of a (run, task) cell",
        "columns n_samples, n_correct, n_fast",
        { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
    },
    {
        "rollbook.analyze.selection.calibration",
        { "quantile $= \\operatorname{floor}\\left(Q \\frac{r - 1/2}{n}\\right)$ of $Q$ for a "
          "mid-rank $r$ of surprisal, 1 the highest surprisal; fast_1 $= n_{\\text{fast}} / n$ of "
          "the quantile",
          "within-task: ranks within each (run, task), then put together; pooled: over all" },
        { PAPER, BROWN },
        "correct, timed samples with a log-prob, in the quantile",
        "columns n and n_fast",
        { STUDY_QUERIES, "load_baseline", "load_sample_details" },
    },
    {
        "rollbook.analyze.selection.correlation",
        { "$\\rho$: Spearman's coefficient from doubled integer ranks; partial: $\\frac{r_{xy} - "
          "r_{xz} r_{yz}}{\\sqrt{(1 - r_{xz}^2)(1 - r_{yz}^2)}}$ of the ranks, $z$ = tokens",
          "p: $t = r \\sqrt{\\mathit{df} / (1 - r^2)}$, $\\mathit{df} = n - 2$, $n - 3$ with "
          "tokens held fixed",
          "within-task: Fisher's $z$ of each (run, task), weights $n - 3$ ($n - 4$ partial), "
          "normal" },
        { FISHER, KENDALL, PAPER },
        "correct, timed samples with log-prob and token count",
        "column n: samples; n_cells: cells combined",
        { STUDY_QUERIES, "load_baseline", "load_sample_details" },
    },
    {
        "rollbook.analyze.judge",
        { "correctness against correct, compilability against compiled, speed against correct with "
          "speedup > threshold; measures as of analyze calibration",
          "$\\mathrm{auroc} = \\frac{U}{n_{\\text{events}} n_{\\text{non-events}}}$ with the "
          "Mann-Whitney $U$; its interval: percentiles over redrawn tasks, redraws without both "
          "kinds left out" },
        { GUO, BRIER, MURPHY, VAICENAVICIUS },
        "rollouts that were judged in a form that can be read and evaluated",
        "columns n and n_event; n_tasks: what intervals resample; --table counts: what is left out",
        { "load_judged", "count_run_rollouts" },
    },
    {
        "rollbook.analyze.judge.confusion",
        { "stated yes: stated > cut; $\\mathrm{accuracy} = \\frac{\\mathrm{tp} + "
          "\\mathrm{tn}}{n}$, $\\mathrm{precision} = \\frac{\\mathrm{tp}}{\\mathrm{tp} + "
          "\\mathrm{fp}}$, $\\mathrm{recall} = \\frac{\\mathrm{tp}}{\\mathrm{tp} + \\mathrm{fn}}$, "
          "$\\mathrm{specificity} = \\frac{\\mathrm{tn}}{\\mathrm{tn} + \\mathrm{fp}}$, each with "
          "Wilson's interval",
          "$F_1 = \\frac{2 \\mathrm{tp}}{2 \\mathrm{tp} + \\mathrm{fp} + \\mathrm{fn}}$; $\\kappa "
          "= \\frac{\\mathrm{accuracy} - \\mathrm{chance}}{1 - \\mathrm{chance}}$, chance from the "
          "margins; $\\mathrm{mcc} = \\frac{\\mathrm{tp} \\cdot \\mathrm{tn} - \\mathrm{fp} \\cdot "
          "\\mathrm{fn}}{\\sqrt{(\\mathrm{tp} + \\mathrm{fp})(\\mathrm{tp} + "
          "\\mathrm{fn})(\\mathrm{tn} + \\mathrm{fp})(\\mathrm{tn} + \\mathrm{fn})}}$" },
        { COHEN,
          "Matthews 1975, Comparison of the predicted and observed secondary structure of T4 phage "
          "lysozyme, Biochimica et Biophysica Acta 405",
          BROWN },
        "column of",
        "column n",
        { "load_judged", "count_run_rollouts" },
    },
    {
        "rollbook.analyze.judge.rank",
        { "$\\rho$: Spearman's coefficient of stated speed and speedup; p: $t = r \\sqrt{\\frac{n "
          "- 2}{1 - r^2}}$",
          "within-task: $z = \\operatorname{atanh} \\rho$ of each task, weights $w = n - 3$; mean "
          "$\\pm z_q / \\sqrt{\\sum w}$, back by tanh" },
        { FISHER },
        "correct and timed rollouts that state a speed",
        "columns n and n_tasks",
        { "load_judged", "count_run_rollouts" },
    },
    {
        "rollbook.analyze.judge.counts",
        { "malformed_share $= n_{\\text{malformed}} / n_{\\text{judged}}$, Wilson's interval" },
        { BROWN },
        "judged rollouts",
        "column n_judged; n: what the other tables are over",
        { "load_judged", "count_run_rollouts" },
    },
    {
        "rollbook.analyze.calibration",
        { "$\\mathrm{ece} = \\sum_b \\frac{n_b}{n} |\\mathit{conf}_b - \\mathit{rate}_b|$ over "
          "bins $b$, mean confidence against rate; expected and p: the same with every event drawn "
          "at its stated chance",
          "$\\mathrm{brier} = \\frac{1}{n} \\sum_i (\\mathit{conf}_i - \\mathit{event}_i)^2$; "
          "$\\mathrm{reliability} = \\sum_b \\frac{n_b}{n} (\\mathit{conf}_b - "
          "\\mathit{rate}_b)^2$, $\\mathrm{resolution} = \\sum_b \\frac{n_b}{n} (\\mathit{rate}_b "
          "- \\mathit{rate})^2$, $\\mathrm{uncertainty} = \\mathit{rate} (1 - \\mathit{rate})$",
          "log_loss = mean of $-\\ln$ of the chance given to what happened, confidences kept "
          "$10^{-15}$ from 0 and 1; $\\mathrm{auroc} = \\frac{U}{n_{\\text{events}} "
          "n_{\\text{non-events}}}$ with the Mann-Whitney $U$",
          "token-mean: $\\exp(\\text{mean log-prob})$; sequence: $\\exp(\\text{sum of "
          "log-probs})$" },
        { GUO, BRIER, MURPHY, VAICENAVICIUS },
        "scored samples that state a chance",
        "columns n and n_event; n_tasks: what intervals resample",
        { "load_confidence", "load_baseline" },
    },
    {
        "rollbook.analyze.turns",
        { "turn: verdict of that turn; last: of the last turn up to it; best: of the fastest "
          "correct one up to it; share per task, then the mean over tasks",
          "p_mcnemar: exact $\\mathrm{Binomial}(\\mathrm{gained} + \\mathrm{lost}, \\frac{1}{2})$ "
          "against the first turn, two-sided; tokens = sum over all turns up to it / "
          "conversations" },
        { "Dr. Kernel and KernelGYM 2026 (arXiv 2602.05885)", KERNELBENCH, BROWN },
        "column denominator; conversations: a sample of a task with all its scored turns",
        "column n: conversations in the denominator; n_pairs: those with a first turn",
        { "load_turns", "load_baseline" },
    },
    {
        "rollbook.analyze.advantages",
        { "the notes give each estimator's formula and source; mean, sd (ddof 1), least, most and "
          "share_zero (below 1e-12) of its advantages",
          "rank_correlation: Spearman's $\\rho$ between its advantages and those that an update "
          "used" },
        { "Dr. Kernel and KernelGYM 2026 (arXiv 2602.05885)" },
        "scored rollouts with a reward",
        "column n; n_used: those whose advantage an update used",
        { "load_advantages", "list_reward_recipes" },
    },
    {
        "rollbook.analyze.compare.transfer",
        { "gain of a task: mean share of fast samples of $B$ less that of $A$ (runs of a group "
          "averaged); gain of a subset: mean over its tasks",
          "$\\mathrm{carried} = "
          "\\frac{\\mathrm{gain}_{\\text{target}}}{\\mathrm{gain}_{\\text{source}}}$; "
          "$\\mathrm{shift} = \\mathrm{gain}_{\\text{target}} - \\mathrm{gain}_{\\text{source}}$",
          "p of a gain: sign flips of the subset's task gains; p of a shift: every way to deal the "
          "tasks to the two subsets (exact to 200,000 ways, else drawn)",
          "intervals over tasks: of a gain Student's $t$, of a shift Welch's, of carried "
          "Fieller's" },
        { PAPER, MILLER, "Fisher 1935, The Design of Experiments",
          "Pitman 1937, Significance tests which may be applied to samples from any populations, "
          "JRSS Supplement 4" },
        "scored samples of each task and group; tasks that one group lacks are left out",
        "columns n_source and n_target: tasks",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.trajectory",
        { "aggregate of a step $= \\frac{1}{T} \\sum_t \\frac{n_{\\text{fast},t}}{n_t}$ over its "
          "$T$ tasks",
          "homogeneity: $\\chi^2$ of fast and not fast by step, $\\mathit{df} = \\mathrm{steps} - "
          "1$",
          "flat null: each task keeps its pooled rate at all steps; $P(\\max_{\\text{steps}} \\ge "
          "\\text{observed})$ from the distribution of sums of binomials, exact when all cells "
          "have one $n$" },
        { PAPER, CAWLEY },
        "all scored rollouts of the step",
        "column n",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.compare",
        { "$\\mathrm{difference} = \\frac{1}{T} \\sum_t (\\mathrm{mean}_{\\text{seeds}} B_t - "
          "\\mathrm{mean}_{\\text{seeds}} A_t)$ over $T$ tasks",
          "sign_flip: share of the $2^T$ sign patterns with $|\\mathrm{mean}| \\ge$ observed; "
          "exact to 20 tasks; smallest $p = 2 / 2^T$",
          "signed_rank: exact distribution of the rank sums (ties: doubled ranks); hodges_lehmann: "
          "median of the Walsh averages with their exact order statistics",
          "mcnemar: $\\mathrm{Binomial}(\\mathrm{discordant}, \\frac{1}{2})$; cohens_h $= 2 "
          "\\arcsin \\sqrt{b} - 2 \\arcsin \\sqrt{a}$; net_improvement_within_task $= P(b > a) - "
          "P(b < a)$ over the seeds of a task, mean over tasks; "
          "rank_biserial $= \\frac{W^+ - W^-}{W^+ + W^-}$",
          "sample of a run that adapts: Best of Adaptation, cross-fitted: the step is chosen on a "
          "random half of every task's rollouts and scored on the other, mean over splits; "
          "best-of-b: "
          "$1 - S(B; n, c)$, log-best-of-b: $\\mathrm{E}[\\ln \\text{best}]$ of $B$ rollouts, $B$ "
          "what "
          "both groups have",
          "power: of the exact signed-rank test at normal differences with the observed mean and "
          "sd over tasks; n_required and minimum detectable difference for power 0.8" },
        { MILLER,
          "Hollander, Wolfe and Chicken 2014, Nonparametric Statistical Methods, third edition",
          "Fagerland, Lydersen and Laake 2013, The McNemar test for binary matched-pairs data, BMC "
          "Medical Research Methodology 13",
          "Holm 1979, A simple sequentially rejective multiple test procedure, Scandinavian "
          "Journal of Statistics 6",
          "Benjamini and Hochberg 1995, Controlling the false discovery rate, JRSS B 57",
          "Westfall and Young 1993, Resampling-Based Multiple Testing (max-T)" },
        "tasks present in both groups with a defined value",
        "column n: tasks; cells of the risk and odds rows; halves of tasks of the held_out rows",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.compare.methods",
        { "value $= \\frac{1}{T} \\sum_t \\mathrm{mean}_{\\text{runs}} x_t$ over the $T$ tasks of "
          "which "
          "every method has a value; interval: Student's t with $T - 1$ degrees of freedom, of a "
          "share on the logit; "
          "difference: the same of the tasks' differences",
          "$p$: share of the $2^T$ sign patterns of the differences with $|\\mathrm{mean}| \\ge$ "
          "observed; p_holm over the pairs of the primary estimand",
          "friedman $= \\frac{(k - 1) \\sum_m (R_m - \\frac{T (k + 1)}{2})^2}{\\sum_t \\sum_m "
          "(r_{tm} - "
          "\\frac{k + "
          "1}{2})^2}$, $r_{tm}$ the rank of method $m$ on task $t$ (ties: their mean), $R_m$ its "
          "sum",
          "model: $c$ is $\\mathrm{Binomial}(n, q)$, $q$ over seeds is "
          "$\\mathrm{Beta}(\\theta s, (1 - \\theta) s)$, $\\theta$ over tasks is "
          "$\\mathrm{Beta}(\\mu k, (1 - \\mu) k)$; $\\mu$ uniform, $\\ln k$ and $\\ln s$ uniform; "
          "4,000 draws of the posterior",
          "missing: $\\frac{c}{n + m}$ and $\\frac{c + m}{n + m}$ for $m$ missing rollouts of a "
          "run "
          "on a task; best-of-b likewise" },
        { "Friedman 1937, The use of ranks to avoid the assumption of normality implicit in the "
          "analysis of variance, JASA 32",
          "Holm 1979, A simple sequentially rejective multiple test procedure, Scandinavian "
          "Journal of Statistics 6",
          "Gelman et al. 2013, Bayesian Data Analysis, third edition, chapter 5",
          "Manski 1990, Nonparametric bounds on treatment effects, American Economic Review 80" },
        "tasks of which every method has a value",
        "column n: tasks; missing rollouts of the value_if_missing rows",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.compare.curves",
        { "cost of a rollout $= \\frac{\\text{what its step used}}{\\text{rollouts of the step}}$; "
          "a "
          "budget pays for whole rollouts, steps in their order",
          "of $B$ rollouts of a step with $n$: any $= 1 - S(B; n, n_{\\text{correct}})$, fast_1 $= "
          "1 - "
          "S(B; n, n_{\\text{fast}})$, times the chance that the steps before have none; max: "
          "$\\mathrm{E}[\\text{largest speedup}]$, failures as 0",
          "interval: Student's t over tasks, of shares on the logit" },
        { CHEN, PKPO, MILLER },
        "tasks of which every method has rollouts; all rollouts of a run on a task",
        "column n: tasks",
        { STUDY_QUERIES, "load_cost" },
    },
    {
        "rollbook.analyze.compare.solved",
        { "solved: sum over tasks of the chance that some of the rollouts is correct, or fast: $1 "
          "- "
          "S(B; n, c)$ with $B$ rollouts of a run, 0 or 1 with all of them",
          "interval: Clopper-Pearson of $k$ of $n$ tasks where each is solved or not; else "
          "Student's t "
          "over tasks on the logit" },
        { CHEN, BROWN },
        "tasks of which every method has rollouts",
        "column n: tasks",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.compare.sensitivity",
        { "as compare.methods, under another threshold, denominator, baseline, case, or without "
          "the "
          "tasks of one family",
          "families_as_units: $\\frac{\\sum_f d_f}{\\sum_f n_f}$, $d_f$ the sum of the differences "
          "of "
          "the $n_f$ tasks of family $f$; interval: linearised ratio, Student's t; $p$: signs of "
          "whole "
          "families" },
        { MILLER,
          "Leamer 1983, Let's take the con out of econometrics, American Economic Review 73" },
        "as the row's variant says",
        "column n: tasks; families of families_as_units",
        { STUDY_QUERIES, "load_baseline", "load_hardware" },
    },
    {
        "rollbook.analyze.declaration",
        { "a departure: seeds, tasks, budget or methods that are not those of the version that "
          "stands, "
          "runs that do not refer to it, amendments after the first run began, more looks",
          "difference and p_holm as in compare.methods, at the declared estimand, rule and budget; "
          "level of a look: $\\alpha / \\text{looks}$" },
        { "Nosek et al. 2018, The preregistration revolution, PNAS 115",
          "Holm 1979, A simple sequentially rejective multiple test procedure, Scandinavian "
          "Journal of Statistics 6" },
        "tasks of which every method has a value",
        "column n: tasks of a difference",
        { "load_declarations", "load_declared_runs", STUDY_QUERIES },
    },
    {
        "rollbook.analyze.beside",
        { "lines of both: a longest common subsequence of the lines, equal but for blanks at their "
          "ends" },
        { "Hunt and McIlroy 1976, An algorithm for differential file comparison, Bell Laboratories "
          "Computing Science Technical Report 41" },
        "none: two kernels",
        "the notes count lines",
        { "load_beside" },
    },
    {
        "rollbook.analyze.audit",
        { "every p-value under each engine and side the claim leaves open; a coefficient over all "
          "values that round to the printed one: $t = r \\sqrt{\\mathit{df} / (1 - r^2)}$",
          "smallest $p$ of $n$ signs: $2^{1-n}$; over tasks when $n$ counts tasks x seeds",
          "equivalent $K$ and curves: mean over tasks of $1 - (1 - \\mathrm{rate})^K$",
          "flat trajectory: as analyze trajectory" },
        { "docs/claims.md", BOWYER, MILLER },
        "as the claim states it; claims that differ are set beside each other",
        "column n: as the claim states it",
        { STUDY_QUERIES },
    },
    {
        "rollbook.analyze.completions",
        { "perplexity $= \\exp(-\\text{mean log-prob})$; bits a byte $= \\frac{-\\sum "
          "\\text{log-probs}}{\\mathrm{bytes} \\cdot \\ln 2}$" },
        { "Jelinek, Mercer, Bahl and Baker 1977, Perplexity: a measure of the difficulty of speech "
          "recognition tasks, Journal of the Acoustical Society of America 62" },
        "tokens whose log-prob is known",
        "the columns of tokens",
        { "load_sample_details" },
    },
    {
        "rollbook.analyze.diversity",
        { "Hill number of order $q$: $\\left(\\sum_i p_i^q\\right)^{1/(1-q)}$; order 1: "
          "exp(Shannon entropy)",
          "rarefied richness $\\mathrm{E}[U_m] = \\sum_i (1 - S(m; n, n_i))$ with $S(m; n, c) = "
          "\\binom{n-c}{m} / \\binom{n}{m}$; unseen mass $= f_1 / n$; Chao1 $= U + \\frac{f_1 (f_1 "
          "- 1)}{2 (f_2 + 1)}$ with $f_1$ kinds seen once, $f_2$ twice",
          "Miller-Madow: $+ \\frac{U - 1}{2 n}$; Chao-Shen by coverage",
          "Vendi $= \\exp(-\\sum_i \\lambda_i \\ln \\lambda_i)$, $\\lambda_i$ the eigenvalues of "
          "the similarity matrix divided by $n$" },
        { "Hill 1973, Diversity and evenness, Ecology 54",
          "Hurlbert 1971, The nonconcept of species diversity, Ecology 52",
          "Chao and Shen 2003, Nonparametric estimation of Shannon's index of diversity, "
          "Environmental and Ecological Statistics 10",
          "Friedman and Dieng 2023, The Vendi Score (arXiv 2210.02410)",
          "Zhu et al. 2018, Texygen (self-BLEU; arXiv 1802.01886)",
          "Li et al. 2016, A Diversity-Promoting Objective Function for Neural Conversation Models "
          "(distinct-n; arXiv 1510.03055)" },
        "samples with code at the level, by task and step",
        "the column n; rarefied to m",
        { "load_codes", "load_code_texts" },
    },
    {
        "rollbook.analyze.sharpening.trend",
        { "homogeneity: $\\chi^2$ of fast and not fast by step; trend_cochran_armitage: sum of "
          "scores $0, 1, 2, \\ldots$ weighted by the excess of fast ones, by_task: tasks as "
          "strata; page: ranks within tasks",
          "flat null: every task keeps its pooled rate at all steps; boa_fast_1: "
          "$P(\\max_{\\text{steps}} \\ge \\text{observed})$; drops: $P(\\text{as deep after the "
          "peak})$",
          "cross-fitted: step chosen on half of every task's rollouts, scored on the other half, "
          "and back" },
        { COCHRAN, ARMITAGE, "Page 1963, Ordered hypotheses for multiple treatments, JASA 58",
          CAWLEY, PAPER },
        "all scored rollouts of a step",
        "column n: rollouts, strata, blocks or halves, as the note says",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.sharpening.patience",
        { "patience $P$: stop after $P$ falls of fast_1 in a row and return the best step so far; "
          "loss = best step of the whole trajectory less that" },
        { PAPER,
          "Prechelt 1998, Early stopping - but when?, in Neural Networks: Tricks of the Trade" },
        "mean over tasks of fast / rollouts of a step",
        "column rollouts: drawn until the stop",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.sharpening.peaks",
        { "peak = the first step with the task's highest share of fast samples; chi2_p: "
          "homogeneity of its steps; trend: Cochran-Armitage" },
        { COCHRAN, ARMITAGE },
        "scored rollouts of a task and step",
        "rollouts of the task at each step; one test a task, not adjusted",
        { STUDY_QUERIES, "load_baseline" },
    },
    {
        "rollbook.analyze.sharpening.rho",
        { "rho_nll_speedup: Spearman's $\\rho$ of negative log-likelihood and speedup (failures 0) "
          "from doubled integer ranks; p by Student's $t$, $\\mathit{df} = n - 2$",
          "within: Fisher's $z$ of each task, weights $n - 3$",
          "change $= \\rho_{\\text{step}} - \\rho_{\\text{first step}}$ on the same samples "
          "(dependent correlations): tasks redrawn together; change_within: mean change of "
          "Fisher's $z$ over tasks, sign flips" },
        { PAPER, FISHER,
          "Steiger 1980, Tests for comparing elements of a correlation matrix, Psychological "
          "Bulletin 87" },
        "samples of the subset with a log-prob at every step",
        "column n of each row",
        { STUDY_QUERIES, "load_baseline", "load_scores" },
    },
    {
        "rollbook.analyze.sharpening.forecast",
        { "$w = \\exp(L - L_0)$ with the log-likelihoods $L$ under the checkpoint and "
          "$L_0$ as sampled; forecast $= \\frac{\\sum w \\mathbf{1}[\\text{fast}]}{\\sum w}$ "
          "in each task, then the mean",
          "$\\mathrm{ess} = \\frac{(\\sum w)^2}{\\sum w^2}$; kl = mean of $w - 1 - \\ln w$" },
        { "Kish 1965, Survey Sampling (effective sample size)",
          "Owen 2013, Monte Carlo theory, methods and examples, chapter 9 (self-normalised "
          "importance sampling)" },
        "samples of the scored run with a log-prob under the checkpoint",
        "column n of each row; ess: how many they are worth",
        { STUDY_QUERIES, "load_baseline", "load_scores" },
    },
    {
        "rollbook.analyze.failures",
        { "share = rollouts with the outcome / scored rollouts of the group and step; Wilson "
          "interval",
          "same share at all steps: $\\chi^2$ of homogeneity, $\\mathit{df} = \\mathrm{steps} - "
          "1$" },
        { BROWN },
        "scored rollouts, every turn; infra and pending ones are in no denominator",
        "column n",
        { "load_failures" },
    },
    {
        "rollbook.analyze.training",
        { "$\\mathrm{smoothed}_t = \\frac{\\sum_i w^{t-i} x_i}{\\sum_i w^{t-i}}$ over the steps $i "
          "\\le t$ with a value",
          "geomean_speedup $= \\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$; mean_surprisal = "
          "negative mean log-prob a token" },
        { "Kingma and Ba 2015, Adam (arXiv 1412.6980), section 3: moving averages without the bias "
          "of their start" },
        "scored rollouts of the step; speedups: correct ones that have one; cheat: evaluations",
        "column n",
        { STUDY_QUERIES, "load_training_rewards", "load_training_metrics", "load_training_cheats" },
    },
    {
        "rollbook.analyze.cost",
        { "$\\mathrm{dollars} = \\frac{\\mathrm{tokens}}{10^6} \\cdot \\mathrm{price} + "
          "\\frac{\\mathrm{seconds}}{3600} \\cdot \\mathrm{price}$ with the prices of the file of "
          "--prices; a part without a use costs 0, a used part without a price makes the sum NA" },
        { NULL },
        "dollars_per_correct: correct rollouts of the run",
        "column rollouts",
        { "load_cost_rollouts", "load_cost" },
    },
    {
        "rollbook.analyze.timing",
        { "robust_noise $= 1.4826 \\frac{\\mathrm{median} |x_i - M|}{M}$ with "
          "the median $M$; $\\mathrm{drift} = \\frac{(n - 1) b}{M}$ with the "
          "Theil-Sen slope $b$",
          "noise_floor: half the order-statistic interval of the median, 95 %, divided by the "
          "median" },
        { "Sen 1968, Estimates of the regression coefficient based on Kendall's tau, JASA 63",
          "Conover 1999, Practical Nonparametric Statistics, third edition" },
        "medians over the measurements with raw samples",
        "columns with_samples and samples",
        { "load_timing" },
    },
    {
        "rollbook.analyze.hardware",
        { "$r_t = \\frac{\\text{runtime on the reference}}{\\text{runtime on the device}}$ of a "
          "task (reference_over_device); all $n$ tasks: $\\exp\\left(\\frac{1}{n} \\sum_t \\ln "
          "r_t\\right)$",
          "Student's $t$ over the tasks" },
        { KERNELBENCH },
        "tasks with a runtime on both devices",
        "column n",
        { "load_hardware" },
    },
    {
        "rollbook.analyze.sweep",
        { "rates $n_{\\text{compiled}} / n$ and $n_{\\text{correct}} / n$, Wilson; geomean $= "
          "\\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$ of the speedups",
          "geomean and mean: percentiles over redrawn tasks, then samples; median: order "
          "statistics" },
        { BROWN, MILLER },
        "scored rollouts; speedups over the measured ones",
        "columns n and n_measured",
        { STUDY_QUERIES, "load_baseline" },
    },
};

const struct explanation *explanation_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(explanations);
    return explanations;
}
