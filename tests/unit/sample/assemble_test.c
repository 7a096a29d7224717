/*
 * assemble_test.c - from completions to kernel files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/sample/policy.h"
#include "tasks/task.h"

#define LAUNCH    "//@ launch f(x, n) grid=1 block=32\n"
#define KERNEL    "extern \"C\" __global__ void f(float *x, int n)\n{\n    x[0] = 1;\n}\n"
#define FILE_TEXT LAUNCH KERNEL

struct example {
    const char *what, *completion, *code; /* code NULL: none */
};

static int assemble(const char *completion, size_t len, struct arena *a, const char **out_action,
                    const char **out_code, struct err *err)
{
    const struct raw_answer of = { ANSWER_FILE, NULL, completion, len };
    return assemble_answer(&of, a, out_action, out_code, err);
}

static const struct example examples[] = {
    { "bare kernel file", FILE_TEXT, FILE_TEXT },
    { "no final newline", LAUNCH "__global__ void f() {}", LAUNCH "__global__ void f() {}\n" },
    { "cuda fence", "```cuda\n" FILE_TEXT "```\n", FILE_TEXT },
    { "cpp fence", "```cpp\n" FILE_TEXT "```", FILE_TEXT },
    { "fence without label", "```\n" FILE_TEXT "```", FILE_TEXT },
    { "label with words", "```cuda kernel.cu title=x\n" FILE_TEXT "```", FILE_TEXT },
    { "tildes", "~~~c\n" FILE_TEXT "~~~\n", FILE_TEXT },
    { "longer fence holds a shorter one", "````\n" LAUNCH "// ```\n" KERNEL "````\n",
      LAUNCH "// ```\n" KERNEL },
    { "fence in a list", "1. Kernel:\n   ```cuda\n" FILE_TEXT "   ```\n", FILE_TEXT },
    { "fence at the end of a sentence", "Here it is: ```cuda\n" FILE_TEXT "```\nDone.", FILE_TEXT },
    { "unterminated fence", "Sure!\n```cuda\n" FILE_TEXT, FILE_TEXT },
    { "prose around", "I would do this.\n\n```cuda\n" FILE_TEXT "```\nIt is fast.", FILE_TEXT },
    { "prose around bare code", "Here is the kernel:\n\n" FILE_TEXT "\nHope this helps!\n",
      FILE_TEXT },
    { "several blocks, one with a launch",
      "```python\nprint(1)\n```\n```cuda\n" FILE_TEXT "```\n```cuda\n" KERNEL KERNEL "```\n",
      FILE_TEXT },
    { "the last complete block is the answer",
      "Draft:\n```cuda\n" LAUNCH "__global__ void g() {}\n```\nBetter:\n```cuda\n" FILE_TEXT
      "```\n",
      FILE_TEXT },
    { "plan and code in two blocks", "Plan:\n```\n" LAUNCH "```\nCode:\n```cuda\n" KERNEL "```\n",
      FILE_TEXT },
    { "plan in the prose", "Launch it so:\n" LAUNCH "\n```cuda\n" KERNEL "```\n", FILE_TEXT },
    { "no launch: the longest kernel", "```\n__global__ void g() {}\n```\n```\n" KERNEL "```\n",
      KERNEL },
    { "reasoning first",
      "<think>```cuda\n" LAUNCH "__global__ void g() {}\n```</think>\n```cuda\n" FILE_TEXT "```\n",
      FILE_TEXT },
    { "answer only inside the reasoning", "<think>```cuda\n" FILE_TEXT "```</think>\nDone.",
      FILE_TEXT },
    { "other tags of reasoning",
      "[THINK]```cuda\n" LAUNCH "__global__ void g() {}\n```[/THINK]\n```cuda\n" FILE_TEXT "```\n",
      FILE_TEXT },
    { "tags of several kinds: the last counts",
      "<thinking>x</thinking><reflection>```\n" LAUNCH
      "__global__ void g() {}\n```</reflection>\n" FILE_TEXT,
      FILE_TEXT },
    { "reasoning that was cut", "<think>First try:\n```cuda\n" FILE_TEXT "```\nBut then",
      FILE_TEXT },
    { "a tag only in the code", "```cuda\n" LAUNCH "// </answer>\n__global__ void f() {}\n```\n",
      LAUNCH "// </answer>\n__global__ void f() {}\n" },
    { "tags around a bare file", "<answer>\n" FILE_TEXT "</answer>\n", FILE_TEXT },
    { "harmony: the final channel",
      "<|channel|>analysis<|message|>Try ```cuda\n" LAUNCH
      "__global__ void g() {}\n``` maybe<|end|><|start|>assistant"
      "<|channel|>final<|message|>```cuda\n" FILE_TEXT "```<|return|>",
      FILE_TEXT },
    { "harmony: a format before the message",
      "<|channel|>final <|constrain|>cuda<|message|>" FILE_TEXT "<|return|>", FILE_TEXT },
    { "harmony: no final channel",
      "<|channel|>analysis<|message|>So it is\n```cuda\n" FILE_TEXT "```\nand", FILE_TEXT },
    { "harmony without its tokens",
      "analysisTry\n```cuda\n" LAUNCH
      "__global__ void g() {}\n```\nassistantfinal```cuda\n" FILE_TEXT "```",
      FILE_TEXT },
    { "the token that ends a message", "```cuda\n" FILE_TEXT "```<|im_end|>", FILE_TEXT },
    { "two of them behind a bare file", FILE_TEXT "<|im_end|>\n<|endoftext|>\n", FILE_TEXT },
    { "a label of another language", "```python\n" FILE_TEXT "```\n", FILE_TEXT },
    { "CRLF", "```cuda\r\n//@ launch f(x, n) grid=1 block=32\r\n__global__ void f() {}\r\n```\r\n",
      LAUNCH "__global__ void f() {}\n" },
    { "typographic quotation marks",
      "```\nextern \xE2\x80\x9C"
      "C\xE2\x80\x9D __global__ void f() { char c = \xE2\x80\x98"
      "a\xE2\x80\x99; }\n```",
      "extern \"C\" __global__ void f() { char c = 'a'; }\n" },
    { "dashes and an ellipsis",
      "```\n__global__ void f() { int i = 1 \xE2\x88\x92 2; } // a \xE2\x80\x93 b\xE2\x80\xA6\n```",
      "__global__ void f() { int i = 1 - 2; } // a - b...\n" },
    { "non-breaking spaces, in a directive too",
      "```cuda\n//@\xC2\xA0launch f(x, n)\xC2\xA0grid=1 block=32\n__global__\xE2\x80\xAFvoid f() "
      "{\xE3\x80\x80}\n```\n",
      LAUNCH "__global__ void f() { }\n" },
    { "characters of no width, in a fence and a keyword too",
      "\xEF\xBB\xBF```cuda\n" LAUNCH "__glo\xE2\x80\x8B"
      "bal__ void f() {}\n\xE2\x80\x8B```\n",
      LAUNCH "__global__ void f() {}\n" },
    { "line separators",
      "```\n//@ launch f(x, n) grid=1 block=32\xE2\x80\xA8__global__ void f() {}\n```",
      LAUNCH "__global__ void f() {}\n" },
    { "signs at full width", "```\n__global__ void f\xEF\xBC\x88\xEF\xBC\x89 {\xEF\xBC\x9B}\n```",
      "__global__ void f() {;}\n" },
    { "other languages in comments stay",
      "```\n__global__ void f() {} // \xE6\xA0\xB8 \xD1\x8F \xF0\x9F\x9A\x80\n```",
      "__global__ void f() {} // \xE6\xA0\xB8 \xD1\x8F \xF0\x9F\x9A\x80\n" },
    { "invalid UTF-8 stays", "```\n__global__ void f() {} // \xFF\xC3 \xE2\x80\n```",
      "__global__ void f() {} // \xFF\xC3 \xE2\x80\n" },
    { "control bytes stay", "```\n__global__ void f() { \x1b[31m }\n```",
      "__global__ void f() { \x1b[31m }\n" },
    { "empty", "", NULL },
    { "refusal", "I'm sorry, I can't help with that.", NULL },
    { "other language", "```python\nprint('hi')\n```", NULL },
    { "empty fence", "```cuda\n```\n", NULL },
    { "reasoning that never ends", "<think>I wonder whether a tile of 32 would fit", NULL },
    { "harmony without code", "<|channel|>final<|message|>I would not know.<|return|>", NULL },
    { "only tags", "</think></think>", NULL },
    { "only fences", "``````\n```\n```", NULL },
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(examples); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct example *x = &examples[i];
        const char *action, *code;
        struct err err = { 0 };
        assert_int_equal(assemble(x->completion, strlen(x->completion), &a, &action, &code, &err),
                         0);
        if ((code == NULL) != (x->code == NULL) || (code && strcmp(code, x->code) != 0))
            fail_msg("%s: got '%s'", x->what, code ? code : "(none)");
        assert_int_equal(action == NULL, code == NULL);
    }
}

