/* Pairs that fall together at one level and not below it, and hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/text/code_identity.h"
#include "tasks/text/code_token.h"

static bool same(enum identity_level level, const char *a, const char *b)
{
    char ha[65];
    char hb[65];
    code_identity(level, a, strlen(a), ha);
    code_identity(level, b, strlen(b), hb);
    return strcmp(ha, hb) == 0;
}

/* level: the first at which both are the same; IDENTITY_COUNT: none. */
struct pair {
    const char *a;
    const char *b;
    enum identity_level level;
};

static const struct pair pairs[] = {
    { "int a;", "int a;", IDENTITY_BYTES },
    { "int a;", "int  a ; // note", IDENTITY_STRIPPED },
    { "int a;\n", "/* x */int\ta;", IDENTITY_STRIPPED },
    { "y[i]=a+b;", "y[i] = a + b;", IDENTITY_STRIPPED },
    { "a = x\\\n+ 1;", "a = x + 1;", IDENTITY_STRIPPED },
    { "a - -b", "a --b", IDENTITY_COUNT },
    { "a = \"x  y\";", "a = \"x y\";", IDENTITY_COUNT },
    { "a = \"// no comment\";", "a = \"\";", IDENTITY_COUNT },
    { "x = 1e-5f;", "x = 1e - 5f;", IDENTITY_COUNT },
    { "#define A 1\nint b;", "#define A 1 int b;", IDENTITY_COUNT },
    { "#define f(x) x", "#define f (x) x", IDENTITY_COUNT },
    { "a = R\"(/* kept */)\";", "a = R\"()\";", IDENTITY_COUNT },
    { "//@ launch k(x) grid=1 block=256\nint a;", "//@ launch k(x) grid=1 block=128\nint a;",
      IDENTITY_COUNT },
    { "//@ launch k(x) grid=1\nint a;", "//@  launch k(x)  grid=1  // why\nint a;",
      IDENTITY_STRIPPED },
    { "/*\n//@ launch k(x) grid=1\n*/", "/*\n//@ launch k(x) grid=2\n*/", IDENTITY_COUNT },
    { "int a; //@ note", "int a;", IDENTITY_STRIPPED },
    { "re\\\nturn a;", "return a;", IDENTITY_STRIPPED },
    { "a = L\"x\"; int L;", "a = M\"x\"; int M;", IDENTITY_COUNT },
    { "int $0; int a;", "int a; int $0;", IDENTITY_RENAMED },
    { "int a; f($0);", "int a; f(a);", IDENTITY_COUNT },
    { "def f(x):\n    return x  # one\n", "def f(x):\n    return x\n", IDENTITY_STRIPPED },
    { "/* taken\nfrom global memory */ int a;", "int a;", IDENTITY_STRIPPED },
    { "int f(int n) { return n; }", "int g(int m) { return m; }", IDENTITY_RENAMED },
    { "float f(const float *x) { return x[0]; }", "float f(const float *y) { return y[0]; }",
      IDENTITY_RENAMED },
    { "__global__ void __launch_bounds__(256, min(2, 4)) k(int n) {}",
      "__global__ void __launch_bounds__(256, min(2, 4)) q(int n) {}", IDENTITY_RENAMED },
    { "void __launch_bounds__(ONE) k();", "void __launch_bounds__(TWO) k();", IDENTITY_COUNT },
    { "x = y(1) f(2);", "x = y(1) g(2);", IDENTITY_COUNT },
    { "float s = sinf(v);", "float s = cosf(v);", IDENTITY_COUNT },
    { "int i = threadIdx.x;", "int j = threadIdx.x;", IDENTITY_RENAMED },
    { "int i = threadIdx.x;", "int i = threadIdx.y;", IDENTITY_COUNT },
    { "int a = 1, b = 2; f(a, b);", "int c = 1, d = 2; f(c, d);", IDENTITY_RENAMED },
    { "int a = 1, b = 2; f(a, b);", "int a = 1, b = 2; f(b, a);", IDENTITY_COUNT },
    { "for (int i = 0; i < n; i++) s += i;", "for (int k = 0; k < n; k++) s += k;",
      IDENTITY_RENAMED },
    { "y = a * sinf(x);", "y = a * cosf(x);", IDENTITY_COUNT },
    { "#define TILE 16\nint a = TILE;", "#define BLOCK 16\nint a = BLOCK;", IDENTITY_RENAMED },
    { "//@ scratch part f32[n]\n//@ launch k(x, part) grid=1\n__global__ void k(float *x, float "
      "*p) {}",
      "//@ scratch tmp f32[n]\n//@ launch q(x, tmp) grid=1\n__global__ void q(float *a, float *b) "
      "{}",
      IDENTITY_RENAMED },
    { "//@ launch k(x, y) grid=1\n__global__ void k(float *x, float *y) {}",
      "//@ launch k(y, x) grid=1\n__global__ void k(float *x, float *y) {}", IDENTITY_COUNT },
    { "import torch\nx = 1 # one\n", "import torch\n\nx = 1\n", IDENTITY_STRIPPED },
    { "import torch\nif a:\n    b()\n    c()\n", "import torch\nif a:\n  b()\n  c()\n",
      IDENTITY_STRIPPED },
    { "import torch\nif a:\n    b()\n    c()\n", "import torch\nif a:\n    b()\nc()\n",
      IDENTITY_COUNT },
    { "import torch\nx = 1\nf(x)\n", "import torch\ny = 1\nf(y)\n", IDENTITY_RENAMED },
    { "import torch\ns = \"\"\"__global__ void k() {} // a\"\"\"\n",
      "import torch\ns = \"\"\"__global__  void k() { }\"\"\"\n", IDENTITY_STRIPPED },
};

