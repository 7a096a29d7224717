/*
 * ask_request_test.c - what a client of the proxy may want evaluated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/problem/problem.h"
#include "src/server/ask_request.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

static struct problem_shelf shelf;

static int read_request(const char *target, const char *type, const char *body, struct arena *a,
                        struct ask_request *q, struct err *err)
{
    struct tags tags = tags_none;
    *err = (struct err){ 0 };
    return ask_request_read(&(struct ask_input){ target, type, body, strlen(body), &tags, &shelf },
                            a, q, err);
}

static void requests_are_refused_in_words(void **state)
{
    static const char json[] = "application/json; charset=utf-8";
    static const struct {
        const char *target, *type, *body, *message; /* NULL: taken */
    } rows[] = {
        { "/evaluate?task=l1/4", NULL, "x", NULL },
        { "/evaluate?task=l1/4", "text/plain", "{}", NULL },
        { "/evaluate?task=l1/4", json, "{\"kernel\": \"x\"}", NULL },
        { "/evaluate", json, "{\"task\": \"l1/4\", \"completion\": \"x\", \"seed\": null}", NULL },
        { "/evaluate", NULL, "x", "task is missing, as in POST /evaluate?task=l1/4" },
        { "/evaluate?task=l1/4", NULL, "", "the kernel file is empty" },
        { "/evaluate?task=l1/4", json, "{}", "\"kernel\" (or \"completion\") is missing" },
        { "/evaluate?task=l1/4", json, "[]", "the body is not a JSON object" },
        { "/evaluate?task=l1/4", json, "{\"kernel\": 1}",
          "one text is wanted, \"kernel\" or \"completion\"" },
        { "/evaluate?task=l1/4", json, "{\"kernel\": \"x\", \"completion\": \"y\"}",
          "one text is wanted, \"kernel\" or \"completion\"" },
        { "/evaluate?task=l1/4", json, "{\"case\": 1.5}",
          "'case': neither a text nor a whole number" },
        { "/evaluate?task=l1/4", json, "{\"case\": true}",
          "'case': neither a text nor a whole number" },
        { "/evaluate?case=huge", NULL, "x", "case: 'huge' is not tiny, cpu or full" },
        { "/evaluate?mode=slow", NULL, "x", "mode: 'slow' is not fast or full" },
        { "/evaluate?seed=-1", NULL, "x", "seed: '-1' is not a number from 0 to 2^63-1" },
        { "/evaluate?seed=9223372036854775808", NULL, "x",
          "seed: '9223372036854775808' is not a number from 0 to 2^63-1" },
        { "/evaluate?backend=tpu", NULL, "x", "backend: 'tpu' is not cpu or cuda" },
        { "/evaluate?kind=zz", NULL, "x", "kind: 'zz' is not a kind of candidate" },
        { "/evaluate?inputs=zz", NULL, "x", "inputs: 'zz' is not one of suite, signed, scaled" },
        { "/evaluate?rule=zz", NULL, "x", "rule: 'zz' is not one of own, kernelbench, suite" },
        { "/evaluate?baseline=zz", NULL, "x", "baseline: 'zz' is not one of eager, compile" },
        { "/evaluate?task=l1/4&task=l1/4", NULL, "x", "'task' is given twice" },
        { "/evaluate", json, "{\"task\": \"l1/4\", \"task\": \"l1/5\"}", "'task' is given twice" },
        { "/evaluate?colour=red", NULL, "x",
          "'colour': not one of task, case, mode, seed, backend, kind, inputs, rule, baseline, "
          "correct_trials, timed_runs, record, run, step, turn, sample" },
        { "/evaluate", json, "{\"problem\": \"class Model\", \"completion\": \"x\"}",
          "the text of a problem would run here as code; \"rollbook proxy --any-problem\" takes "
          "it" },
        { "/evaluate?task=l1/4&id=3", NULL, "x", "'id' is for lines of \"rollbook jobs\"" },
        { "/evaluate?timed_runs=many", NULL, "x",
          "timed_runs: 'many' is not a whole number from 0 to 10000" },
        { "/evaluate?task=l1/4&rule=own", NULL, "x",
          "inputs, rule and baseline are for PyTorch problems" },
        { "/evaluate?task=l1/4&inputs=suite", NULL, "x",
          "inputs, rule and baseline are for PyTorch problems" },
        { "/evaluate?task=l1/4&baseline=eager", NULL, "x",
          "inputs, rule and baseline are for PyTorch problems" },
        { "/evaluate?task=other:l1/4", NULL, "x",
          "no task 'other:l1/4' was in the database when the server began" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct ask_request q;
        struct err err;
        int rc = read_request(rows[i].target, rows[i].type, rows[i].body, &a, &q, &err);
        if ((rc == 0) != (rows[i].message == NULL) ||
            (rc != 0 && strcmp(err.msg, rows[i].message) != 0))
            fail_msg("%s %s: %d '%s'", rows[i].target, rows[i].body, rc, err.msg);
        arena_release(&a);
    }
}

