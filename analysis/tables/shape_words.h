/*
 * shape_words.h - what the shapes of several tables say: works, queries, words of a choice.
 *
 * A work is cited in one wording, so that a report lists it once.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_SHAPE_WORDS_H
#define ROLLBOOK_ANALYSIS_TABLES_SHAPE_WORDS_H

/* interval_name, engines of p-values. */
#define INTERVAL_WORDS                                                                             \
    "wilson|clopper-pearson|jeffreys|beta-binomial|jackknife|bootstrap|exact|order-statistics|"    \
    "student-t|fisher-z|binomial"
/* Three columns that tables_put_interval fills: names begin with prefix, of follows "interval". */
#define INTERVAL_COLUMNS_OF(prefix, of, na, all_words)                                             \
    { prefix "ci_low", 4, COLUMN_REAL, "lower end of the interval" of, na },                       \
        { prefix "ci_high", 4, COLUMN_REAL, "upper end of the interval" of, na },                  \
    {                                                                                              \
        prefix "interval", 0, COLUMN_TEXT, "kind of the interval" of, na, .words = all_words       \
    }
#define INTERVAL_COLUMNS(prefix, of, na) INTERVAL_COLUMNS_OF(prefix, of, na, INTERVAL_WORDS)
#define ENGINE_WORDS                     "exact|asymptotic|monte-carlo"

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

#endif
