/*
 * claims_table_test.c - what is said of bundles of claims: of each member that is not as it should
 * be, of numbers beside a database, and of the published bundle, held to what was approved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/tables/compare/table_claims.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

#define DB     "claims_table_test.db"
#define BUNDLE "claims_table_test.json"

static void put_bundle(struct buf *out, const char *path)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct table t;
    const struct table_input in = { .arena = &a, .argument = path, .db_path = DB };
    int rc = table_make(&table_claims, &in, NULL, &t, &err);
    buf_printf(out, " %d %s.\n", rc, err.msg);
    if (rc == 0)
        table_render(&t, TABLE_MARKDOWN, out);
}

/* A bundle of these claims, tables and further members. */
static void put_claims(struct buf *out, const char *claims, const char *tables, const char *more)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    buf_printf(&text, "{\"format\": \"rollbook.claims/1\"%s, \"tables\": %s, \"claims\": %s}", more,
               tables, claims);
    assert_int_equal(file_write_atomic(BUNDLE, text.data, text.len, &err), 0);
    if (text.len < 300)
        buf_printf(out, "-- %s %s%s\n", claims, tables, more);
    else
        buf_printf(out, "-- %zu bytes: %.50s...\n", text.len, claims);
    put_bundle(out, BUNDLE);
}

/* Members of a claim {"id": "a", ...}. */
static const char *const members[] = {
    "\"vaule\": 1",
    "\"text\": 1, \"source\": 2, \"note\": []",
    "\"quantity\": 1",
    "\"claims_better\": 1",
    "\"value\": true",
    "\"value\": \"many\"",
    "\"value\": \"0.50\"",
    "\"value\": 0.5, \"n\": 3, \"count\": 1",
    "\"value\": 0.5, \"n\": 4, \"count\": 2",
    "\"n\": -1",
    "\"n\": 0",
    "\"n\": 1.5",
    "\"n\": 1000000000000",
    "\"n\": 1000000000001",
    "\"test\": \"t\"",
    "\"test\": 1",
    "\"alternative\": \"both\"",
    "\"reading\": {\"x\": \"none\"}",
    "\"reading\": {\"y\": \"none\"}",
    "\"reading\": {}",
    "\"test\": \"none\", \"alternative\": \"unstated\"",
    "\"test\": \"sign\", \"statistic\": 9, \"n\": 10, \"p\": \"0.0107\"",
    ("\"test\": \"sign\", \"statistic\": 9, \"n\": 10, \"p\": \"0.0215\", \"alternative\": "
     "\"greater\""),
    "\"test\": \"sign\", \"statistic\": 9, \"n\": 10, \"p\": \"0.0107\", \"alternative\": \"less\"",
    ("\"test\": \"sign\", \"statistic\": 9, \"n\": 10, \"p\": \"0.3\", \"alternative\": "
     "\"two-sided\""),
    "\"test\": \"binomial\", \"statistic\": 9, \"n\": 10, \"p\": \"0.3\", \"null_rate\": \"25%\"",
    "\"test\": \"mcnemar\", \"statistic\": 9, \"n\": 10, \"p\": \"0.3\"",
    "\"test\": \"sign-flip\", \"n\": 5, \"p\": \"0.001\"",
    "\"test\": \"signed-rank\", \"statistic\": 10, \"n\": 10, \"p\": \"0.3\"",
    "\"test\": \"spearman\", \"value\": \"0.5\", \"n\": 10, \"p\": \"0.3\", \"controls\": 1",
    "\"test\": \"pearson\", \"value\": \"0.5\", \"n\": 10, \"p\": \"0.3\"",
    "\"interval\": {}",
    "\"interval\": {\"low\": 1}",
    "\"interval\": {\"low\": 0.1, \"high\": \"x\"}",
    ("\"value\": \"50%\", \"count\": 5, \"n\": 10, \"interval\": {\"low\": \"10%\", \"high\": "
     "\"90%\"}"),
    ("\"value\": \"50%\", \"count\": 5, \"n\": 10, \"interval\": {\"low\": \"10%\", \"high\": "
     "\"90%\", "
     "\"kind\": \"wilson\"}"),
    ("\"value\": \"50%\", \"count\": 5, \"n\": 10, \"interval\": {\"low\": \"10%\", \"high\": "
     "\"90%\", "
     "\"kind\": \"wilson\", \"level\": 0.9}"),
    "\"rates\": 1",
    "\"rates\": [0, 1]",
    "\"rates\": [-0.001]",
    "\"rates\": [1.001]",
    "\"rates\": [\"x\"]",
    "\"null_rates\": {}",
    "\"null_rates\": [2]",
    "\"value\": \"0.3\", \"effect\": \"cohens-h\", \"rates\": [\"50%\", \"40%\"]",
    "\"values\": 1",
    "\"values\": [1, true]",
    "\"values\": [1, 2, 3], \"value\": \"2.5\", \"sd\": \"0.9\", \"statistic_name\": \"mean\"",
    "\"values\": [1, 2, 4], \"value\": \"2.5\", \"statistic_name\": \"geomean\"",
    "\"values\": [1, 2, 4], \"value\": \"2.5\", \"statistic_name\": \"median\"",
    "\"values\": [1, 2, 4], \"value\": \"2.5\", \"ratios\": true, \"statistic_name\": \"mean\"",
    "\"curve\": \"none\"",
    "\"curve\": 1",
    "\"trajectory\": \"none\"",
    "\"base\": \"t\"",
    "\"curve\": \"t\", \"value\": \"1.5\", \"rate\": \"50%\"",
    "\"compared_with\": 1",
    "\"compared_with\": [1]",
    "\"compared_with\": [\"nobody\"]",
    "\"compared_with\": [\"a\", \"b\", \"a\"]",
    "\"compared_with\": [\"b\"], \"value\": \"30%\", \"denominator\": \"all\"",
    "\"rival\": \"a\"",
    "\"rival\": \"nobody\"",
    "\"rival\": 1",
    "\"rival\": \"b\", \"claims_better\": true, \"value\": \"25%\", \"count\": 25, \"n\": 100",
    "\"derived\": 1",
    "\"derived\": {\"as\": \"quotient\", \"of\": [1, 1]}",
    "\"derived\": {\"as\": \"ratio\"}",
    "\"derived\": {\"as\": \"ratio\", \"of\": 1}",
    "\"derived\": {\"as\": \"ratio\", \"of\": [1]}",
    "\"derived\": {\"as\": \"ratio\", \"of\": [1, \"one\"]}",
    "\"value\": \"3.2x\", \"derived\": {\"as\": \"ratio\", \"of\": [\"80%\", \"27.5%\"]}",
    "\"database\": 1",
    "\"database\": {\"run\": \"bon-42\"}",
    "\"database\": {\"quantity\": \"correct\"}",
    "\"value\": \"99%\", \"database\": {\"run\": \"nobody\", \"quantity\": \"correct\"}",
    "\"value\": \"99%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"joy\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"correct\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42,bon-43\", \"quantity\": \"correct\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"fast_1\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42,bon-43\", \"quantity\": \"fast_1\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"pass@k\"}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"pass@k\", \"k\": 3}",
    "\"value\": \"1%\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"fast_1@k\", \"k\": 3}",
    "\"value\": \"0.01\", \"database\": {\"run\": \"bon-42\", \"quantity\": \"best@k\", \"k\": 3}",
    ("\"value\": \"1%\", \"database\": {\"run\": \"ttt-42\", \"quantity\": \"correct\", \"step\": "
     "0}"),
    ("\"value\": \"1%\", \"database\": {\"run\": \"ttt-42\", \"quantity\": \"correct\", \"step\": "
     "1}"),
    "\"value\": \"1%\", \"database\": {\"run\": \"ttt-42\", \"quantity\": \"fast_1\", \"step\": 2}",
    "\"value\": \"1%\", \"database\": {\"run\": \"ttt-42\", \"quantity\": \"fast_1\", \"step\": 9}",
};

