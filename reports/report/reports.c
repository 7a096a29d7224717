#include "reports/report/reports.h"

#include <string.h>

#include "reports/report/report_list.h"
#include "src/base/mem.h"

static const struct report reports[] = {
    { "ttt-vs-bon", "test-time training against best-of-n: tests, equivalent K, figures",
      "all complete runs of the strategies best-of-n and ttt", &plan_ttt_vs_bon },
    { "selection", "pick one of many samples: every rule against random choice, surprisal",
      "all complete runs", &plan_selection },
    { "best-of-n", "what K samples give: scaling, thresholds, selection, failures, cost",
      "all complete runs of the strategy best-of-n, and imported ones", &plan_best_of_n },
    { "training", "adaptation step by step: trajectory, training curves, sharpening, diversity",
      "all complete runs but those of the strategy best-of-n", &plan_training },
    { "model-sweep", "runs and models side by side: rates, speedups, failures, cost, hardware",
      "all complete runs", &plan_model_sweep },
    { "audit", "results that should not be believed, outcomes, timing noise", "all complete runs",
      &plan_audit },
    { "task", "one task in depth: every run, the fastest kernel with its code and timing",
      "all complete runs; --task names the task", &plan_task },
    { "run", "everything of one run", "the only run; --run names it", &plan_run },
    { "diff", "two runs: what differs in configuration, results and cost",
      "the only two complete runs; --run names them", &plan_diff },
};

const struct report *report_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(reports);
    return reports;
}

const struct report *report_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(reports); i++) {
        if (strcmp(reports[i].name, name) == 0)
            return &reports[i];
    }
    return NULL;
}
