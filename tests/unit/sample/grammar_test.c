/* grammar_test.c - embedded and broken grammars. */
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
#include "src/base/sha256.h"
#include "src/sample/builtin/grammar.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"

#define HEAD "{\"family\": \"f\", \"first_token\": 10, "
#define SLOT_A                                                                                     \
    "{\"name\": \"a\", \"options\": [{\"name\": \"x\", \"weight\": 1}, "                           \
    "{\"name\": \"y\", \"weight\": 2, \"text\": \"\"}]}"
#define GOOD HEAD "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": \"k ${a}\"}}"

static int parse(const char *text, struct arena *a, struct grammar *out, struct err *err)
{
    return grammar_parse("g.json", text, strlen(text), a, out, err);
}

static void test_tokens_follow_the_file(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar g;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(GOOD, &a, &g, &err), 0);
    assert_int_equal(g.n_tokens, 2);
    assert_int_equal(grammar_token(&g, 0, 0), 10);
    assert_int_equal(grammar_token(&g, 0, 1), 11);
    assert_true(g.slots[0].options[1].logit > 0.693147 && g.slots[0].options[1].logit < 0.693148);
}

struct broken {
    const char *text, *message;
};

static void test_broken_grammars_name_the_place(void **state)
{
    static const struct broken cases[] = {
        { "{", "g.json:1:" },
        { "[]", "g.json: must be an object" },
        { "{\"family\": \"f\"}", "first_token" },
        { HEAD "\"slots\": [], \"vars\": {}}", "g.json: slots: must hold 1 to 32" },
        { HEAD "\"slots\": [" SLOT_A "], \"vars\": {}}", "vars.kernel: missing" },
        { HEAD "\"slots\": [" SLOT_A "], \"more\": 1, \"vars\": {\"kernel\": \"\"}}",
          "more: unknown" },
        { HEAD "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": \"${b}\"}}",
          "kernel: ${b} names no" },
        { HEAD "\"slots\": [" SLOT_A ", " SLOT_A "], \"vars\": {\"kernel\": \"\"}}",
          "slots[1].name: 'a' is not a name, or is used already" },
        { HEAD "\"slots\": [{\"name\": \"a\", \"options\": [{\"name\": \"x\", \"weight\": 0}]}]}",
          "slots[0].options[0].weight: must be above 0" },
        { HEAD
          "\"slots\": [{\"name\": \"a\", \"options\": [{\"name\": \"x\", \"weight\": 1e999}]}]}",
          "slots[0].options[0].weight" },
        { HEAD "\"slots\": [{\"name\": \"a\", \"options\": [{\"name\": \"x\", \"weight\": 1, "
               "\"when\": {\"b\": \"x\"}}]}]}",
          "slots[0].options[0].when.b: no earlier slot" },
        { HEAD "\"slots\": [{\"name\": \"a\", \"options\": [{\"name\": \"x\", \"weight\": 1, "
               "\"when\": {\"task\": \"l1/4\"}}]}]}",
          "one option must have no condition" },
        { HEAD "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": [{\"when\": {\"a\": \"z\"}, "
               "\"text\": \"\"}]}}",
          "vars.kernel[0].when.a: slot a has no option 'z'" },
        { HEAD "\"slots\": [" SLOT_A
               "], \"vars\": {\"kernel\": [{\"when\": {\"a\": [\"x\", \"!y\"]}, "
               "\"text\": \"\"}]}}",
          "either all names begin with !" },
        { HEAD "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": 5}}",
          "vars.kernel: must be a text" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct grammar g;
        struct err err = { 0 };
        assert_int_equal(parse(cases[i].text, &a, &g, &err), ERR_INTEGRITY);
        if (!strstr(err.msg, cases[i].message))
            fail_msg("case %zu: '%s' does not hold '%s'", i, err.msg, cases[i].message);
    }
}

static void test_families_may_not_share_tokens(void **state)
{
    static const char other[] = "{\"family\": \"g\", \"first_token\": 11, \"slots\": [" SLOT_A
                                "], \"vars\": {\"kernel\": \"\"}}";
    struct grammar_text sources[] = { { "f.json", GOOD, strlen(GOOD) },
                                      { "g.json", other, strlen(other) } };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar_set set;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(grammar_set_parse(sources, 2, &a, &set, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "g.json: first_token: 11 is taken by f.json (10 to 11)"));
}

static void test_ids_and_hash_do_not_depend_on_load_order(void **state)
{
    static const char other[] = "{\"family\": \"g\", \"first_token\": 5, \"slots\": [" SLOT_A
                                "], \"vars\": {\"kernel\": \"\"}}";
    struct grammar_text one[] = { { "f.json", GOOD, strlen(GOOD) },
                                  { "g.json", other, strlen(other) } };
    struct grammar_text two[] = { one[1], one[0] };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar_set x, y;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(grammar_set_parse(one, 2, &a, &x, &err), 0);
    assert_int_equal(grammar_set_parse(two, 2, &a, &y, &err), 0);
    assert_string_equal(x.sha256, y.sha256);
    assert_int_equal(grammar_find(&x, "f")->first_token, grammar_find(&y, "f")->first_token);
    assert_int_equal(grammar_find(&x, "f")->row, 2);
    assert_int_equal(grammar_find(&y, "f")->row, 2);
}

static void test_references_expand_with_indentation(void **state)
{
    static const char text[] = HEAD
        "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": [\"{\", \"  ${body}\", \"  ${none}\", "
        "\"}\"], \"none\": \"\", \"body\": [\"if ${a}\", \"    ${inner}\"], "
        "\"inner\": [\"p ${a}\", \"q\"]}}";
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct grammar g;
    struct grammar_walk w;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(text, &a, &g, &err), 0);
    grammar_walk_start(&w, &g, "l1/1");
    grammar_walk_choose(&w, 0);
    assert_true(grammar_walk_done(&w));
    assert_int_equal(grammar_render(&w, &out, &err), 0);
    assert_string_equal(out.data, "{\n  if x\n      p x\n      q\n}\n");
}

static void test_endless_expansion_is_an_error(void **state)
{
    static const char text[] =
        HEAD "\"slots\": [" SLOT_A "], \"vars\": {\"kernel\": \"${b}${b}\", \"b\": \"${kernel}\"}}";
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct grammar g;
    struct grammar_walk w;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(text, &a, &g, &err), 0);
    grammar_walk_start(&w, &g, "l1/1");
    grammar_walk_choose(&w, 0);
    assert_int_equal(grammar_render(&w, &out, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "expansion does not end"));
    assert_int_equal(out.len, 0);
}