static void pairs_meet_at_their_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        for (int level = 0; level < IDENTITY_COUNT; level++) {
            bool want = level >= (int)pairs[i].level;
            if (same((enum identity_level)level, pairs[i].a, pairs[i].b) != want)
                fail_msg("pair %zu, level %s: '%s' and '%s' should be %s", i,
                         identity_level_name((enum identity_level)level), pairs[i].a, pairs[i].b,
                         want ? "the same" : "different");
        }
    }
}

static void renaming_twice_changes_nothing(void **state)
{
    (void)state;
    const char *text = "int f(int n, float *x) { float s = x[n]; return s; }";
    struct arena arena = { 0 };
    struct token_list once = code_tokens(IDENTITY_RENAMED, text, strlen(text), &arena);
    struct token_list plain = code_tokens(IDENTITY_STRIPPED, text, strlen(text), &arena);
    assert_int_equal(once.n, plain.n);
    struct token_list twice = { arena_array(&arena, once.n, sizeof(struct code_token)), once.n };
    memcpy(twice.items, once.items, once.n * sizeof(struct code_token));
    code_rename(&twice, &arena);
    for (size_t i = 0; i < once.n; i++) {
        assert_int_equal(once.items[i].len, twice.items[i].len);
        assert_memory_equal(once.items[i].text, twice.items[i].text, once.items[i].len);
    }
    arena_release(&arena);
}

/* Quotes and comment marks are frequent; exact-size buffers let ASan see overruns. */
static void any_bytes_are_lexed(void **state)
{
    (void)state;
    static const char alphabet[] = "\"'\\/*@#R(){};,\n\t aint0.e-\x80\xff=<>importfrom ";
    struct rng g;
    rng_init(&g, 1, RNG_SAMPLE, 0, 0, 0);
    for (int round = 0; round < 20000; round++) {
        size_t len = rng_below(&g, 60);
        char hash[65] = "";
        char *text = mem_alloc(len + 8);
        memcpy(text, round % 2 == 0 ? "import \n" : "/*a*/ \n ", 8);
        char *cut = mem_alloc(len);
        for (size_t i = 0; i < len; i++)
            text[i + 8] = alphabet[rng_below(&g, sizeof(alphabet))];
        memcpy(cut, text, len);
        for (int level = 0; level < IDENTITY_COUNT; level++) {
            code_identity((enum identity_level)level, cut, len, hash);
            assert_int_equal(strlen(hash), 64);
        }
        free(text);
        free(cut);
    }
}

/* Names that begin with two underscores are the compiler's, and stay; others are only names. */
static void reserved_names_stay(void **state)
{
    static const struct {
        const char *one, *other;
        bool same;
    } names[] = {
        { "int __a = 1; f(__a);", "int __b = 1; f(__b);", false },
        { "int __ab = 1; f(__ab);", "int __cd = 1; f(__cd);", false },
        { "int _a = 1; f(_a);", "int _b = 1; f(_b);", true },
        { "int a_ = 1; f(a_);", "int b_ = 1; f(b_);", true },
        { "int __ = 1; f(__);", "int xy = 1; f(xy);", true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        char one[65], other[65];
        code_identity(IDENTITY_RENAMED, names[i].one, strlen(names[i].one), one);
        code_identity(IDENTITY_RENAMED, names[i].other, strlen(names[i].other), other);
        if ((strcmp(one, other) == 0) != names[i].same)
            fail_msg("%s, %s", names[i].one, names[i].other);
    }
}

/* What stands behind the text belongs to something else, and a text of 4 GiB is not read. */
static void the_language_is_that_of_the_text_alone(void **state)
{
    static const struct {
        const char *text;
        size_t len; /* 0: all of it */
        enum code_language language;
    } texts[] = {
        { "x\nimport a", 0, CODE_PYTHON },
        { "x\nimport a", 8, CODE_CUDA },
        { "x\nfrom a import b", 0, CODE_PYTHON },
        { "x\nfrom a import b", 8, CODE_CUDA },
        { "from a\nimport b", 0, CODE_PYTHON },
        { "from a\n import b", 0, CODE_CUDA },
        { " import a", 0, CODE_CUDA },
        { "def f(x):", 0, CODE_PYTHON },
        { "def f(x)\n:", 0, CODE_CUDA },
        { "class A(B):\n", 0, CODE_PYTHON },
        { "class A {};", 0, CODE_CUDA },
        { "\n\n@triton.jit", 0, CODE_PYTHON },
        { "//@ x\nself.y", 0, CODE_CUDA },
        { "__global__ torch.x", 0, CODE_CUDA },
        { "extern \"C\" self.", 0, CODE_CUDA },
        { "#include <torch.h>\ntorch.x", 0, CODE_CUDA },
        { "y = torch.x", 0, CODE_PYTHON },
        { "self.y", 0, CODE_PYTHON },
        { "self.y", 4, CODE_CUDA },
        { "", 0, CODE_CUDA },
    };
    struct arena arena = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        const size_t len = texts[i].len > 0 ? texts[i].len : strlen(texts[i].text);
        if (code_guess_language(texts[i].text, len) != texts[i].language)
            fail_msg("%s, %zu", texts[i].text, len);
    }
    const struct token_list none = code_tokens_all("x", UINT32_MAX, &arena);
    assert_int_equal(none.n, 0);
    assert_null(none.items);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_meet_at_their_level),
        cmocka_unit_test(renaming_twice_changes_nothing),
        cmocka_unit_test(any_bytes_are_lexed),
        cmocka_unit_test(reserved_names_stay),
        cmocka_unit_test(the_language_is_that_of_the_text_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
