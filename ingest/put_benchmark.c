/*
 * put_benchmark.c - which version of KernelBench a file is about, by the names of its problems.
 *
 * Versions differ in shapes under the same numbers: a speedup over a baseline of another version
 * compares other work.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/put_rows.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "tasks/kernelbench.h"

void ingest_note_problem(struct ingest_sink *k, const char *suite, int level, int problem,
                         const char *name)
{
    const unsigned ours = 1U << KERNELBENCH_OURS;
    if (*name == '\0' || strcmp(suite, "kernelbench") != 0)
        return;
    const unsigned set = kernelbench_versions_of_name(level, problem, name);
    if (set == 0)
        return;
    k->n_named++;
    k->versions = k->n_named == 1 ? set : k->versions & set;
    k->n_other += (set & ours) == 0;
    k->other |= (set & ours) == 0 ? set : 0;
    if ((set & ours) == 0 && k->other_name == NULL)
        k->other_name = arena_printf(k->job->arena, "level %d, %.80s", level, name);
}

int ingest_put_benchmark(struct ingest_sink *k, struct err *err)
{
    struct ingest_job *job = k->job;
    if (k->n_named == 0)
        return 0;
    if (k->n_other > 0)
        ingest_remark(job,
                      "%zu of %zu problem names are those of KernelBench %s and not of %s (%s): "
                      "shapes differ, so that nothing measured with %s compares with it",
                      k->n_other, k->n_named, kernelbench_versions_text(job->arena, k->other),
                      kernelbench_versions_text(job->arena, 1U << KERNELBENCH_OURS), k->other_name,
                      kernelbench_versions_text(job->arena, 1U << KERNELBENCH_OURS));
    struct stmt *st = db_query(k->db, "ingest_set_benchmark");
    stmt_bind_int(st, ":import_source_id", k->source_id);
    stmt_bind_text(st, ":benchmark",
                   k->versions == 0 ? "mixed" : kernelbench_versions_text(job->arena, k->versions));
    return stmt_run(st, err);
}