static void test_conditions_skip_slots(void **state)
{
    static const char text[] = HEAD
        "\"slots\": [" SLOT_A ", {\"name\": \"b\", \"when\": {\"a\": \"y\", \"task\": \"!l1/2\"}, "
        "\"options\": [{\"name\": \"z\", \"weight\": 1}]}], \"vars\": {\"kernel\": \"${b}\"}}";
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar g;
    struct grammar_walk w;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(text, &a, &g, &err), 0);
    grammar_walk_start(&w, &g, "l1/1");
    grammar_walk_choose(&w, 0);
    assert_true(grammar_walk_done(&w));
    grammar_walk_start(&w, &g, "l1/2");
    grammar_walk_choose(&w, 1);
    assert_true(grammar_walk_done(&w));
    grammar_walk_start(&w, &g, "l1/1");
    grammar_walk_choose(&w, 1);
    assert_false(grammar_walk_done(&w));
    assert_int_equal(grammar_walk_option(&w, 12), 0);
    assert_int_equal(grammar_walk_option(&w, 11), -1);
    assert_int_equal(grammar_walk_option(&w, INT32_MIN), -1);
    assert_int_equal(grammar_walk_option(&w, INT32_MAX), -1);
}

/* Every available option is equally likely. */
static void walk_uniform(struct grammar_walk *w, const struct grammar *g, const char *task,
                         struct rng *rng)
{
    grammar_walk_start(w, g, task);
    while (!grammar_walk_done(w)) {
        uint32_t available = grammar_walk_available(w);
        assert_int_not_equal(available, 0);
        size_t option;
        do
            option = rng_below(rng, (uint32_t)g->slots[w->slot].n_options);
        while (!(available >> option & 1u));
        grammar_walk_choose(w, option);
    }
}

