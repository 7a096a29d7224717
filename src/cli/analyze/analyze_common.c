#include "src/cli/analyze/analyze_common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/load_baseline.h"
#include "analysis/load/load_study.h"
#include "analysis/study/baseline_table.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"
#include "src/base/str.h"
#include "src/cli/capture.h"

int analyze_names(struct cli *cli, const char *option, const char *const **out, size_t *out_count,
                  struct err *err)
{
    const char *text = opt_text(cli, option);
    char **items = NULL;
    if (capture_names(cli->capture, option, out, out_count))
        return 0;
    if (text == NULL)
        return err_set(err, ERR_USAGE, "--%s NAME[,NAME] is needed", option);
    size_t n = str_split_names(cli->arena, text, &items);
    const char **names = arena_array(cli->arena, n, sizeof(*names));
    for (size_t i = 0; i < n; i++) {
        if (items[i][0] == '\0')
            return err_set(err, ERR_USAGE, "--%s: an empty name in '%s'", option, text);
        names[i] = items[i];
    }
    *out = names;
    *out_count = n;
    return 0;
}

int analyze_rebase(struct cli *cli, struct study *s, struct err *err)
{
    if (opt_text(cli, "baseline") == NULL || capture_is_shared(cli->capture, s))
        return 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        struct baseline_table b;
        int rc =
            load_baseline(cli->db, opt_text(cli, "baseline"), opt_text(cli, "baseline-hardware"),
                          s->runs[i].device, cli->arena, &b, err);
        if (rc < 0)
            return rc;
        study_rebase(s, i, &b);
        s->runs[i].baseline = arena_printf(cli->arena, "%s on %s", b.name,
                                           b.hardware[0] == '\0' ? "unnamed hardware" : b.hardware);
        if (strcmp(b.hardware, s->runs[i].device) != 0)
            cli_note(cli, "warning: baseline %s was measured on \"%s\", run %s on \"%s\"", b.name,
                     b.hardware, s->runs[i].name, s->runs[i].device);
    }
    return 0;
}

int analyze_run_names(struct cli *cli, const char *const **out, size_t *out_count, struct err *err)
{
    if (opt_given(cli, "run") && opt_given(cli, "runs"))
        return err_set(err, ERR_USAGE, "--run and --runs mean the same: give one of them");
    int rc = analyze_names(cli, opt_given(cli, "runs") ? "runs" : "run", out, out_count, err);
    for (size_t i = 0; rc == 0 && i < *out_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp((*out)[i], (*out)[j]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", (*out)[i]);
        }
    }
    return rc;
}

int analyze_run_names_or_all(struct cli *cli, const char *const **out, size_t *out_count,
                             struct err *err)
{
    if (capture_names(cli->capture, "run", out, out_count))
        return 0;
    if (opt_given(cli, "run") || opt_given(cli, "runs"))
        return analyze_run_names(cli, out, out_count, err);
    return load_run_names(cli->db, NULL, cli->arena, out, out_count, err);
}

int analyze_load_named(struct cli *cli, const char *const *names, size_t n, struct study *out,
                       struct err *err)
{
    if (capture_study(cli->capture, names, n, out))
        return 0;
    return load_study(cli->db, names, n, cli->arena, out, err);
}

int analyze_load(struct cli *cli, struct study *out, struct err *err)
{
    const char *const *names = NULL;
    size_t n = 0;
    int rc = analyze_run_names_or_all(cli, &names, &n, err);
    if (rc == 0)
        rc = analyze_load_named(cli, names, n, out, err);
    return rc;
}

int analyze_numbers(struct cli *cli, const char *option, double **out, size_t *out_count,
                    struct err *err)
{
    char **items = NULL;
    const char *text = opt_text(cli, option);
    size_t n = str_split(cli->arena, text, ',', &items);
    double *values = arena_array(cli->arena, n, sizeof(*values));
    for (size_t i = 0; i < n; i++) {
        if (!str_to_double(items[i], &values[i]))
            return err_set(err, ERR_USAGE, "--%s: '%s' is no number", option, items[i]);
    }
    *out = values;
    *out_count = n;
    return 0;
}

int analyze_step(struct cli *cli, int *out, struct err *err)
{
    const char *text = opt_text(cli, "step");
    int64_t step = 0;
    if (strcmp(text, "boa") == 0) {
        *out = STEP_BOA;
        return 0;
    }
    if (strcmp(text, "all") == 0) {
        *out = STEP_ALL;
        return 0;
    }
    if (!str_to_i64(text, &step) || step < 0 || step > 1000000)
        return err_set(err, ERR_USAGE, "--step: '%s' is none of boa, all or a number from 0", text);
    *out = (int)step;
    return 0;
}

struct speed_rule analyze_rule(const struct cli *cli)
{
    return (struct speed_rule){ opt_real(cli, "threshold"), opt_flag(cli, "ge") };
}

/* --threads, else ROLLBOOK_THREADS; 0 when neither is given. */
static int read_threads(const struct cli *cli, int *out, struct err *err)
{
    const char *named = getenv("ROLLBOOK_THREADS");
    int64_t n = 0;
    if (opt_given(cli, "threads"))
        n = opt_int(cli, "threads");
    else if (named == NULL || *named == '\0')
        return 0;
    else if (!str_to_i64(named, &n))
        n = -1;
    if (n < 1 || n > PARALLEL_MOST)
        return err_set(err, ERR_USAGE, "--threads and ROLLBOOK_THREADS are 1 to %d", PARALLEL_MOST);
    *out = (int)n;
    return 0;
}

int analyze_resample(const struct cli *cli, struct analyze_resample *out, struct err *err)
{
    int threads = 0;
    int64_t n = opt_int(cli, "replicates");
    double level = opt_real(cli, "confidence");
    if (n < 1 || n > 100000)
        return err_set(err, ERR_USAGE, "--replicates is 1 to 100000");
    if (!(level > 0.0) || !(level < 1.0))
        return err_set(err, ERR_USAGE, "--confidence lies between 0 and 1");
    int rc = read_threads(cli, &threads, err);
    if (rc < 0)
        return rc;
    *out = (struct analyze_resample){ level, (int)n, (uint64_t)opt_int(cli, "resample-seed"),
                                      threads };
    return 0;
}
