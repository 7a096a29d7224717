#include "analysis/from_store/load_mutants.h"

#include <string.h>

#include "columns/has_mutants.h"
#include "columns/load_mutants.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/store.h"

static enum bug_fate fate_of(const char *outcome)
{
    static const char *const unbuilt[] = { "no_code", "parse", "compile" };
    if (strcmp(outcome, "measured") == 0)
        return FATE_SURVIVED;
    if (strcmp(outcome, "pending") == 0 || strcmp(outcome, "infra") == 0)
        return FATE_UNKNOWN;
    for (size_t i = 0; i < ARRAY_LEN(unbuilt); i++)
        if (strcmp(outcome, unbuilt[i]) == 0)
            return FATE_UNBUILT;
    return FATE_KILLED;
}

/* A checker is called by its rule, else by its mode; on a GPU with the backend. */
static const char *checker_of(struct stmt *st, struct arena *a)
{
    const char *rule = stmt_text(st, LOAD_MUTANTS_RULE),
               *mode = stmt_text(st, LOAD_MUTANTS_EVAL_MODE);
    const char *backend = stmt_text(st, LOAD_MUTANTS_BACKEND);
    const char *name = rule != NULL && *rule != '\0' ? rule : mode == NULL ? "unknown" : mode;
    if (backend == NULL || strcmp(backend, "cpu") == 0 || strcmp(name, CHECKER_DRAWS) == 0)
        return arena_strdup(a, name);
    return arena_printf(a, "%s on %s", name, backend);
}

static struct mutant_verdict read_verdict(struct stmt *st, struct arena *a)
{
    const char *message = stmt_text(st, LOAD_MUTANTS_MESSAGE);
    const char *check = stmt_text(st, LOAD_MUTANTS_REFUSED_BY);
    const char *outcome = stmt_text(st, LOAD_MUTANTS_OUTCOME);
    struct mutant_verdict v = {
        .task = stmt_text_dup(st, LOAD_MUTANTS_TASK, a),
        .code = stmt_text_dup(st, LOAD_MUTANTS_CODE, a),
        .checker = checker_of(st, a),
        .said = stmt_text_dup(st, LOAD_MUTANTS_SAID, a),
        .fate = fate_of(outcome),
        .message = message == NULL ? NULL : arena_strdup(a, message),
        .rollout_id = stmt_int(st, LOAD_MUTANTS_ROLLOUT_ID),
        .code_blob_id = stmt_int(st, LOAD_MUTANTS_CODE_BLOB_ID),
        .sample = stmt_int(st, LOAD_MUTANTS_SAMPLE),
    };
    v.is_control = str_starts_with(v.said, "control: ");
    if (v.fate == FATE_KILLED)
        v.check = arena_strdup(a, check == NULL ? outcome : check);
    return v;
}

int load_mutants(const struct load_request *from, struct mutant_verdict **out, size_t *out_n,
                 struct err *err)
{
    struct mutant_verdict *all = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    struct stmt *st = db_query(from->db, "load_mutants");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        if (n == capacity) {
            capacity = capacity == 0 ? 1024 : 2 * capacity;
            struct mutant_verdict *more = arena_array(from->arena, capacity, sizeof *more);
            if (n > 0)
                memcpy(more, all, n * sizeof *more);
            all = more;
        }
        struct mutant_verdict v = read_verdict(st, from->arena);
        if (v.is_control || str_starts_with(v.said, "mutant: "))
            all[n++] = v;
    }
    if (rc < 0)
        return rc;
    *out = all;
    *out_n = mutants_sort(all, n, from->arena);
    return 0;
}

int load_has_mutants(struct db *db, bool *out, struct err *err)
{
    struct stmt *st = db_query(db, "has_mutants");
    int rc = stmt_step(st, err);
    *out = rc > 0 && stmt_int(st, HAS_MUTANTS_PRESENT) != 0;
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}