static int compare_hashes(const void *a, const void *b)
{
    return memcmp(a, b, 65);
}

/* Of n uniform walks; a text fails to parse only by the slip "argument". */
static size_t count_distinct(const struct grammar *g, const struct task *task, size_t n)
{
    struct rng rng;
    struct err err = { 0 };
    char(*hashes)[65] = mem_array(n, sizeof(*hashes));
    rng_init(&rng, 7, RNG_SAMPLE, (uint64_t)task->problem_id, 0, 0);
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        struct arena CLEANUP(arena_release) a = { 0 };
        struct grammar_walk w;
        struct kernel_file k;
        struct kernel_error e;
        walk_uniform(&w, g, task->id, &rng);
        if (grammar_write(&w, task, &text, &err) < 0)
            fail_msg("%s", err.msg);
        sha256_hex(text.data, text.len, hashes[i]);
        assert_null(strstr(text.data, "${"));
        int rc = kernel_file_parse(text.data, text.len, task, &a, &k, &e);
        bool slipped = rc < 0 && strstr(e.msg, "is no input, output, dimension");
        if (rc < 0 && !slipped)
            fail_msg("%s: %zu:%zu: %s\n%s", task->id, e.line, e.column, e.msg, text.data);
    }
    qsort(hashes, n, sizeof(*hashes), compare_hashes);
    size_t distinct = n > 0;
    for (size_t i = 1; i < n; i++)
        distinct += memcmp(hashes[i - 1], hashes[i], 65) != 0;
    free(hashes);
    return distinct;
}

static void test_every_task_has_a_thousand_kernels_that_parse(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar_set set;
    struct err err = { 0 };
    const struct task **tasks;
    size_t n;
    (void)state;
    assert_int_equal(grammar_set_load(&a, &set, &err), 0);
    assert_int_equal(task_list(&a, &tasks, &n, &err), 0);
    assert_true(n >= 10);
    for (size_t i = 0; i < n; i++) {
        const struct grammar *g = grammar_of_task(&set, tasks[i]);
        if (!g)
            fail_msg("%s: no grammar for family %s", tasks[i]->id, tasks[i]->family);
        size_t distinct = count_distinct(g, tasks[i], 2000);
        if (distinct < 1000)
            fail_msg("%s: %zu distinct kernels among 2000", tasks[i]->id, distinct);
    }
}

static void test_every_option_can_be_reached(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar_set set;
    struct err err = { 0 };
    const struct task **tasks;
    size_t n;
    (void)state;
    assert_int_equal(grammar_set_load(&a, &set, &err), 0);
    assert_int_equal(task_list(&a, &tasks, &n, &err), 0);
    bool *seen = mem_array(set.n_tokens, sizeof(bool));
    for (size_t i = 0; i < n; i++) {
        const struct grammar *g = grammar_of_task(&set, tasks[i]);
        struct rng rng;
        rng_init(&rng, 8, RNG_SAMPLE, i, 0, 0);
        for (size_t k = 0; k < 4000; k++) {
            struct grammar_walk w;
            walk_uniform(&w, g, tasks[i]->id, &rng);
            for (size_t s = 0; s < g->n_slots; s++) {
                if (w.choice[s] >= 0)
                    seen[g->row + g->slots[s].first + (size_t)w.choice[s]] = true;
            }
        }
    }
    for (size_t i = 0; i < set.n; i++) {
        const struct grammar *g = &set.items[i];
        for (size_t s = 0; s < g->n_slots; s++) {
            for (size_t o = 0; o < g->slots[s].n_options; o++) {
                if (!seen[g->row + g->slots[s].first + o])
                    fail_msg("%s: slot %s, option %s is never chosen", g->file, g->slots[s].name,
                             g->slots[s].options[o].name);
            }
        }
    }
    free(seen);
}

/* Launches of the task's kernel when its grammar's last slot takes that option, others the first.
 */