static void test_action_is_the_text_as_written(void **state)
{
    static const char text[] = "```cuda\r\n__global__ void f() {}\r\n```\r\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *action, *code;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(assemble(text, strlen(text), &a, &action, &code, &err), 0);
    assert_string_equal(action, "__global__ void f() {}\r\n");
    assert_string_equal(code, "__global__ void f() {}\n");
}

static void test_action_keeps_typographic_characters(void **state)
{
    static const char text[] = "```\n__global__ void f() { char c = \xE2\x80\x98"
                               "a\xE2\x80\x99; }\n```\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *action, *code;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(assemble(text, strlen(text), &a, &action, &code, &err), 0);
    assert_string_equal(action, "__global__ void f() { char c = \xE2\x80\x98"
                                "a\xE2\x80\x99; }\n");
    assert_string_equal(code, "__global__ void f() { char c = 'a'; }\n");
}

/* For task l1/28; code NULL: none. */
#define WRAP(body)                                                                                 \
    "//@ launch hard_sigmoid(x, y, n) grid=ceil_div(n, 256) block=256\n"                           \
    "extern \"C\" __global__ void hard_sigmoid(const float *x, float *y, int n)\n{\n" body "}\n"

static const struct example bodies[] = {
    { "in a fence", "```cuda\nint i = 0;\ny[i] = x[i];\n```\n",
      WRAP("int i = 0;\ny[i] = x[i];\n") },
    { "the last block with a statement",
      "```\nint a;\n```\nBetter:\n```c\nint b;\n```\n```\nfast\n```\n", WRAP("int b;\n") },
    { "bare", "y[0] = x[0];", WRAP("y[0] = x[0];\n") },
    { "bare between prose", "The body is\n\nif (n > 0) {\n    y[0] = x[0];\n}\n\nThat is all\n",
      WRAP("if (n > 0) {\n    y[0] = x[0];\n}\n") },
    { "in single backticks", "`y[0] = x[0];`\n", WRAP("y[0] = x[0];\n") },
    { "behind reasoning", "<think>int a;</think>\nint b;\n", WRAP("int b;\n") },
    { "with braces of its own", "```\n{\n    int b;\n}\n```", WRAP("{\n    int b;\n}\n") },
    { "a whole file all the same", "```cuda\n" FILE_TEXT "```", FILE_TEXT },
    { "nothing to improve", "pass", NULL },
    { "prose", "I would not know.", NULL },
};

