/* What the evaluator of PyTorch modules says of itself and refuses, and a lost host. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "tasks/task_module.h"

static const char problem[] = "import torch\n"
                              "class Model(torch.nn.Module):\n"
                              "    def forward(self, x):\n"
                              "        return torch.relu(x)\n"
                              "def get_inputs():\n"
                              "    return [torch.rand(64, 32)]\n"
                              "def get_init_inputs():\n"
                              "    return []\n";

#define MODULE(body)                                                                               \
    "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        " body "\n"

static struct evaluator *evaluator;

static int run(const char *text, const char *kind, struct arena *a, struct eval_result *out,
               struct err *err)
{
    const struct task_module m = {
        .suite = "s", .level = 1, .problem_id = 2, .name = "2_ReLU", .text = problem
    };
    const struct task *task = task_of_module(&m, a);
    const struct eval_job job = { .task = task,
                                  .task_id = task->id,
                                  .task_case = CASE_FULL,
                                  .kind = kind,
                                  .input_seed = 11,
                                  .problem = problem,
                                  .inputs = "signed",
                                  .rule = "own",
                                  .kernel_text = text,
                                  .kernel_len = strlen(text) };
    return evaluator_run(evaluator, &job, a, out, err);
}

static void a_right_one_is_measured(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct device_info d;
    if (run(MODULE("return x.clamp(min=0)"), NULL, &a, &r, &err) != 0)
        fail_msg("%s", err.msg);
    assert_string_equal(outcome_name(r.outcome), "measured");
    assert_string_equal(r.kind, "torch");
    assert_string_equal(r.timing_method, "cpu_wall");
    assert_string_equal(r.baseline_name, "torch_eager");
    assert_int_equal(evaluator_device(evaluator, &d, &err), 0);
    assert_string_equal(d.uuid, r.device_uuid);
    assert_string_equal(d.backend, "cpu");
    assert_non_null(strstr(d.compiler, "torch "));
    assert_int_equal(strncmp(d.flags, "files ", 6), 0);
    assert_true(d.sandbox[0] != '\0');
}

static void what_is_not_run_is_told_so(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum outcome outcome;
        const char *says;
    } rows[] = {
        { "", OUTCOME_NO_CODE, "no code" },
        { " \n\t", OUTCOME_NO_CODE, "no code" },
        { "import tilelang\n" MODULE("return x"), OUTCOME_PARSE, "pip install tilelang" },
        { "import cutlass.cute as cute\n" MODULE("return x"), OUTCOME_PARSE,
          "pip install nvidia-cutlass-dsl" },
        { "import cuda.tile as ct\n" MODULE("return x"), OUTCOME_PARSE, "pip install cuda-tile" },
        { "from cuda import tile\n" MODULE("return x"), OUTCOME_PARSE, "pip install cuda-tile" },
        { MODULE("import flashinfer; return x"), OUTCOME_PARSE, "pip install flashinfer-python" },
        { MODULE("raise FileNotFoundError(\"'tileiras' compiler not found\")"), OUTCOME_PARSE,
          "pip install 'cuda-tile[tileiras]'" },
        { MODULE("return x"), OUTCOME_MISMATCH, "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        if (run(rows[i].text, "torch", &a, &r, &err) != 0)
            fail_msg("%s: %s", rows[i].text, err.msg);
        if (r.outcome != rows[i].outcome || strstr(r.message, rows[i].says) == NULL)
            fail_msg("%s: %s: %s", rows[i].text, outcome_name(r.outcome), r.message);
        assert_int_equal(r.n_samples, 0);
    }
}

static size_t kill_children(void)
{
    char path[64];
    long pid;
    size_t n = 0;
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *f = fopen(path, "r");
    while (f != NULL && fscanf(f, "%ld", &pid) == 1)
        n += kill((pid_t)pid, SIGKILL) == 0;
    if (f != NULL)
        (void)fclose(f);
    return n;
}

static void a_lost_host_is_opened_again(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    assert_true(kill_children() >= 2);
    if (run(MODULE("return x.clamp(min=0)"), NULL, &a, &r, &err) != 0)
        fail_msg("%s", err.msg);
    assert_string_equal(outcome_name(r.outcome), "measured");
}

static void jobs_of_other_tasks_are_errors(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct eval_job job = { .task_id = "l1/28", .kernel_text = "x", .kernel_len = 1 };
    assert_int_equal(task_find("l1/28", &a, &job.task, &err), 0);
    assert_int_equal(evaluator_run(evaluator, &job, &a, &r, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "l1/28"));
    assert_string_equal(evaluator_for("torch", "cuda"), "torch-cuda");
    assert_string_equal(evaluator_for("kernel_file", "cuda"), "cuda");
    assert_int_equal(evaluator_habits("torch-cpu").workers_a_device, 1);
}

static int stop(void **state)
{
    (void)state;
    evaluator_close(evaluator);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_one_is_measured),
        cmocka_unit_test(what_is_not_run_is_told_so),
        cmocka_unit_test(a_lost_host_is_opened_again),
        cmocka_unit_test(jobs_of_other_tasks_are_errors),
    };
    struct err err = { 0 };
    /* Debian's torch needs Debian's Python, which may not be first in the path. */
    if (evaluator_open("torch-cpu", &evaluator, &err) != 0 &&
        (getenv("ROLLBOOK_PYTHON") != NULL ||
         setenv("ROLLBOOK_PYTHON", "/usr/bin/python3", 1) != 0 ||
         evaluator_open("torch-cpu", &evaluator, &err) != 0)) {
        printf("no Python with torch: %s\n", err.msg);
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, stop);
}
