/* What a candidate's process tells of its kernels becomes a share, or a reason why there is none.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/json/json.h"

#define ROW(library, own, us, n)                                                                   \
    "{\"library\":" library ",\"own\":" own ",\"us\":" us ",\"n\":" n ",\"name\":\"k\"}"
#define OWN        ROW("\"e.so\"", "true", "30", "2")
#define TORCH      ROW("\"libtorch_cuda.so\"", "false", "10", "1")
#define LIST(rows) "{\"kernels\":[" rows "]}"
#define EIGHT(row) row "," row "," row "," row "," row "," row "," row "," row

static const struct {
    const char *told;
    double share; /* NaN: not known */
    const char *detail;
    bool forbidden; /* others' kernels ran */
} cases[] = {
    { LIST(OWN), 1, "e.so 1.000 (2, own)", false },
    { LIST(TORCH), 0, "libtorch_cuda.so 1.000 (1)", true },
    { LIST(OWN "," TORCH), 0.75, "e.so 0.750 (2, own), libtorch_cuda.so 0.250 (1)", true },
    { LIST(OWN "," OWN), 1, "e.so 1.000 (4, own)", false },
    { LIST(EIGHT(OWN) "," EIGHT(TORCH)), 0.75, "(16, own)", true },
    /* A library that says both is shown as two. */
    { LIST(OWN "," ROW("\"e.so\"", "false", "30", "1")), 0.5, "e.so 0.500 (1)", true },
    { LIST(""), (double)NAN, "no kernel ran", false },
    { LIST(ROW("\"e.so\"", "true", "0", "1")), (double)NAN, "no kernel ran", false },
    { "{\"why_not\":\"no CUPTI\"}", (double)NAN, "no CUPTI", false },
    { LIST(OWN "," ROW("null", "false", "1", "1")), (double)NAN, "the stack does not tell", false },
    { "{}", (double)NAN, "something else", false },
    { "[]", (double)NAN, "something else", false },
    { "7", (double)NAN, "something else", false },
    { "{\"kernels\":{}}", (double)NAN, "something else", false },
    { LIST("1"), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "true", "-1", "1")), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "true", "1e999", "1")), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "true", "null", "1")), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "true", "1", "0")), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "1", "1", "1")), (double)NAN, "something else", false },
    { LIST(ROW("\"e.so\"", "true", "1e308", "1") "," ROW("\"f.so\"", "true", "1e308", "1")),
      (double)NAN, "no kernel ran", false },
    { LIST(EIGHT(OWN) "," EIGHT(OWN) "," EIGHT(OWN) "," EIGHT(OWN) "," OWN), (double)NAN,
      "something else", false },
};

static const struct evidence *evidence_of(const struct eval_result *r, const char *kind)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            return &r->evidence[i];
    return NULL;
}

static void check(const char *told, const char *why_not, double share, const char *detail,
                  bool forbidden)
{
    struct arena a = { 0 };
    struct eval_result r;
    struct verdict v = { .arena = &a, .out = &r };
    struct err err = { 0 };
    struct json *launched = json_parse("told", told, strlen(told), &err);
    if (launched == NULL)
        fail_msg("%s", err.msg);
    eval_result_init(&r, OUTCOME_MEASURED, NULL);
    torch_share_note(&v, launched, why_not);
    const struct evidence *own = evidence_of(&r, "own_share");
    const struct evidence *forbid = evidence_of(&r, "forbid_torch_compute");
    bool known = !isnan(share);
    if (own == NULL || own->detail == NULL || strstr(own->detail, detail) == NULL ||
        own->pass != known || known != !isnan(r.own_share) ||
        (known && fabs(r.own_share - share) > 1e-12))
        fail_msg("%s: %g, %s", told, r.own_share, own == NULL ? "no evidence" : own->detail);
    if ((forbid != NULL) != known || (forbid != NULL && forbid->pass == forbidden))
        fail_msg("%s: forbid_torch_compute", told);
    assert_false(v.decided);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    json_free(launched);
    arena_release(&a);
}

static void shares_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check(cases[i].told, NULL, cases[i].share, cases[i].detail, cases[i].forbidden);
}

static void a_reason_goes_before_what_was_told(void **state)
{
    (void)state;
    check(LIST(OWN), "the call failed", (double)NAN, "the call failed", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_read),
        cmocka_unit_test(a_reason_goes_before_what_was_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