static void test_bodies(void **state)
{
    struct arena CLEANUP(arena_release) tasks = { 0 };
    const struct task *task;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(task_find("l1/28", &tasks, &task, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct example *x = &bodies[i];
        const char *action, *code;
        assert_int_equal(assemble_answer(&(struct raw_answer){ ANSWER_BODY, task, x->completion,
                                                               strlen(x->completion) },
                                         &a, &action, &code, &err),
                         0);
        if ((code == NULL) != (x->code == NULL) || (code && strcmp(code, x->code) != 0))
            fail_msg("%s: got '%s'", x->what, code ? code : "(none)");
        assert_int_equal(action == NULL, code == NULL);
    }
}

/* Reasoning before a short answer, and an answer that is none. */
static void test_ten_megabytes(void **state)
{
    static const char tail[] = "</think>\n```cuda\n" FILE_TEXT "```\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    size_t len = (size_t)10 << 20;
    char *text = mem_alloc(len);
    const char *action, *code;
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < len; i++)
        text[i] = "so `int i;` or <|x|> \xE2\x80\x9C\n"[i % 25];
    memcpy(text, "<think>", 7);
    memcpy(text + len - strlen(tail), tail, strlen(tail));
    assert_int_equal(assemble(text, len, &a, &action, &code, &err), 0);
    assert_string_equal(code, FILE_TEXT);
    memset(text, '`', len);
    assert_int_equal(assemble(text, len, &a, &action, &code, &err), 0);
    assert_null(code);
    free(text);
}