static size_t count_launches(const struct grammar_set *set, const char *id, size_t last)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct grammar_walk w;
    struct kernel_file k;
    struct kernel_error e = { 0 };
    struct err err = { 0 };
    const struct task *task;
    assert_int_equal(task_find(id, &a, &task, &err), 0);
    const struct grammar *g = grammar_of_task(set, task);
    assert_string_equal(g->slots[g->n_slots - 1].name, "times");
    for (grammar_walk_start(&w, g, id); !grammar_walk_done(&w);)
        grammar_walk_choose(&w, w.slot == g->n_slots - 1 ? last : 0);
    if (grammar_write(&w, task, &text, &err) < 0)
        fail_msg("%s", err.msg);
    if (kernel_file_parse(text.data, text.len, task, &a, &k, &e) < 0)
        fail_msg("%s: %zu: %s\n%s", id, e.line, e.msg, text.data);
    return k.n_launches;
}

static void test_launches_are_written_again(void **state)
{
    static const struct {
        const char *id;
        size_t launches[3]; /* once, three times, eight times, or what 16 launches hold */
    } rows[] = { { "l1/19", { 1, 3, 8 } }, { "l1/33", { 5, 15, 15 } }, { "l1/97", { 6, 12, 12 } } };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct grammar_set set;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(grammar_set_load(&a, &set, &err), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t o = 0; o < 3; o++)
            assert_int_equal(count_launches(&set, rows[i].id, o), rows[i].launches[o]);
}

/* n times, with the number of each where %d stands. */
static const char *times(struct arena *a, int n, const char *before, const char *after)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    for (int i = 0; i < n; i++)
        buf_printf(&out, "%s%s%d%s", i == 0 ? "" : ",", before, i, after);
    return arena_strdup(a, buf_text(&out));
}

