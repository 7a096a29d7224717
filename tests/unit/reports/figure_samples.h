/*
 * figure_samples.h - made-up data for the figures, shaped like a small study.
 */
#ifndef ROLLBOOK_TESTS_FIGURE_SAMPLES_H
#define ROLLBOOK_TESTS_FIGURE_SAMPLES_H

#include <math.h>
#include <stddef.h>

#include "reports/fig_fastp.h"
#include "reports/fig_scaling.h"
#include "reports/fig_selection.h"
#include "reports/fig_trajectory.h"

#define SAMPLE_K 13

struct scaling_sample {
    double k[SAMPLE_K], y[4][SAMPLE_K], low[4][SAMPLE_K], high[4][SAMPLE_K];
    struct fig_curve curves[4];
    struct fig_level levels[2];
    struct fig_scaling_panel panels[2];
    struct fig_scaling figure;
};

static inline void scaling_sample_init(struct scaling_sample *s)
{
    static const double rate[4] = { 0.37, 0.55, 0.42, 0 };
    static const char *const names[4] = { "best-of-n, fast", "best-of-n, correct",
                                          "ttt at BoA, fast", "best-of-n" };
    for (size_t c = 0; c < 4; c++) {
        for (size_t i = 0; i < SAMPLE_K; i++) {
            double k = exp2((double)i / 2);
            double y = c == 3 ? 1.1 * pow(k, 0.4) : 1 - pow(1 - rate[c], pow(k, 0.6));
            s->k[i] = k;
            s->y[c][i] = y;
            s->low[c][i] = y * 0.9;
            s->high[c][i] = c == 3 ? y * 1.15 : fmin(1, y * 1.1);
        }
        s->curves[c] =
            (struct fig_curve){ names[c], SAMPLE_K, s->k, s->y[c], s->low[c], s->high[c] };
    }
    s->levels[0] = (struct fig_level){ "ttt, one sample", 0.306, 0.25, 0.36, LEVEL_AT, 0.56 };
    s->levels[1] = (struct fig_level){ "ttt, all rollouts", 0.93, 0.9, 0.97, LEVEL_AT, 17.3 };
    s->panels[0] =
        (struct fig_scaling_panel){ "tasks solved (%)", true, 3, s->curves, 2, s->levels };
    s->panels[1] =
        (struct fig_scaling_panel){ "expected best speedup", false, 1, s->curves + 3, 0, NULL };
    s->figure = (struct fig_scaling){ 2, s->panels, 64 };
}

#define SAMPLE_STEPS 6
#define SAMPLE_TASKS 5

struct trajectory_sample {
    int steps[SAMPLE_STEPS];
    double shares[3][SAMPLE_STEPS * SAMPLE_TASKS], mean[3][SAMPLE_STEPS];
    struct fig_trajectory_panel panels[3];
    struct fig_trajectory figure;
};

static inline void trajectory_sample_init(struct trajectory_sample *s)
{
    /* Published counts of 32 (seed 42, subset 1). */
    static const int counts[SAMPLE_STEPS][SAMPLE_TASKS] = {
        { 3, 1, 32, 12, 12 }, { 9, 5, 32, 7, 11 }, { 15, 2, 32, 6, 13 },
        { 8, 1, 32, 7, 10 },  { 7, 1, 32, 5, 13 }, { 8, 3, 32, 13, 10 },
    };
    static const char *const tasks[SAMPLE_TASKS] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };
    static const char *const names[3] = { "seed 42", "seed 43", "seed 44" };
    for (size_t p = 0; p < 3; p++) {
        for (size_t i = 0; i < SAMPLE_STEPS; i++) {
            double sum = 0;
            s->steps[i] = (int)i;
            for (size_t t = 0; t < SAMPLE_TASKS; t++) {
                double share = counts[(i + p) % SAMPLE_STEPS][t] / 32.0;
                s->shares[p][i * SAMPLE_TASKS + t] = share;
                sum += share;
            }
            s->mean[p][i] = sum / SAMPLE_TASKS;
        }
        s->panels[p] = (struct fig_trajectory_panel){ names[p],
                                                      SAMPLE_STEPS,
                                                      SAMPLE_TASKS,
                                                      s->steps,
                                                      tasks,
                                                      s->shares[p],
                                                      s->mean[p],
                                                      0.33,
                                                      0.45,
                                                      0.427,
                                                      (8 - p) % SAMPLE_STEPS };
    }
    s->figure = (struct fig_trajectory){ 3, s->panels, "fast_{1} (% of samples)" };
}

#define SAMPLE_CELLS 15

struct selection_sample {
    double fast[5][SAMPLE_CELLS], speedup[5][SAMPLE_CELLS];
    struct fig_selection_row rows[5];
    struct fig_selection figure;
};

static inline void selection_sample_init(struct selection_sample *s)
{
    static const char *const names[5] = { "best-correct", "random-correct", "confidence",
                                          "surprisal", "surprisal-top3" };
    static const double level[5] = { 3, 1.1, 0.95, 1.3, 2.1 };
    for (size_t r = 0; r < 5; r++) {
        double log_sum = 0, fast = 0;
        for (size_t i = 0; i < SAMPLE_CELLS; i++) {
            double v = level[r] * exp(0.9 * sin(1.7 * (double)i + (double)r));
            s->speedup[r][i] = i == 7 ? (double)NAN : v;
            s->fast[r][i] = r == 1 ? 0.3 + 0.04 * (double)i : i != 7 && v > 1;
            log_sum += i == 7 ? 0 : log(v);
            fast += s->fast[r][i];
        }
        fast /= SAMPLE_CELLS;
        s->rows[r] = (struct fig_selection_row){ names[r],
                                                 fast,
                                                 fmax(0, fast - 0.2),
                                                 fmin(1, fast + 0.15),
                                                 exp(log_sum / (SAMPLE_CELLS - 1)),
                                                 SAMPLE_CELLS,
                                                 s->fast[r],
                                                 s->speedup[r] };
    }
    s->figure = (struct fig_selection){ 5, s->rows };
}

#define SAMPLE_P 60

struct fastp_sample {
    double p[SAMPLE_P], y[3][SAMPLE_P], low[3][SAMPLE_P], high[3][SAMPLE_P];
    struct fig_curve curves[3];
    struct fig_fastp figure;
};

static inline void fastp_sample_init(struct fastp_sample *s)
{
    static const char *const names[3] = { "best-of-n", "ttt, step 0", "ttt, BoA step" };
    for (size_t c = 0; c < 3; c++) {
        for (size_t i = 0; i < SAMPLE_P; i++) {
            double p = 0.1 * pow(200, (double)i / (SAMPLE_P - 1));
            double y = 0.8 / (1 + pow(p / (0.8 + 0.3 * (double)c), 2));
            s->p[i] = p;
            s->y[c][i] = floor(y * 40) / 40;
            s->low[c][i] = fmax(0, s->y[c][i] - 0.05);
            s->high[c][i] = s->y[c][i] + 0.05;
        }
        s->curves[c] =
            (struct fig_curve){ names[c], SAMPLE_P, s->p, s->y[c], s->low[c], s->high[c] };
    }
    s->figure = (struct fig_fastp){ 3, s->curves, NULL, "fast*_{p}* (% of all samples)" };
}

#endif