static const char *const tables[] = {
    "1",
    "[7]",
    "[{\"id\": \"t\"}]",
    "[{\"id\": \"t\", \"columns\": [1], \"rows\": []}]",
    "[{\"id\": \"t\", \"columns\": [\"k\"]}]",
    "[{\"id\": \"t\", \"columns\": [\"k\"], \"rows\": [1]}]",
    "[{\"id\": \"t\", \"columns\": [\"k\"], \"rows\": [[1], [1, 2]]}]",
    "[{\"id\": \"t\", \"columns\": [\"k\"], \"rows\": [[\"text\"], [null]]}]",
    ("[{\"id\": \"t\", \"columns\": [\"correct\", \"reward\"], \"rows\": [[\"60%\", 0.6], "
     "[\"80%\", "
     "0.8], [\"100%\", 1]], \"denominator\": \"all\", \"cell_n\": 5}]"),
};

static const char *const heads[] = { ", \"alpha\": 0", ", \"alpha\": 1", ", \"alpha\": 0.999",
                                     ", \"alpha\": 0.001, \"title\": \"T\"" };

static void each_member_is_read(void **state)
{
    static const struct fixture f = { 2, 2, 4, 3, 2, 0.7, "complete", "complete", "", false };
    static const char curve[] = "[{\"id\": \"t\", \"columns\": [\"k\", \"value\"], \"rows\": [[1, "
                                "\"30%\"], [2, \"60%\"]]}]";
    struct buf out = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    fixture_write(DB, &f);
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        put_claims(&out,
                   arena_printf(&a,
                                "[{\"id\": \"a\", %s}, {\"id\": \"b\", \"value\": \"20%%\", "
                                "\"count\": 20, \"n\": 100}]",
                                members[i]),
                   curve, "");
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        put_claims(&out, "[]", tables[i], "");
    for (size_t i = 0; i < ARRAY_LEN(heads); i++)
        put_claims(&out, "[]", "[]", heads[i]);
    put_claims(&out, "[7]", "[]", "");
    put_claims(&out, "[{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"a\"}]", "[]", "");
    put_claims(&out, "{}", "[]", "");
    approved_check_exactly("claims_members", &out);
    buf_release(&out);
    unlink(DB);
    unlink(BUNDLE);
}

/* n times the text between before and behind, with commas. */
static const char *many(struct arena *a, const char *before, const char *text, size_t n,
                        const char *behind)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    buf_puts(&out, before);
    for (size_t i = 0; i < n; i++)
        buf_printf(&out, "%s%s", i > 0 ? "," : "", text);
    buf_puts(&out, behind);
    return arena_strdup(a, buf_text(&out));
}

static void the_largest_bundles_are_read(void **state)
{
    struct buf out = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    for (size_t n = 10000; n <= 10001; n++) {
        put_claims(&out, many(&a, "[{\"id\": \"a\", \"rates\": [", "1", n, "]}]"), "[]", "");
        put_claims(&out, "[]",
                   many(&a, "[{\"id\": \"t\", \"columns\": [", "\"k\"", n, "], \"rows\": []}]"),
                   "");
        put_claims(&out, "[]",
                   many(&a, "[", "{\"id\": \"t\", \"columns\": [], \"rows\": []}", n, "]"), "");
    }
    approved_check_exactly("claims_many", &out);
    buf_release(&out);
    unlink(BUNDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_member_is_read),
        cmocka_unit_test(the_largest_bundles_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