/* One more than this is refused. */
static void test_how_much_a_grammar_may_hold(void **state)
{
    static const struct {
        const char *name;
        int most;
        const char *message;
    } cases[] = {
        { "slots", 32, "g.json: slots: must hold 1 to 32 slots" },
        { "options", 32, "g.json: slots[0].options: must hold 1 to 32 options" },
        { "vars", 63, "g.json: vars: more than 64" },
        { "cases", 64, "g.json: vars.kernel: more than 64 cases" },
        { "tests", 8, "g.json: slots[9].when: must be an object of at most 8 members" },
        { "first", 1048576, "g.json: first_token: must be within 0 to 1048576" },
        { "weight", 1000000000,
          "g.json: slots[0].options[0].weight: must be above 0 and at most 1e9" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        for (int more = 0; more < 2; more++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            struct grammar g;
            struct err err = { 0 };
            int n = cases[i].most + more;
            const char *slots = SLOT_A, *vars = "\"kernel\": \"\"", *text;
            int first = 0;
            if (i == 0)
                slots = times(&a, n, "{\"name\":\"s",
                              "\",\"options\":[{\"name\":\"x\",\"weight\":1}]}");
            else if (i == 1)
                slots = arena_printf(&a, "{\"name\":\"s\",\"options\":[%s]}",
                                     times(&a, n, "{\"name\":\"o", "\",\"weight\":1}"));
            else if (i == 2)
                vars = arena_printf(&a, "\"kernel\":\"\",%s", times(&a, n, "\"v", "\":\"\""));
            else if (i == 3)
                vars = arena_printf(&a, "\"kernel\":[%s]", times(&a, n, "{\"text\":\"", "\"}"));
            else if (i == 4)
                slots = arena_printf(&a,
                                     "%s,{\"name\":\"last\",\"when\":{%s},\"options\":[{\"name\":"
                                     "\"x\",\"weight\":1}]}",
                                     times(&a, 9, "{\"name\":\"s",
                                           "\",\"options\":[{\"name\":\"x\",\"weight\":1}]}"),
                                     times(&a, n, "\"s", "\":\"x\""));
            else if (i == 5)
                first = n;
            else
                slots = arena_printf(
                    &a, "{\"name\":\"s\",\"options\":[{\"name\":\"x\",\"weight\":%d}]}", n);
            text = arena_printf(
                &a, "{\"family\":\"f\",\"first_token\":%d,\"slots\":[%s],\"vars\":{%s}}", first,
                slots, vars);
            int rc = parse(text, &a, &g, &err);
            if (rc != (more == 0 ? 0 : ERR_INTEGRITY))
                fail_msg("%s, %d: %d %s", cases[i].name, n, rc, err.msg);
            assert_string_equal(err.msg, more == 0 ? "" : cases[i].message);
        }
}

static void test_messages_of_what_is_refused(void **state)
{
    static const struct broken cases[] = {
        { "{\"family\":\"f\",\"first_token\":-1}",
          "g.json: first_token: must be within 0 to 1048576" },
        { "{\"family\":\"1\",\"first_token\":1}", "g.json: family: '1' is not a name" },
        { "{\"family\":\"\",\"first_token\":1}", "g.json: family: '' is not a name" },
        { "{\"family\":\"a-b\",\"first_token\":1}", "g.json: family: 'a-b' is not a name" },
        { HEAD "\"slots\":[{\"name\":\"task\",\"options\":[]}]}",
          "g.json: slots[0].name: 'task' is not a name, or is used already" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[],\"zz\":1}]}",
          "g.json: slots[0].zz: unknown member" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[]}]}",
          "g.json: slots[0].options: must hold 1 to 32 options" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"!x\",\"weight\":1}]}]}",
          "g.json: slots[0].options[0].name: '!x' is empty, taken or begins with !" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"\",\"weight\":1}]}]}",
          "g.json: slots[0].options[0].name: '' is empty, taken or begins with !" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"x\",\"weight\":1},"
               "{\"name\":\"x\",\"weight\":1}]}]}",
          "g.json: slots[0].options[1].name: 'x' is empty, taken or begins with !" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"x\",\"weight\":1,\"zz\":0}]}]}",
          "g.json: slots[0].options[0].zz: unknown member" },
        { HEAD
          "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"x\",\"weight\":1,\"text\":7}]}]}",
          "g.json: slots[0].options[0].text: must be a text or an array of lines" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"x\",\"weight\":1,\"text\":["
               "\"\",7]}]}]}",
          "g.json: slots[0].options[0].text[1]: must be a text" },
        { HEAD "\"slots\":[{\"name\":\"a\",\"options\":[{\"name\":\"x\",\"weight\":1,\"text\":\"${"
               "zz}\"}]}],"
               "\"vars\":{\"kernel\":\"\"}}",
          "g.json: a: ${zz} names no slot and no variable" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":\"${a} $ {b} ${c\"}}",
          "g.json: kernel: ${c} names no slot and no variable" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":\"\",\"a\":\"\"}}",
          "g.json: vars.a: is not a name, or is the name of a slot" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":\"\",\"kernel\":\"\"}}",
          "g.json: vars.kernel: given twice" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":[{\"text\":\"\",\"zz\":1}]}}",
          "g.json: vars.kernel[0].zz: unknown member" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":[{\"text\":\"\"},{}]}}",
          "g.json: vars.kernel[1].text: must be a text or an array of lines" },
        { HEAD "\"slots\":[" SLOT_A
               "],\"vars\":{\"kernel\":[{\"text\":\"\",\"when\":{\"a\":[]}}]}}",
          "g.json: vars.kernel[0].when.a: must not be empty" },
        { HEAD "\"slots\":[" SLOT_A
               "],\"vars\":{\"kernel\":[{\"text\":\"\",\"when\":{\"a\":[\"x\",7]}}]}}",
          "g.json: vars.kernel[0].when.a: must be a name or an array of names" },
        { HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":[{\"text\":\"\",\"when\":7}]}}",
          "g.json: vars.kernel[0].when: must be an object of at most 8 members" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct grammar g;
        struct err err = { 0 };
        assert_int_equal(parse(cases[i].text, &a, &g, &err), ERR_INTEGRITY);
        assert_string_equal(err.msg, cases[i].message);
    }
}

