/*
 * prompt_test.c - prompts from templates: every field, what is refused, and hashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/sample/feedback.h"
#include "src/sample/prompt.h"
#include "tasks/task.h"
#include "tasks/task_module.h"
#include "tests/support/approved.h"
#include "tests/support/write_file.h"

static char folder[] = "/tmp/rollbook-prompt-test.XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    return chdir(folder);
}

static int leave_folder(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static const struct task *manifest(struct arena *a)
{
    const struct task *task = NULL;
    struct err err = { 0 };
    assert_int_equal(task_find("l1/4", a, &task, &err), 0);
    return task;
}

static const struct task *module(struct arena *a)
{
    static const struct task_module m = { .suite = "own",
                                          .level = 2,
                                          .problem_id = 3,
                                          .name = "3_X",
                                          .text = "class Model:\n"
                                                  "    def forward(self, x):\n"
                                                  "        y = x\n"
                                                  "        return y" };
    return task_of_module(&m, a);
}

static void put_prompt(const char *what, const struct prompt_settings *settings,
                       const struct task *task, struct buf *out)
{
    struct err err = { 0 };
    buf_printf(out, "== %s\n", what);
    if (prompt_render_with(settings, task, out, &err) != 0)
        fail_msg("%s: %s", what, err.msg);
    buf_puts(out, "|\n");
}

static void test_every_field(void **state)
{
    static const char of_manifest[] =
        "name {{name}}; {{description}}\n{{tensors}}{{sizes}}reference:\n{{reference}}candidate:\n"
        "{{candidate}}signature:\n{{signature}}|body:\n{{body}}|hardware:\n{{hardware}}"
        "{{part example-add}}|{{answers body}}|";
    static const char of_module[] =
        "{{for torch}}name {{name}}\nreference:\n{{reference}}candidate:\n{{candidate}}"
        "signature:\n{{signature}}|body:\n{{body}}hardware:\n{{hardware}}";
    static const char about[] =
        "turn {{turn}}: {{verdict}}\n{{facts}}{{errors}}{{profile}}{{goal}} "
        "{{form}}";
    static const struct feedback_facts facts = { .turn = 2,
                                                 .outcome = "measured",
                                                 .correct = true,
                                                 .runtime_us = 3,
                                                 .baseline_us = 6,
                                                 .speedup = 2,
                                                 .profile = "busy" };
    static const struct feedback_settings form = { .form = ANSWER_BODY };
    const struct feedback feedback = { &form, &facts, true };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct prompt_settings s = { .template_name = "manifest.md" };
    (void)state;
    write_file("manifest.md", of_manifest, strlen(of_manifest));
    write_file("module.md", of_module, strlen(of_module));
    write_file("about.md", about, strlen(about));
    write_file("open.md", "a {{name}} }} {{nam", 19);
    put_prompt("nothing is set", &s, manifest(&a), &out);
    s.candidate = "int a;";
    s.hardware = "h100";
    put_prompt("of a name", &s, manifest(&a), &out);
    s.candidate = "int a;\n";
    s.hardware = "- a machine";
    put_prompt("itself", &s, manifest(&a), &out);
    s.template_name = "module.md";
    put_prompt("of a module", &s, module(&a), &out);
    s.hardware = s.candidate = NULL;
    put_prompt("of a module, nothing is set", &s, module(&a), &out);
    s.template_name = "about.md";
    s.feedback = &feedback;
    put_prompt("about an answer", &s, module(&a), &out);
    s = (struct prompt_settings){ .template_name = "open.md" };
    put_prompt("a field that never ends", &s, manifest(&a), &out);
    approved_check_exactly("prompt_fields", &out);
}

static void test_the_default_is_of_the_kind_of_task(void **state)
{
    static const char *const names[] = { PROMPT_DEFAULT_TEMPLATE, PROMPT_MODULE_TEMPLATE };
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        struct buf CLEANUP(buf_release) want = { 0 };
        const struct prompt_settings s = { .template_name = names[i] };
        const struct task *task = i == 0 ? manifest(&a) : module(&a);
        struct err err = { 0 };
        buf_puts(&got, "before");
        buf_puts(&want, "before");
        prompt_render(task, &got);
        assert_int_equal(prompt_render_with(&s, task, &want, &err), 0);
        assert_string_equal(buf_text(&got), buf_text(&want));
        assert_true(got.len > 500);
    }
}

static void test_what_is_refused(void **state)
{
    static const struct {
        const char *text, *message;
        bool of_module;
    } cases[] = {
        { "a\n{{zz}}", "prompt refused.md:2: there is no field 'zz'", false },
        { "{{}}", "prompt refused.md:1: there is no field ''", false },
        { "{{ name}}", "prompt refused.md:1: there is no field ' name'", false },
        { "\n\n\n{{part zz}}", "prompt refused.md:4: there is no part 'zz'", false },
        { "{{part }}", "prompt refused.md:1: there is no part ''", false },
        { "{{name}}\n{{verdict}}",
          "prompt refused.md:2: field 'verdict' says something about an answer: name a rollout",
          false },
        { "{{turn}}",
          "prompt refused.md:1: field 'turn' says something about an answer: name a rollout",
          true },
        { "{{for torch}}",
          "prompt refused.md:1: the template is for PyTorch problems, and l1/4 is a kernel task",
          false },
        { "{{sizes}}",
          "prompt refused.md:1: field 'sizes' says nothing about a PyTorch problem: templates "
          "torch/NAME and judge/torch do (rollbook prompt list)",
          true },
        { "\xff", "prompt refused.md: not UTF-8 text", false },
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct prompt_settings s = { .template_name = "refused.md" };
    const struct prompt_settings absent = { .template_name = "absent" };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct err err = { 0 };
    (void)state;
    assert_int_equal(prompt_render_with(&absent, manifest(&a), &out, &err), ERR_USAGE);
    assert_string_equal(err.msg, "the program has no prompt 'absent' ('rollbook prompt list' lists "
                                 "them): absent: cannot open: No such file or directory");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        buf_clear(&out);
        buf_puts(&out, "before");
        write_file("refused.md", cases[i].text, strlen(cases[i].text));
        err = (struct err){ 0 };
        assert_int_equal(
            prompt_render_with(&s, cases[i].of_module ? module(&a) : manifest(&a), &out, &err),
            ERR_USAGE);
        assert_string_equal(err.msg, cases[i].message);
        assert_string_equal(buf_text(&out), "before");
    }
}

static void test_a_file_of_a_megabyte_is_the_largest(void **state)
{
    enum { MOST = 1 << 20 };
    struct arena CLEANUP(arena_release) a = { 0 };
    char *CLEANUP(mem_free_ptr) text = mem_alloc(MOST + 1);
    const struct prompt_settings s = { .template_name = "large.md" };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct err err = { 0 };
    (void)state;
    memset(text, 'x', MOST + 1);
    write_file("large.md", text, MOST);
    assert_int_equal(prompt_render_with(&s, manifest(&a), &out, &err), 0);
    assert_int_equal(out.len, MOST);
    write_file("large.md", text, MOST + 1);
    assert_true(prompt_render_with(&s, manifest(&a), &out, &err) < 0);
    assert_int_equal(out.len, MOST);
}

/* A hash is of all texts that are the same for every task. */
static void test_hashes_and_forms(void **state)
{
    static const struct {
        const char *text, *hardware, *hashed;
        enum answer_form form;
    } cases[] = {
        { "a {{name}} b", NULL, "a  b", ANSWER_FILE },
        { "a {{name}} b", "- fast", "a  b- fast", ANSWER_FILE },
        { "{{hardware}}", "- fast", "- fast", ANSWER_FILE },
        { "a{{verdict}}{{sizes}}b", NULL, "ab", ANSWER_FILE },
        { "a{{for torch}}b", NULL, "ab", ANSWER_FILE },
        { "a{{answers body}}b", NULL, "ab\nanswers body", ANSWER_BODY },
        { "a{{answers body}}", "h", "ah\nanswers body", ANSWER_BODY },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct prompt_settings s = { .template_name = "hashed.md",
                                           .hardware = cases[i].hardware };
        char got[65];
        char want[65];
        enum answer_form form = ANSWER_FILE;
        struct err err = { 0 };
        write_file("hashed.md", cases[i].text, strlen(cases[i].text));
        sha256_hex(cases[i].hashed, strlen(cases[i].hashed), want);
        assert_int_equal(prompt_template_hash(&s, got, &err), 0);
        assert_string_equal(got, want);
        assert_int_equal(prompt_answer_form(&s, &form, &err), 0);
        assert_int_equal(form, cases[i].form);
    }
    const struct prompt_settings absent = { .template_name = "absent" };
    char hash[65] = "as it was";
    enum answer_form form = ANSWER_BODY;
    struct err err = { 0 };
    assert_int_equal(prompt_template_hash(&absent, hash, &err), ERR_USAGE);
    assert_string_equal(hash, "as it was");
    assert_int_equal(prompt_answer_form(&absent, &form, &err), ERR_USAGE);
    assert_int_equal(form, ANSWER_BODY);
}

static void test_names(void **state)
{
    static const char *const want[] = { "body-only",      "feedback",        "few-shot",
                                        "hardware",       "judge/default",   "judge/torch",
                                        "one-shot",       "torch/announced", "torch/body-only",
                                        "torch/few-shot", "torch/one-shot",  "torch/zero-shot",
                                        "zero-shot" };
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *const *names = NULL;
    (void)state;
    assert_int_equal(prompt_template_names(&a, &names), ARRAY_LEN(want));
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        assert_string_equal(names[i], want[i]);
}

static void test_words(void **state)
{
    static const struct {
        const char *text;
        int n;
    } cases[] = {
        { "", 0 },    { " ", 0 },        { "a", 1 },      { "ab", 1 },
        { "a b", 2 }, { " a\n\tb ", 2 }, { "a  b  ", 2 }, { "one two three", 3 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(prompt_count_words(cases[i].text, strlen(cases[i].text)), cases[i].n);
    assert_int_equal(prompt_count_words("one two three", 5), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field),
        cmocka_unit_test(test_the_default_is_of_the_kind_of_task),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_a_file_of_a_megabyte_is_the_largest),
        cmocka_unit_test(test_hashes_and_forms),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
