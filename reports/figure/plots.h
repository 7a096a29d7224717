/* plots.h - the build functions of plot_NAME.c, for figures.c. */
#ifndef ROLLBOOK_REPORTS_FIGURE_PLOTS_H
#define ROLLBOOK_REPORTS_FIGURE_PLOTS_H

#include "reports/figure/figure_source.h"
#include "reports/plot/figure_model.h"

#define PLOT(name) int name(struct figure_source *s, struct figure_model *m, struct err *err)

PLOT(plot_fast_p);
PLOT(plot_scaling);
PLOT(plot_trajectory);
PLOT(plot_selection);
PLOT(plot_task_scatter);
PLOT(plot_task_slope);
PLOT(plot_regime);
PLOT(plot_task_seed);
PLOT(plot_task_step);
PLOT(plot_model_sweep);
PLOT(plot_hardware);
PLOT(plot_speedup_ecdf);
PLOT(plot_failures);
PLOT(plot_training);
PLOT(plot_diversity);
PLOT(plot_timing_noise);
PLOT(plot_surprisal);
PLOT(plot_rho);
PLOT(plot_cost);
PLOT(plot_ablation);
PLOT(plot_architecture);
PLOT(plot_methods);
PLOT(plot_budget);
PLOT(plot_baselines);

#endif
