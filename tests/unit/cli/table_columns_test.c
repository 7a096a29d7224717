/*
 * table_columns_test.c - tables of every command over the approved study, with each of their
 * options set in turn: the columns with their digits, the rows and the remarks, held to what was
 * approved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/tables/compare/table_compare.h"
#include "analysis/tables/picks/table_picks.h"
#include "analysis/tables/table_cost.h"
#include "tests/support/approved.h"

#define DB "table_columns_test.db"
#include "tests/unit/cli/table_cases.h"

/* What an option is set to in turn, where it has no names to choose from. */
static const struct {
    const char *option, *text;
} values[] = {
    { "k", "1,3" },
    { "p", "0.5,1" },
    { "m", "2" },
    { "quantile", "0.9" },
    { "smooth", "0.3" },
    { "patience", "2" },
    { "step", "1" },
    { "step", "all" },
    { "step", "boa" },
    { "rules", "all" },
    { "tail", "0.5" },
    { "quantiles", "2" },
    { "stated", "sequence" },
    { "stated", "judge-correctness" },
    { "event", "fast" },
    { "level", "all" },
    { "threshold", "0.9" },
    { "estimator", "rloo" },
    { "length-exponent", "0.5" },
    { "bins", "3" },
    { "cut", "0.7" },
    { "budget", "4" },
    { "below", "20" },
    { "sample", "0" },
    { "reference", "a" },
    { "look", "1" },
    { "scored", "bon-42" },
    { "limit", "2" },
    { "epsilon", "0.5" },
    { "gamma", "0.5" },
    { "scale", "2" },
    { "metric", "lazy" },
    { "metric", "correct" },
    { "by", "family" },
};

static void put_columns(struct buf *out, const struct table *t)
{
    buf_printf(out, "%s:", t->schema);
    for (size_t i = 0; i < t->n_columns; i++)
        buf_printf(out, " %s(%d)", t->columns[i].name, t->columns[i].digits);
    buf_putc(out, '\n');
}

/* The kind's table with one option more; "" sets a flag, option NULL none. */
static void put_table(struct buf *out, const struct table_kind *kind, size_t which, struct db *db,
                      const char *option, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) rendered = { 0 };
    struct err err = { 0 };
    struct table t;
    void *options = read_case(kind, which, &a);
    if (option != NULL)
        set(kind, option, options, text, &a);
    const struct table_input in = { .db = db,
                                    .arena = &a,
                                    .runs = names_of(&a, cases[which].runs) };
    int rc = table_make(kind, &in, options, &t, &err);
    buf_printf(out, "-- %s%s%s %s: %d %s.\n", kind->command, option == NULL ? "" : " --",
               option == NULL ? "" : option, text, rc, err.msg);
    if (rc < 0)
        return;
    put_columns(&rendered, &t);
    table_render(&t, TABLE_MARKDOWN, &rendered);
    put_new(out, buf_text(&rendered), 10, &a);
}

static void put_case(struct buf *out, const struct table_kind *kind, size_t which, struct db *db)
{
    put_table(out, kind, which, db, NULL, "");
    for (size_t i = 0; i < kind->options.n_rows; i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct option *o = &kind->options.rows[i];
        const char *const *choices = is_read(o) && o->type == OPTION_UNSIGNED ? o->choices : NULL;
        const char *standard = is_read(o) ? option_text(o, kind->options.standard, &a) : NULL;
        if (is_read(o) && o->type == OPTION_BOOL)
            put_table(out, kind, which, db, o->name, "");
        for (; choices != NULL && *choices != NULL; choices++)
            if (standard == NULL || strcmp(*choices, standard) != 0)
                put_table(out, kind, which, db, o->name, *choices);
        for (size_t v = 0; v < ARRAY_LEN(values); v++)
            if (is_read(o) && (o->choices == NULL || o->type == OPTION_INT) &&
                strcmp(o->name, values[v].option) == 0)
                put_table(out, kind, which, db, o->name, values[v].text);
    }
}

static void put_kind(struct buf *out, const struct table_kind *kind, struct db *db)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        if (is_case_of(kind, i))
            put_case(&text, kind, i, db);
    buf_add(out, buf_text(&text), text.len);
}

static struct db *study;

static int setup(void **state)
{
    (void)state;
    study = open_study(NULL, "");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    db_close(study);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    return 0;
}

