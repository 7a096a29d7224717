#include "reports/figure/figures.h"

#include <string.h>

#include "reports/figure/plots.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const struct figure_entry figures[] = {
    { "fast-p", "fast_p curves", "scored samples with speedups", plot_fast_p },
    { "scaling", "what K samples give, with equivalent K",
      "scored samples; runs that adapt for equivalent K", plot_scaling },
    { "trajectory", "fast_1 by adaptation step, with the no-trend null and the BoA step",
      "a run with more than one step", plot_trajectory },
    { "selection", "selection rules: how often the pick is fast, and how fast it is",
      "correct, timed samples; log-probs for the guided rules", plot_selection },
    { "task-scatter", "each task under two methods",
      "two groups of runs whose tasks and seeds pair", plot_task_scatter },
    { "task-slope", "fast_1 of each task from one method to the other",
      "two groups of runs whose tasks and seeds pair", plot_task_slope },
    { "heatmap-seed", "fast_1 by task and seed", "scored samples", plot_task_seed },
    { "heatmap-step", "fast_1 by task and adaptation step", "a run with more than one step",
      plot_task_step },
    { "regime", "where adaptation helps: gain over the base's own fast_1",
      "two groups of runs whose tasks and seeds pair", plot_regime },
    { "surprisal", "surprisal against speedup within tasks", "samples with log-probs",
      plot_surprisal },
    { "rho", "rank correlation of likelihood and speedup by step",
      "a run with more than one step and log-probs; scores of fixed samples where there are some",
      plot_rho },
    { "ablation", "what K, steps, temperature or learning rate change",
      "runs that differ in one of them alone", plot_ablation },
    { "cost", "quality over rollouts, tokens and seconds", "scored samples; the ledger for seconds",
      plot_cost },
    { "architecture", "what a run does, from its configuration", "a run", plot_architecture },
    { "diversity", "diversity of kernels against step", "samples with code", plot_diversity },
    { "training", "training curves: rewards, update metrics, shares by step",
      "a run with more than one step", plot_training },
    { "model-sweep", "runs and models: compiled, correct, fast, speedup", "scored samples",
      plot_model_sweep },
    { "hardware", "runtimes of a baseline across devices", "a stored or measured baseline",
      plot_hardware },
    { "baselines", "runtimes of baselines by device and level", "a stored or measured baseline",
      plot_baselines },
    { "speedup-ecdf", "distribution of speedups, and of shares of the roofline",
      "correct samples with speedups; known device and task for the roofline", plot_speedup_ecdf },
    { "timing-noise", "noise of timings by task", "measurements with raw samples",
      plot_timing_noise },
    { "methods", "each method at one budget: bars with intervals",
      "two groups of runs, or --methods", plot_methods },
    { "budget", "what methods find for equal rollouts, tokens and seconds",
      "scored samples; the ledger for seconds", plot_budget },
    { "failures", "what became of rollouts", "rollouts with a verdict", plot_failures },
};

const struct figure_entry *figure_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(figures);
    return figures;
}

const struct figure_entry *figure_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(figures); i++) {
        if (strcmp(figures[i].name, name) == 0)
            return &figures[i];
    }
    return NULL;
}

int figure_build(const struct figure_entry *f, struct figure_source *s, struct figure_model *m,
                 struct err *err)
{
    figure_init(m, s->arena, f->name, f->title);
    int rc = f->build(s, m, err);
    return rc < 0 ? err_context(err, "figure %s", f->name) : 0;
}
