/*
 * course_host.h - the launch of a backend without a device of its own: it computes l1/28 from the
 * inputs that it is given, and writes down which they are.
 */
#ifndef ROLLBOOK_TESTS_COURSE_HOST_H
#define ROLLBOOK_TESTS_COURSE_HOST_H

#include "src/base/sha256.h"
#include "tests/unit/eval/course_backend.h"

static size_t input_number(const float *x, int64_t n)
{
    char hash[65];
    size_t i = 0;
    sha256_hex(x, (size_t)n * sizeof *x, hash);
    while (i < fake.n_inputs && strcmp(fake.inputs[i], hash) != 0)
        i++;
    assert_true(i < ARRAY_LEN(fake.inputs));
    memcpy(fake.inputs[i], hash, sizeof hash);
    fake.n_inputs = i == fake.n_inputs ? i + 1 : fake.n_inputs;
    return i + 1;
}

static int launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                  struct launch_report *r, struct err *err)
{
    (void)err;
    const float *x = inputs[0];
    const struct trial_key none = { .trial = 0 };
    *r = s->f64 ? (struct launch_report){ .status = LAUNCH_OK } : right_report(s);
    say("run %u%s on inputs %zu, left %d", s->number, keep_state ? " as it is" : "",
        input_number(x, s->n), s->left);
    s->left = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double wide = fmin(fmax((double)x[i] / 6 + 0.5, 0), 1);
        float y = (float)wide;
        wide = isnan(x[i]) ? (double)NAN : wide;
        y = isnan(x[i]) ? NAN : y;
        if (s->f64)
            memcpy(s->y + 8 * i, &wide, sizeof wide);
        else
            memcpy(s->y + 4 * i, &y, sizeof y);
    }
    r->outputs[0] = s->y;
    if (fake.alter != NULL && !s->f64)
        fake.alter(s, &none, keep_state, r);
    return 0;
}

#endif
