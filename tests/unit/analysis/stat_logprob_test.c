/* stat_logprob_test.c - perplexity and bits per byte by hand, with unknown tokens too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/stat/stat_summary.h"

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-6))
        fail_msg("%.17g is not %.17g", got, want);
}

static void test_known(void **state)
{
    (void)state;
    /* Probabilities 1/2, 1/4, 1/8: 6 bits in 3 tokens, 2 bits a token, 12 bytes. */
    const float lp[] = { -0.6931472f, -1.3862944f, -2.0794415f };
    struct stat_logprob s = stat_logprob(lp, 3, 12, -1);
    near(s.perplexity, 4);
    near(s.bits_per_byte, 0.5);
    near(s.min, -2.0794415);
    assert_int_equal(s.n_below, 2);
    assert_int_equal(s.n_unknown, 0);
}

static void test_unknown(void **state)
{
    (void)state;
    const float lp[] = { -0.6931472f, -9999.0f, (float)NAN, -(float)INFINITY };
    struct stat_logprob s = stat_logprob(lp, 4, 12, -1);
    near(s.perplexity, 2);
    assert_true(isnan(s.bits_per_byte));
    assert_int_equal(s.n_below, 0);
    assert_int_equal(s.n_unknown, 3);
}

static void test_nothing(void **state)
{
    (void)state;
    const float lp[] = { -9999.0f };
    assert_true(isnan(stat_logprob(lp, 0, 3, -1).perplexity));
    assert_true(isnan(stat_logprob(lp, 1, 3, -1).perplexity));
    assert_true(isnan(stat_logprob(lp, 1, 0, -1).mean));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
