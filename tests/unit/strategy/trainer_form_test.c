/*
 * trainer_form_test.c - records of every form, of samples made by hand, held to a text that
 * somebody has read: tests/approved/units/trainer_forms.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/rescore/trainer_form.h"
#include "tests/support/approved.h"

static const int32_t ids[] = { 7, -1, 2147483647 };
static const float logprobs[] = { -0.1f, -2, -1e-20f };
static const float odd_logprobs[] = { (float)-INFINITY, (float)NAN, 0 };
static const struct spoken asked[] = { { "system", "be\nbrief", 8 }, { "user", "write", 5 } };

/* Everything is known. */
static struct trainer_sample known(void)
{
    return (struct trainer_sample){ .run = "a \"run\"",
                                    .task = "l1/4",
                                    .outcome = "measured",
                                    .finish_reason = "stop",
                                    .recipe = "speedup",
                                    .rollout_id = 11,
                                    .step = 2,
                                    .turn = 1,
                                    .sample = 3,
                                    .correct = true,
                                    .is_last = true,
                                    .speedup = 2,
                                    .reward = 0.25,
                                    .advantage = -1e-9,
                                    .temperature = 1,
                                    .logprob_temperature = 0.5,
                                    .completion = "int a;",
                                    .completion_len = 6,
                                    .n_tokens = 3,
                                    .token_ids = ids,
                                    .logprobs = logprobs,
                                    .asked = asked,
                                    .n_asked = 2 };
}

static struct trainer_sample unknown(void)
{
    return (struct trainer_sample){ .run = "r",
                                    .task = "l1/5",
                                    .speedup = (double)NAN,
                                    .reward = (double)NAN,
                                    .advantage = (double)NAN,
                                    .temperature = (double)NAN,
                                    .logprob_temperature = (double)NAN };
}

static void put_forms(const char *what, const struct trainer_sample *s, struct buf *out)
{
    for (size_t i = 0; i < n_trainer_forms; i++) {
        const struct trainer_form *form = &trainer_forms[i];
        buf_printf(out, "%s, %s (%s, %s):\n", what, form->name, form->summary,
                   form->is_conversation ? "a conversation" : "a rollout");
        form->put(form, s, 1, out);
    }
}

static void test_a_sample_in_every_form(void **state)
{
    (void)state;
    struct buf CLEANUP(buf_release) out = { 0 };
    struct trainer_sample s = known();
    put_forms("known", &s, &out);
    s = unknown();
    put_forms("unknown", &s, &out);
    s = known();
    s.n_tokens = 0;
    s.completion = "";
    s.completion_len = 0;
    s.n_asked = 0;
    s.correct = s.is_last = false;
    put_forms("empty", &s, &out);
    s = known();
    s.filters = "cheat,mrs_mean,prs";
    s.completion = "a\xff\xc3\xa9\x80";
    s.completion_len = 5;
    s.n_tokens = 1;
    s.token_ids = NULL;
    put_forms("masked, without ids, no UTF-8", &s, &out);
    s = known();
    s.filters = "prs";
    s.completion = "\xc3\xa9\0b";
    s.completion_len = 4;
    s.logprobs = NULL;
    s.advantage = (double)INFINITY;
    s.reward = 1e300;
    put_forms("masked once, without log-probs", &s, &out);
    s = known();
    s.logprobs = odd_logprobs;
    s.temperature = (double)NAN;
    put_forms("odd log-probs, no temperature", &s, &out);
    approved_check_exactly("trainer_forms", &out);
}

#define SAID(role, text)                                                                           \
    {                                                                                              \
        role, text, sizeof(text) - 1                                                               \
    }

/* Turns 0 to 4 of one conversation; the last was shown turns 0, 2 and 3 and answered. */
static void test_which_answers_of_a_conversation_teach(void **state)
{
    static const struct spoken said[] = {
        SAID("system", "be brief"), SAID("user", "write"),     SAID("assistant", "zero"),
        SAID("user", "again"),      SAID("assistant", "two"),  SAID("user", "and again"),
        SAID("assistant", "three"), SAID("user", "once more"), SAID("assistant", "an example"),
        SAID("user", "now"),
    };
    static const int64_t shown[] = { 0, 2, 3 };
    static const int64_t other[] = { 1, 2, 3 };
    static const int64_t second_other[] = { 0, 1, 3 };
    static const char *const answers[] = { "zero", "one", "two", "three", "four" };
    static const struct {
        const char *what, *filters, *completion;
        const int64_t *shown;
        size_t changed, n_shown;
    } cases[] = {
        { "as it was held", NULL, "two", shown, 2, 1 },
        { "masked", "cheat,prs", "two", shown, 2, 1 },
        { "shown another", NULL, "two", other, 2, 1 },
        { "shown more", NULL, "two", shown, 2, 2 },
        { "shown less", NULL, "two", shown, 2, 0 },
        { "second of two is another", NULL, "three", second_other, 3, 2 },
        { "not stored", NULL, NULL, shown, 2, 1 },
        { "shown otherwise", NULL, "twe", shown, 2, 1 },
        { "shown shorter", NULL, "two and more", shown, 2, 1 },
        { "last is masked", "prs", "four", shown, 4, 3 },
        { "last was shown less", NULL, "four", shown, 4, 2 },
        { "last is not stored", NULL, NULL, shown, 4, 3 },
    };
    (void)state;
    struct buf CLEANUP(buf_release) out = { 0 };
    const struct trainer_form *form = trainer_form_find("messages");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct trainer_sample turns[5];
        for (size_t k = 0; k < 5; k++) {
            turns[k] = known();
            turns[k].turn = (int64_t)k;
            turns[k].reward = 1 + (double)k;
            turns[k].advantage = k == 3 ? (double)NAN : 10 + (double)k;
            turns[k].completion = answers[k];
            turns[k].completion_len = strlen(answers[k]);
            turns[k].shown = shown;
            turns[k].n_shown = k == 0 ? 0 : k == 4 ? 3 : k - 1;
        }
        turns[4].asked = said;
        turns[4].n_asked = ARRAY_LEN(said);
        struct trainer_sample *t = &turns[cases[i].changed];
        t->filters = cases[i].filters;
        t->completion = cases[i].completion;
        t->completion_len = t->completion == NULL ? 0 : strlen(t->completion);
        t->n_shown = cases[i].n_shown;
        t->shown = cases[i].shown;
        buf_printf(&out, "%s: ", cases[i].what);
        form->put(form, turns, 5, &out);
    }
    struct trainer_sample of_two[] = { known(), known() };
    of_two[1].turn = 3;
    of_two[1].asked = said;
    of_two[1].n_asked = ARRAY_LEN(said);
    of_two[1].shown = shown;
    of_two[1].n_shown = 3;
    buf_puts(&out, "turns that are not judged: ");
    form->put(form, of_two, 2, &out);
    approved_check_exactly("trainer_conversations", &out);
}

static void test_forms_are_found_by_their_whole_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_trainer_forms; i++)
        assert_ptr_equal(trainer_form_find(trainer_forms[i].name), &trainer_forms[i]);
    assert_null(trainer_form_find(""));
    assert_null(trainer_form_find("tr"));
    assert_null(trainer_form_find("TRL"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sample_in_every_form),
        cmocka_unit_test(test_which_answers_of_a_conversation_teach),
        cmocka_unit_test(test_forms_are_found_by_their_whole_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