static void every_table_has_its_columns(void **state)
{
    (void)state;
    struct buf out = { 0 };
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if (all[i]->table != NULL && all[i]->min_args == 0 &&
            strcmp(all[i]->name, all[i]->table->command) == 0)
            put_kind(&out, all[i]->table, study);
    approved_check_exactly("table_columns", &out);
    buf_release(&out);
}

/* A table with these options, name and text in turn. */
static void put_one(struct buf *out, const struct table_kind *kind, const char *runs,
                    const char *const *options, size_t n)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct table t;
    void *read = arena_alloc(&a, kind->options.size + 1);
    if (kind->options.standard != NULL)
        memcpy(read, kind->options.standard, kind->options.size);
    set(kind, "replicates", read, "20", &a);
    buf_printf(out, "-- %s of %s", kind->command, runs);
    for (size_t i = 0; i + 1 < n; i += 2) {
        set(kind, options[i], read, options[i + 1], &a);
        buf_printf(out, " --%s %s", options[i], options[i + 1]);
    }
    const struct table_input in = { .db = study, .arena = &a, .runs = names_of(&a, runs) };
    int rc = table_make(kind, &in, read, &t, &err);
    buf_printf(out, ": %d %s.\n", rc, err.msg);
    if (rc == 0)
        table_render(&t, TABLE_MARKDOWN, out);
}

/* Files of prices, with prices of a model beside those of all. */
static void prices_are_read(void **state)
{
    static const char *const texts[] = {
        "",
        "[]",
        "{}",
        "{\"price\": 1}",
        "{\"prompt_per_million\": -0.5}",
        "{\"prompt_per_million\": 0}",
        "{\"prompt_per_million\": \"1\"}",
        "{\"prompt_per_million\": 1000, \"completion_per_million\": 2000, "
        "\"teacher_per_million\": 4000, \"evaluate_per_hour\": 8000, \"wall_per_hour\": 16000}",
        "{\"evaluate_per_hour\": 8000}",
        "{\"wall_per_hour\": 16000, \"teacher_per_million\": 5000}",
        "{\"prompt_per_million\": 1000, \"completion_per_million\": 2000, \"models\": "
        "{\"builtin\": {\"prompt_per_million\": 3000}, \"other\": 7}}",
        "{\"models\": {\"builtin\": 7}}",
        "{\"models\": {\"builtin\": {\"price\": 7}}}",
        "{\"models\": 7}",
    };
    const char *const options[] = { "prices", "table_columns_test.json", "by-step", "" };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct err err = { 0 };
        assert_int_equal(file_write_atomic(options[1], texts[i], strlen(texts[i]), &err), 0);
        buf_printf(&out, "%s\n", texts[i]);
        put_one(&out, &table_cost, "ttt-42,sdpo-42,stages-grpo,bon-42", options,
                ARRAY_LEN(options));
    }
    unlink(options[1]);
    approved_check_exactly("table_prices", &out);
    buf_release(&out);
}

/* Lists of tasks, by name, by number, and those that are none. */
static void subsets_are_read(void **state)
{
    static const char *const lists[] = {
        "one=4,5;two=19,21,23,36",
        "one=l1/4;two=l1/5",
        "one=4,4",
        "one=4;two=4",
        "one=4;one=5",
        "one=;two=4",
        "one",
        "=4",
        "one=4=5",
        "one=99",
        "one=x;two=4",
        "one=4;two=5;three=19,21",
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        const char *const options[] = { "a",     "bon-42,bon-43", "b",       "ttt-42,ttt-43",
                                        "table", "transfer",      "subsets", lists[i] };
        put_one(&out, &table_compare, "bon-42", options, ARRAY_LEN(options));
    }
    const char *const both[] = { "a",     "bon-42,bon-43", "b",       "ttt-42,ttt-43",
                                 "table", "transfer",      "subsets", "one=4;two=5",
                                 "by",    "level" };
    put_one(&out, &table_compare, "bon-42", both, ARRAY_LEN(both));
    approved_check_exactly("table_subsets", &out);
    buf_release(&out);
}

/* What a run prints as it ends. */
static void picks_are_those_approved(void **state)
{
    static const char *const runs[] = { "bon-42",      "ttt-42",    "ttt-k2",
                                        "refine-42",   "sdpo-42",   "stages-held-sft-grpo",
                                        "stages-grpo", "stages-sft" };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(runs); i++)
        put_one(&out, &table_picks, runs[i], NULL, 0);
    approved_check_exactly("table_picks", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_has_its_columns),
        cmocka_unit_test(prices_are_read),
        cmocka_unit_test(subsets_are_read),
        cmocka_unit_test(picks_are_those_approved),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