static void test_nul_becomes_visible(void **state)
{
    static const char text[] = "```\n" LAUNCH "__global__ void f() {\0}\n```\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *action, *code;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(assemble(text, sizeof(text) - 1, &a, &action, &code, &err), 0);
    assert_string_equal(code, LAUNCH "__global__ void f() {\xEF\xBF\xBD}\n");
}

static void test_size_is_bounded(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    size_t max = (size_t)1 << 20, head = strlen(FILE_TEXT);
    char *text = mem_alloc(max + 1);
    const char *action, *code;
    struct err err = { 0 };
    (void)state;
    memcpy(text, FILE_TEXT, head);
    memset(text + head, ';', max + 1 - head);
    assert_int_equal(assemble(text, max, &a, &action, &code, &err), 0);
    assert_non_null(code);
    assert_int_equal(assemble(text, max + 1, &a, &action, &code, &err), 0);
    assert_null(code);
    free(text);
}

static void test_a_megabyte_of_fences(void **state)
{
    static const char *const units[] = { "```\n", "`",  "```\n~~~\n",  "</think>",
                                         "/",     "\n", "//@ launch\n" };
    (void)state;
    for (size_t u = 0; u < ARRAY_LEN(units); u++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        size_t len = (size_t)1 << 20, n = strlen(units[u]);
        char *text = mem_alloc(len);
        const char *action, *code;
        struct err err = { 0 };
        for (size_t i = 0; i < len; i++)
            text[i] = units[u][i % n];
        assert_int_equal(assemble(text, len, &a, &action, &code, &err), 0);
        free(text);
    }
}

static void mutate(struct rng *rng, char *text, size_t *len, size_t capacity)
{
    static const char *const inserts[] = {
        "```",          "\n",       "//@ launch ", "__global__", "\r\n",
        "~~~",          "</think>", "{",           "}",          "<|channel|>final<|message|>",
        "\xE2\x80\x8B", "<|end|>"
    };
    for (uint32_t n = 1 + rng_below(rng, 8); n > 0; n--) {
        size_t at = *len > 0 ? rng_below(rng, (uint32_t)*len) : 0;
        if (rng_below(rng, 3) == 0) {
            text[at] = (char)rng_below(rng, 256);
        } else if (rng_below(rng, 2) == 0) {
            *len = at;
        } else {
            const char *s = inserts[rng_below(rng, ARRAY_LEN(inserts))];
            size_t k = strlen(s);
            if (*len + k > capacity)
                continue;
            memmove(text + at + k, text + at, *len - at);
            memcpy(text + at, s, k);
            *len += k;
        }
    }
}

static void test_mutations_never_crash(void **state)
{
    struct rng rng;
    (void)state;
    rng_init(&rng, 1234, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 20000; i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *seed = examples[rng_below(&rng, ARRAY_LEN(examples))].completion;
        size_t len = strlen(seed), capacity = len + 128;
        char *text = mem_alloc(capacity + 1);
        const char *action, *code;
        struct err err = { 0 };
        memcpy(text, seed, len);
        mutate(&rng, text, &len, capacity);
        char *exact = mem_alloc(len); /* a sanitizer sees any read past the end */
        memcpy(exact, text, len);
        assert_int_equal(assemble(exact, len, &a, &action, &code, &err), 0);
        assert_int_equal(action == NULL, code == NULL);
        if (code) {
            assert_true(strstr(code, "__global__") || strstr(code, "//@") || strchr(code, '@'));
            assert_int_equal(assemble_answer(&(struct raw_answer){ ANSWER_BODY, NULL, exact, len },
                                             &a, &action, &code, &err),
                             0);
            assert_int_equal(code[strlen(code) - 1], '\n');
        }
        free(exact);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_action_is_the_text_as_written),
        cmocka_unit_test(test_action_keeps_typographic_characters),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_ten_megabytes),
        cmocka_unit_test(test_nul_becomes_visible),
        cmocka_unit_test(test_size_is_bounded),
        cmocka_unit_test(test_a_megabyte_of_fences),
        cmocka_unit_test(test_mutations_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