/* Every case is rendered by the first option of "a", for task l1/4. */
static void test_what_is_rendered(void **state)
{
    static const struct {
        const char *vars, *want; /* want: the text, or the message */
    } cases[] = {
        { "\"kernel\":\"\"", "" },
        { "\"kernel\":\"a\\n\\nb\"", "a\n\nb\n" },
        { "\"kernel\":[\"a\",\"  b\"]", "a\n  b\n" },
        { "\"kernel\":\"${a}${a}-${a}\"", "xx-x\n" },
        { "\"kernel\":\"${a\"", "x\n" },
        { "\"kernel\":\"  ${v}\",\"v\":\"a\\n b\\n\\nc\"", "  a\n   b\n\n  c\n" },
        { "\"kernel\":\"  ${v} \",\"v\":\"a\\nb\"", "  a\nb \n" },
        { "\"kernel\":\"1\\n ${v}\\n2\",\"v\":\"\"", "1\n2\n" },
        { "\"kernel\":\"  ${v}\\n ${a}\",\"v\":\"  ${w}\\nb\",\"w\":\"a\\nb\"",
          "    a\n    b\n  b\n x\n" },
        { "\"kernel\":[{\"when\":{\"a\":\"y\"},\"text\":\"1\"},{\"when\":{\"task\":\"l1/4\"},"
          "\"text\":\"2\"},{\"text\":\"3\"}]",
          "2\n" },
        { "\"kernel\":[{\"when\":{\"a\":\"!x\"},\"text\":\"1\"},{\"when\":{\"task\":[\"!l1/5\","
          "\"!l1/6\"],\"a\":[\"y\",\"x\"]},\"text\":\"2\"}]",
          "2\n" },
        { "\"kernel\":[{\"when\":{\"a\":\"y\"},\"text\":\"1\"}]",
          "g.json: vars.kernel: no case applies to task l1/4" },
        { "\"kernel\":\"${v}\",\"v\":[{\"when\":{\"task\":\"l1/5\"},\"text\":\"1\"}]",
          "g.json: vars.v: no case applies to task l1/4" },
        { "\"kernel\":\"${kernel}\"", "g.json: ${kernel}: expansion does not end" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        struct grammar g;
        struct grammar_walk w;
        struct err err = { 0 };
        const char *text =
            arena_printf(&a, HEAD "\"slots\":[" SLOT_A "],\"vars\":{%s}}", cases[i].vars);
        if (parse(text, &a, &g, &err) != 0)
            fail_msg("%s: %s", cases[i].vars, err.msg);
        grammar_walk_start(&w, &g, "l1/4");
        grammar_walk_choose(&w, 0);
        int rc = grammar_render(&w, &out, &err);
        assert_string_equal(rc == 0 ? buf_text(&out) : err.msg, cases[i].want);
    }
    /* 64 kilobytes, of which the last ends the line. */
    for (int more = 0; more < 2; more++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        struct grammar g;
        struct grammar_walk w;
        struct err err = { 0 };
        const char *text = arena_printf(
            &a, HEAD "\"slots\":[" SLOT_A "],\"vars\":{\"kernel\":\"%*s\"}}", 65535 + more, "a");
        assert_int_equal(parse(text, &a, &g, &err), 0);
        grammar_walk_start(&w, &g, "l1/4");
        grammar_walk_choose(&w, 0);
        assert_int_equal(grammar_render(&w, &out, &err), more == 0 ? 0 : ERR_INTEGRITY);
        assert_int_equal(out.len, more == 0 ? 65536 : 0);
        assert_string_equal(err.msg, more == 0 ? "" : "g.json: kernel longer than 65536 bytes");
    }
}

/* A task of values a and b, and of two wrong kernels, by the lines of one option. */
static void test_what_a_choice_makes_of_a_kernel(void **state)
{
    static const struct {
        const char *lines, *kernel, *want; /* want: the text, or the message */
    } cases[] = {
        { "\"\"", "${a}${b}${real}\n", "# x\n12float\n" },
        { "\"a=5\"", "${a}${b}\n", "# x\n52\n" },
        { "[\"a=5\",\"b=\",\"a=6\"]", "${a}${b}\n", "# x\n6\n" },
        { "\"a=5=6\"", "${a}\n", "# x\n5=6\n" },
        { "\"wrong=1\"", "${a}${b}\n", "# x\n72\n" },
        { "\"wrong=2\"", "${a}${b}\n", "# x\n18\n" },
        { "\"wrong=3\"", "${a}${b}\n", "# x\n72\n" },
        { "\"wrong=0\"", "${a}${b}\n", "# x\n12\n" },
        { "\"wrong=x\"", "${a}${b}\n", "# x\n12\n" },
        { "[\"wrong=1\",\"a=3\"]", "${a}${b}\n", "# x\n32\n" },
        { "\"c=3\"", "${c}${a}\n", "# x\n31\n" },
        { "\"\"", "${c}", "l1/4: '${c}' has no value" },
        { "\"a\"", "${a}\n", "l1/4: 'a' is not NAME=TEXT" },
        { "\"times=0\"", "${a}\n", "l1/4: 'times=0' is not a count" },
        { "\"times=x\"", "${a}\n", "l1/4: 'times=x' is not a count" },
        { "\"times=2\"", "a\n//@ launch f\n//@ launch g\nb\n//@ launch h\n",
          "# x\na\n//@ launch f\n//@ launch g\n//@ launch f\n//@ launch g\nb\n//@ launch h\n" },
        { "\"times=1\"", "//@ launch f\nb", "# x\n//@ launch f\nb" },
        { "\"times=3\"", "//@ launch f", "# x\n//@ launch f" },
        { "\"times=3\"", "no launch\n", "# x\nno launch\n" },
        { "\"times=16\"", "//@ launch f\n",
          "# x\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch "
          "f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch "
          "f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n" },
        { "\"times=17\"", "//@ launch f\n",
          "# x\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch "
          "f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch "
          "f\n//@ launch f\n//@ launch f\n//@ launch f\n//@ launch f\n" },
    };
    static const struct task_value seven = { "a", "7" }, eight = { "b", "8" };
    struct task *task = mem_alloc(sizeof(*task));
    (void)state;
    task->id = "l1/4";
    task->family = "zz";
    task->n_values = 2;
    task->values[0] = (struct task_value){ "a", "1" };
    task->values[1] = (struct task_value){ "b", "2" };
    task->n_wrong = 2;
    task->wrong[0] = (struct task_wrong){ "one", NULL, 1, &seven };
    task->wrong[1] = (struct task_wrong){ "two", NULL, 1, &eight };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        struct grammar g;
        struct grammar_walk w;
        struct err err = { 0 };
        const char *text = arena_printf(
            &a,
            HEAD "\"slots\":[{\"name\":\"s\",\"options\":[{\"name\":\"x\",\"weight\":1,\"text\":%s}"
                 "]}],\"vars\":{\"kernel\":\"# x\"}}",
            cases[i].lines);
        if (parse(text, &a, &g, &err) != 0)
            fail_msg("%s: %s", cases[i].lines, err.msg);
        task->kernel_template = cases[i].kernel;
        grammar_walk_start(&w, &g, "l1/4");
        grammar_walk_choose(&w, 0);
        int rc = grammar_write(&w, task, &out, &err);
        const char *got = rc == 0 ? buf_text(&out) : err.msg;
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s of %s: %s", cases[i].lines, cases[i].kernel, got);
    }
    free(task);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens_follow_the_file),
        cmocka_unit_test(test_broken_grammars_name_the_place),
        cmocka_unit_test(test_how_much_a_grammar_may_hold),
        cmocka_unit_test(test_messages_of_what_is_refused),
        cmocka_unit_test(test_what_is_rendered),
        cmocka_unit_test(test_what_a_choice_makes_of_a_kernel),
        cmocka_unit_test(test_families_may_not_share_tokens),
        cmocka_unit_test(test_ids_and_hash_do_not_depend_on_load_order),
        cmocka_unit_test(test_references_expand_with_indentation),
        cmocka_unit_test(test_endless_expansion_is_an_error),
        cmocka_unit_test(test_conditions_skip_slots),
        cmocka_unit_test(test_every_task_has_a_thousand_kernels_that_parse),
        cmocka_unit_test(test_every_option_can_be_reached),
        cmocka_unit_test(test_launches_are_written_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