static void a_request_says_what_is_evaluated(void **state)
{
    struct arena a = { 0 };
    struct ask_request q;
    struct err err;
    (void)state;
    assert_int_equal(read_request("/evaluate?task=l1/4", NULL, "text", &a, &q, &err), 0);
    assert_int_equal(q.job.task_case, CASE_CPU);
    assert_string_equal(q.backend, "cpu");
    assert_string_equal(q.text, "text");
    assert_int_equal(q.len, 4);
    assert_false(q.has_seed || q.is_completion);
    assert_string_equal(q.job.task_id, q.job.task->id);
    assert_int_equal(
        read_request("/evaluate?task=l1/5&case=tiny&mode=full&backend=cuda&run=r&step=3",
                     "application/json",
                     "{\"completion\": \"abc\", \"seed\": 9223372036854775807, \"sample\": 2}", &a,
                     &q, &err),
        0);
    assert_int_equal(q.job.task_case, CASE_TINY);
    assert_int_equal(q.job.mode, EVAL_FULL);
    assert_string_equal(q.backend, "cuda");
    assert_true(q.has_seed && q.is_completion);
    assert_true(q.job.input_seed == INT64_MAX);
    assert_string_equal(q.text, "abc");
    assert_int_equal(q.len, 3);
    assert_string_equal(q.tags.run, "r");
    assert_int_equal(q.tags.step, 3);
    assert_int_equal(q.tags.sample, 2);
    arena_release(&a);
}

/* The + of a shape's name is a blank in a query, unless it is written %2B. */
static void problems_are_called_by_their_names(void **state)
{
    static const char *const rows[][2] = {
        { "/evaluate?task=mine:row_max@rows=128+width=64", NULL },
        { "/evaluate?task=mine:row_max@rows=128%2Bwidth=64", NULL },
        { "/evaluate?task=mine:row_max", "; did you mean 'mine:row_max@rows=128+width=64'?" },
        { "/evaluate?task=row_max@rows=128+width=6",
          "; the shapes of 'row_max' are rows=128+width=64" },
        { "/evaluate?task=mine:row_max@rows=2",
          "; the shapes of 'mine:row_max' are rows=128+width=64" },
        { "/evaluate?task=mine:l1/7",
          "no task 'mine:l1/7' was in the database when the server began" },
    };
    struct arena a = { 0 };
    struct imported_problem item = {
        .task =
            task_of_module(&(struct task_module){ "mine", 1, 293235101, "row_max@rows=128+width=64",
                                                  "import torch\n" },
                           &a)
    };
    (void)state;
    shelf = (struct problem_shelf){ &item, 1 };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct ask_request q;
        struct err err;
        int rc = read_request(rows[i][0], NULL, "x", &a, &q, &err);
        if ((rc == 0) != (rows[i][1] == NULL) ||
            (rc == 0 ? strcmp(q.job.task_id, "mine:row_max@rows=128+width=64") != 0
                     : strstr(err.msg, rows[i][1]) == NULL))
            fail_msg("%s: %d '%s'", rows[i][0], rc, err.msg);
    }
    shelf = (struct problem_shelf){ .n = 0 };
    arena_release(&a);
}

static void a_kernel_has_at_most_a_mebibyte(void **state)
{
    struct arena a = { 0 };
    struct ask_request q;
    struct err err = { 0 };
    struct tags tags = tags_none;
    char *text = mem_alloc(ASK_MAX_KERNEL + 1);
    (void)state;
    memset(text, 'x', ASK_MAX_KERNEL + 1);
    struct ask_input in = { "/evaluate?task=l1/4", NULL, text, ASK_MAX_KERNEL, &tags, NULL };
    assert_int_equal(ask_request_read(&in, &a, &q, &err), 0);
    in.len++;
    assert_int_equal(ask_request_read(&in, &a, &q, &err), ERR_USAGE);
    assert_string_equal(err.msg, "a kernel file has at most 1048576 bytes");
    mem_free_ptr(&text);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_refused_in_words),
        cmocka_unit_test(a_request_says_what_is_evaluated),
        cmocka_unit_test(problems_are_called_by_their_names),
        cmocka_unit_test(a_kernel_has_at_most_a_mebibyte),
    };
    return cmocka_run_group_tests_name("ask_request", tests, NULL, NULL);
}
