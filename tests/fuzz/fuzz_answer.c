/*
 * fuzz_answer.c - libFuzzer target: bytes as what a model answered, up to the launches of its
 * kernel.
 *
 * Whatever they are, there is no code, or a kernel file that is read, or an error in words; a plan
 * that stands keeps its limits.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/answer.h"
#include "src/sample/policy.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static const struct task *the_task(void)
{
    static struct arena arena;
    static const struct task *task;
    struct err err = { 0 };
    if (task == NULL)
        need(task_find("l1/4", &arena, &task, &err) == 0, err.msg);
    return task;
}

static void read_kernel(const char *text, size_t len, struct arena *a)
{
    struct kernel_error error = { 0 };
    struct kernel_file *k = arena_alloc(a, sizeof(*k));
    struct launch_plan *plan = arena_alloc(a, sizeof(*plan));
    if (kernel_file_parse(text, len, the_task(), a, k, &error) != 0) {
        need(error.msg[0] != '\0', "a refusal without words");
        return;
    }
    need(k->n_launches > 0 && k->n_launches <= KERNEL_MAX_LAUNCHES, "the number of launches");
    if (kernel_plan(k, the_task(), CASE_TINY, plan, &error) != 0) {
        need(error.msg[0] != '\0', "a refusal without words");
        return;
    }
    for (size_t i = 0; i < plan->n_launches; i++)
        need(plan->launches[i].grid[0] > 0 && plan->launches[i].block[0] > 0 &&
                 plan->launches[i].block[0] <= 1024 && plan->launches[i].n_args <= KERNEL_MAX_ARGS,
             "the limits of a launch");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum answer_form forms[] = { ANSWER_FILE, ANSWER_BODY };
    struct arena arena = { 0 };
    struct text_part reasoning, answer;
    char *text = mem_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    answer_split(text, size, &reasoning, &answer);
    need(answer.len <= size && reasoning.len <= size, "parts that are longer than the whole");
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        const char *action = NULL;
        const char *code = NULL;
        struct err err = { 0 };
        int rc = assemble_answer(&(struct raw_answer){ forms[i], the_task(), text, size }, &arena,
                                 &action, &code, &err);
        need(rc == 0 || err.msg[0] != '\0', "an error without words");
        if (rc == 0 && code != NULL)
            read_kernel(code, strlen(code), &arena);
    }
    read_kernel(text, size, &arena);
    arena_release(&arena);
    free(text);
    return 0;
}
