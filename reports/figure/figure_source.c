#include "reports/figure/figure_source.h"

#include "analysis/from_store/load_baseline.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/baseline_table.h"
#include "analysis/study/run_groups.h"
#include "src/base/err.h"
#include "src/base/mem.h"

void figure_source_init(struct figure_source *s, struct db *db, struct arena *arena)
{
    *s = (struct figure_source){ .db = db,
                                 .arena = arena,
                                 .rule = { 1, false, SPEED_MEAN },
                                 .level = 0.95,
                                 .replicates = 2000,
                                 .memo = figure_memo_new() };
}

void figure_source_release(struct figure_source *s)
{
    figure_memo_free(s->memo);
    s->memo = NULL;
}

int figure_source_names(struct figure_source *s, struct err *err)
{
    if (s->n_runs > 0)
        return 0;
    if (s->methods != NULL)
        return run_groups_read(s->methods, s->arena, &s->runs, &s->n_runs, err);
    return load_run_names(s->db, NULL, s->arena, &s->runs, &s->n_runs, err);
}

static int rebase(const struct figure_source *s, struct study *study, struct err *err)
{
    for (size_t i = 0; s->baseline != NULL && i < study->n_runs; i++) {
        struct baseline_table b;
        int rc = load_baseline(s->db, s->baseline, s->baseline_hardware, study->runs[i].device,
                               s->arena, &b, err);
        if (rc < 0)
            return rc;
        study_rebase(study, i, &b);
        study->runs[i].baseline = arena_printf(
            s->arena, "%s on %s", b.name, b.hardware[0] == '\0' ? "unnamed hardware" : b.hardware);
    }
    return 0;
}

static int load_runs(struct figure_source *s, bool whole, struct study **out, struct err *err)
{
    struct study *study = arena_alloc(s->arena, sizeof(*study));
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_study(s->db, s->runs, s->n_runs, s->arena, study, err);
    if (rc == 0 && !whole)
        study_keep_held(study, s->arena);
    if (rc == 0)
        rc = rebase(s, study, err);
    if (rc < 0)
        return rc;
    study->apart = s->apart;
    *out = study;
    return 0;
}

int figure_source_study(struct figure_source *s, const struct study **out, struct err *err)
{
    int rc = s->study == NULL ? load_runs(s, s->learned, &s->study, err) : 0;
    *out = s->study;
    return rc;
}

int figure_source_whole(struct figure_source *s, const struct study **out, struct err *err)
{
    int rc = s->whole == NULL ? load_runs(s, true, &s->whole, err) : 0;
    *out = s->whole;
    return rc;
}

int figure_source_provenance(struct figure_source *s, const struct provenance **out,
                             struct err *err)
{
    if (s->provenance == NULL) {
        struct provenance *p = arena_alloc(s->arena, sizeof(*p));
        int rc = figure_source_names(s, err);
        if (rc == 0)
            rc = load_provenance(s->db, s->runs, s->n_runs, s->arena, p, err);
        if (rc < 0)
            return rc;
        s->provenance = p;
    }
    *out = s->provenance;
    return 0;
}
