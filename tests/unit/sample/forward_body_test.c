/* Bodies of forward in a problem's module, and what answers become. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/sample/forward_body.h"
#include "src/sample/policy.h"
#include "tasks/task.h"
#include "tasks/task_module.h"
#include "tests/support/approved.h"

#define MODULE                                                                                     \
    "import torch\n"                                                                               \
    "class Model(torch.nn.Module):\n"                                                              \
    "    \"\"\"Says:\n"                                                                            \
    "    def forward(self): lies\n"                                                                \
    "class Model: not here\n"                                                                      \
    "    \"\"\"\n"                                                                                 \
    "    def __init__(self, n):\n"                                                                 \
    "        super().__init__()\n"                                                                 \
    "    def forward(self, x: dict = {'a': 1},  # a comment: (\n"                                  \
    "                y=')'):\n"                                                                    \
    "        # first\n"                                                                            \
    "        z = (x +\n"                                                                           \
    "y)\n"                                                                                         \
    "\n"                                                                                           \
    "        return z\n"                                                                           \
    "    def helper(self): pass\n"                                                                 \
    "def get_inputs(): return []\n"

static const struct task *task_with(const char *text, struct arena *a)
{
    const struct task_module m = {
        .suite = "s", .level = 1, .problem_id = 2, .name = "2_X", .text = text
    };
    return task_of_module(&m, a);
}

static void test_parts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *signature, *body; /* NULL: none */
    } rows[] = {
        { MODULE, "def forward(self, x: dict = {'a': 1},  # a comment: (\n                y=')'):",
          "        # first\n        z = (x +\ny)\n\n        return z" },
        { "class Model:\n  def forward(self, x): return x\n", "def forward(self, x):", "return x" },
        { "class Model:\n\tdef forward(self):\n\t\treturn 1",
          "def forward(self):", "\t\treturn 1" },
        { "class Model:\n  def forward(self):\n    return 1\nclass Model(A):\n  def forward(self, "
          "b) "
          "-> int:\n    return 2\n",
          "def forward(self, b) -> int:", "    return 2" },
        { "class ModelNew:\n  def forward(self):\n    return 1\n", NULL, NULL },
        { "class Model:\n  def forwards(self):\n    return 1\n", NULL, NULL },
        { "def forward(self):\n  return 1\n", NULL, NULL },
        { "x = '''class Model:\n  def forward(self):\n    return 1\n'''\n", NULL, NULL },
        { "", NULL, NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct forward_parts p;
        struct err err = { 0 };
        int rc = forward_parts_of(task_with(rows[i].text, &a), &p, &err);
        if ((rc == 0) != (rows[i].body != NULL))
            fail_msg("row %zu: %d %s", i, rc, err.msg);
        if (rc != 0)
            continue;
        assert_string_equal(arena_strndup(&a, p.signature, p.signature_len), rows[i].signature);
        assert_string_equal(arena_strndup(&a, p.body, p.body_len), rows[i].body);
    }
}

#define SMALL "class Model:\n    def forward(self, x):\n        return x\n"
#define IMPORTS                                                                                    \
    "\n\nimport math\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
#define WRAP(b) SMALL IMPORTS "\n\nclass ModelNew(Model):\n    def forward(self, x):\n" b
#define WHOLE   "import torch\nclass ModelNew(torch.nn.Module):\n    pass\n"

