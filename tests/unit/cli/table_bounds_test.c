/*
 * table_bounds_test.c - the least and the largest values that options of tables take, and what is
 * said of others, held to what was approved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/tables/table_kind.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "table_bounds_test.db"

/* Set before the option in question, where a kind has them. */
static const char *const first[][2] = {
    { "replicates", "2" },    { "base", "bon-42,bon-43" }, { "a", "bon-42,bon-43" },
    { "b", "ttt-42,ttt-43" }, { "task", "l1/4" },
};

static const struct {
    const char *option, *texts[9];
} values[] = {
    { "confidence", { "0", "0.001", "1" } },
    { "replicates", { "0", "1", "100001" } },
    { "threads", { "-1", "64", "65" } },
    { "m", { "-1", "0", "1", "1000000", "1000001" } },
    { "quantiles", { "0", "1", "1000", "1001" } },
    { "tail", { "0", "0.001", "1", "1.001" } },
    { "length-exponent", { "-1", "0", "inf" } },
    { "identity", { "bytes", "nothing" } },
    { "bins", { "0", "1", "1000", "1001" } },
    { "scale", { "0", "0.5", "-1", "inf" } },
    { "stated", { "nothing", "extra:", "extra:x", "sequence" } },
    { "event", { "nothing", "compiled" } },
    { "cut", { "-0.001", "0", "1", "1.001" } },
    { "smooth", { "-0.001", "0", "0.999", "1" } },
    { "patience", { "-1", "0", "1000000", "1000001" } },
    { "max-texts", { "1", "2", "256", "257" } },
    { "epsilon", { "-0.001", "0", "inf" } },
    { "gamma", { "-0.001", "0", "1", "1.001" } },
    { "max-speedup", { "0", "0.5", "-1" } },
    { "max-baseline-age", { "-0.001", "0" } },
    { "limit", { "-1", "0", "1" } },
    { "budget", { "-1", "0", "1", "4", "5", "1000000" } },
    { "threshold", { "inf" } },
    { "k", { "0", "1", "4", "5", "1,1", "2,1", "x", "1000000", "" } },
    { "p", { "0", "-1", "x", "1,1", "1e9", "" } },
    { "quantile", { "0", "0.001", "0.999", "1" } },
    { "sample", { "-1", "0", "1", "3", "4" } },
    { "step", { "0", "2", "3", "1000000", "1000001" } },
    { "by", { "nothing" } },
    { "rules", { "nothing", "best-correct", "best-correct,best-correct", "" } },
    { "level", { "nothing", "bytes,bytes" } },
    { "metric", { "nothing", "correct" } },
    { "below", { "-2", "-1", "0" } },
    { "estimator", { "nothing", "grpo" } },
};

static const struct option *option_of(const struct table_kind *kind, const char *name)
{
    for (size_t i = 0; i < kind->options.n_rows; i++) {
        const struct option *o = &kind->options.rows[i];
        if (!o->is_shared && strcmp(o->name, name) == 0)
            return o;
    }
    return NULL;
}

static void put_value(struct buf *out, const struct table_kind *kind, struct db *db,
                      const char *option, const char *text)
{
    static const char *const runs[] = { "bon-42", "bon-43", "ttt-42", "ttt-43" };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct table t;
    bool only_adapted = strcmp(kind->command, "analyze equivalent-k") == 0;
    void *options = arena_alloc(&a, kind->options.size + 1);
    memcpy(options, kind->options.standard, kind->options.size);
    for (size_t i = 0; i < ARRAY_LEN(first); i++) {
        const struct option *o = option_of(kind, first[i][0]);
        if (o != NULL && option_put(o, options, first[i][1], &a, &err) < 0)
            fail_msg("%s", err.msg);
    }
    int rc = option_put(option_of(kind, option), options, text, &a, &err);
    const struct table_input in = {
        .db = db, .arena = &a, .runs = { only_adapted ? runs + 2 : runs, only_adapted ? 2 : 4 }
    };
    if (rc == 0)
        rc = table_make(kind, &in, options, &t, &err);
    buf_printf(out, "%s --%s %s: %d %s.\n", kind->command, option, text, rc, err.msg);
}

static void options_have_their_bounds(void **state)
{
    static const struct fixture f = { 2, 1, 4, 2, 1, 0.8, "complete", "complete", "", false };
    struct buf out = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    size_t n;
    const struct command *const *all = command_all(&n);
    (void)state;
    fixture_write(DB, &f);
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    for (size_t i = 0; i < n; i++) {
        const struct table_kind *kind = all[i]->table;
        if (kind == NULL || kind->options.standard == NULL || all[i]->min_args > 0 ||
            strcmp(all[i]->name, kind->command) != 0)
            continue;
        for (size_t v = 0; v < ARRAY_LEN(values); v++)
            for (size_t k = 0;
                 option_of(kind, values[v].option) != NULL && k < 9 && values[v].texts[k] != NULL;
                 k++)
                put_value(&out, kind, db, values[v].option, values[v].texts[k]);
    }
    db_close(db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check_exactly("table_bounds", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_have_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