static void test_answers(void **state)
{
    (void)state;
    static const struct {
        enum answer_form form;
        const char *completion, *code; /* NULL: none */
    } rows[] = {
        { ANSWER_BODY, "return F.relu(x)", WRAP("        return F.relu(x)\n") },
        { ANSWER_BODY, "`return x`", WRAP("        return x\n") },
        { ANSWER_BODY, "So:\n```python\n            y = x\n            return y\n```\n",
          WRAP("        y = x\n        return y\n") },
        { ANSWER_BODY, "y = x\n        return y", WRAP("        y = x\n        return y\n") },
        { ANSWER_BODY, "if x:\n    return 1\nreturn 2",
          WRAP("        if x:\n            return 1\n        return 2\n") },
        { ANSWER_BODY, "@torch.no_grad()\ndef forward(self, x):\n    y = x\n    return y\n",
          WRAP("        y = x\n        return y\n") },
        { ANSWER_BODY, "def forward(self, x): return x", WRAP("        return x\n") },
        { ANSWER_BODY, "<think>return 1</think>\nreturn 2", WRAP("        return 2\n") },
        { ANSWER_BODY, "<think>return 1</think>\n", NULL },
        { ANSWER_BODY, "pass", NULL },
        { ANSWER_BODY, "```\npass\n```", NULL },
        { ANSWER_BODY, "", NULL },
        { ANSWER_BODY, "```python\n" WHOLE "```", WHOLE },
        { ANSWER_FILE, "Here:\n```python\n" WHOLE "```\nFast.\n```sh\nls\n```", WHOLE },
        { ANSWER_FILE, "I think\n" WHOLE, WHOLE },
        { ANSWER_FILE, "return x", NULL },
        { ANSWER_FILE, "```python\nclass Model: pass\n```", NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *action, *code;
        struct err err = { 0 };
        assert_int_equal(
            assemble_answer(&(struct raw_answer){ rows[i].form, task_with(SMALL, &a),
                                                  rows[i].completion, strlen(rows[i].completion) },
                            &a, &action, &code, &err),
            0);
        if ((code == NULL) != (rows[i].code == NULL) ||
            (code != NULL && strcmp(code, rows[i].code) != 0))
            fail_msg("%s: got '%s'", rows[i].completion, code != NULL ? code : "(none)");
    }
}

/* No read past the end. */
static void test_any_text(void **state)
{
    (void)state;
    static const char pieces[] = "class Model:\n\tdef forward(self):'\"#\\()[]{}";
    struct rng r;
    rng_init(&r, 7, RNG_TRIAL, 0, 0, 0);
    for (int round = 0; round < 20000; round++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        char text[120];
        size_t n = (size_t)(rng_u64(&r) % (sizeof text - 1));
        memcpy(text, MODULE, n);
        for (int k = 0; k < 6 && n > 0; k++)
            text[rng_u64(&r) % n] = pieces[rng_u64(&r) % (sizeof pieces - 1)];
        text[n] = '\0';
        const struct task *t = task_with(text, &a);
        struct forward_parts p;
        struct err err = { 0 };
        if (forward_parts_of(t, &p, &err) == 0) {
            assert_true(p.signature >= t->module && p.body <= t->module + n);
            assert_true(p.body + p.body_len <= t->module + n);
        }
        assert_int_equal(forward_wrap(task_with(SMALL, &a), text, n, &out, &err), 0);
    }
}

static const char *const modules[] = {
    "class Model:\n  def forward(self):\n    return '''a'b''c\\''' def forward(self): 1'''\n   "
    " x\n",
    "class Model:\n  def forward(self):\n    return \"\"\"a\"b\"\"c\n  def x\"\"\"\n    y\n  "
    "z\n",
    "class Model:\n  def forward(self):\n    return '\\'' # '\n    y # (\n",
    "class Model:\n  def forward(self):\n    return 'a\n    y\n",
    "class Model:\n  def forward(self):\n    return '''",
    "class Model:\n  def forward(self):\n    return ''",
    "class Model:\n  def forward(self):\n    return ''''''\n    y",
    "class Model:\n  def forward(self): # why: (\n    y",
    "class Model:\n  def forward(self, a=[1:2], b={3: 4}): y = {\n1: 2}\n  z\n",
    "class Model:\n  def forward(self):\n    a = \\\n1\n    b = )\n    c\n  d\n",
    "class Model:\n  def forward(self):\n\n  # comment\n    a\n\n    # another\n    b\n# "
    "last\n",
    "class Model:\r\n  def forward(self):\r\n    a\r\n\r\n    b\r\n",
    "class Model(A):\n\tdef forward(self):\n\t    a\n",
    "class Model[T]:\n  def forward[T](self): a\n",
    "class Models:\n  def forward(self): a\n",
    "class Model:\n  def forward\n",
    "class Model:\n  def forward:\n",
    "class Model:\n  def forward(self):\n  a\n",
    "class Model:\n  x = 1\nclass Other:\n  def forward(self): a\n",
    "if x:\n  class Model:\n    def forward(self): a\n",
    "class Model:\n  def forward(self):\n    a\n  def forward(self, b):\n    c\n",
    "class Model:\n  def forward(self):\n    a\\",
    "# only a comment",
    "   ",
};

static const char *const answers[] = {
    "a",
    "a\n    b\n  c",
    "a:\n    b",
    "a: \r\n    b",
    "a(\n    b)",
    "a\\\n    b",
    "a = [\n    b]",
    "a = {\n    b}",
    "a,\n    b",
    "    a\n\n\tb\n      c\n",
    "\n\r\n  a\n   b",
    "  \n  a",
    "a\n \n b",
    "    a\n  \r\n     b\r\n",
    "def forward(self, x):\n  a\n  b\nc",
    "@a\n\n@b(1)\ndef forward(self): a",
    "x = 1\ndef forward(self): a",
    "def forward(self, x):",
    "# said\ndef forward(self, x):\n    a",
    "def forward(self, x):  # fast\n    a # b\n    c",
    "@a",
};

/* Bodies and answers that a lexer of Python must not misread, held to a text that somebody has
 * read: tests/approved/units/forward_bodies.txt. */
static void test_lines_of_python(void **state)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(modules); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct forward_parts p;
        struct err err = { 0 };
        int rc = forward_parts_of(task_with(modules[i], &a), &p, &err);
        buf_put_json_string(&out, modules[i], strlen(modules[i]));
        buf_puts(&out, "\n  ");
        if (rc < 0) {
            buf_printf(&out, "%s\n", err.msg);
            continue;
        }
        buf_put_json_string(&out, p.signature, p.signature_len);
        buf_puts(&out, "\n  ");
        buf_put_json_string(&out, p.body, p.body_len);
        buf_putc(&out, '\n');
    }
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) wrapped = { 0 };
        struct err err = { 0 };
        assert_int_equal(
            forward_wrap(task_with(SMALL, &a), answers[i], strlen(answers[i]), &wrapped, &err), 0);
        const char *body =
            strstr(buf_text(&wrapped), "class ModelNew(Model):\n    def forward(self, "
                                       "x):\n");
        assert_non_null(body);
        body = strstr(body, "x):\n") + 4;
        buf_put_json_string(&out, answers[i], strlen(answers[i]));
        buf_puts(&out, "\n  ");
        buf_put_json_string(&out, body, strlen(body));
        buf_putc(&out, '\n');
    }
    approved_check_exactly("forward_bodies", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_lines_of_python),
        cmocka_unit_test(test_any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
