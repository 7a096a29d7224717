/*
 * import_maps_test.c - mapping files: what is wrong with each, and the rows that they make of
 * somebody else's JSON and CSV.
 */
#include "ingest/formats/import_map.h"
#include "src/json/json.h"
#include "tests/unit/ingest/imported.h"

/* ---- maps that are none ---- */

#define ID         "'fields': {'problem': '/id'}"
#define X60        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define RULE(text) "{'depth': 2, 'fields': {'problem': '/id', 'code': " text "}}"

static const char *const maps[] = {
    "[]",
    "{}",
    "{'fields': []}",
    "{'fields': {}}",
    "{'fields': 3}",
    /* Members and fields that nobody reads, with those that are near. */
    "{" ID ", 'sute': 'x'}",
    "{" ID ", '" X60 "x': 'x'}",
    "{'fields': {'problem': '/id', 'runtime': '/x'}}",
    "{'fields': {'problem': '/id', '" X60 "y': '/x'}}",
    RULE("{'from': '/x', 'otherwize': 1}"),
    "{" ID ", 'join': {'fil': 'x'}}",
    "{" ID ", 'suite': 'x', 'separator': ';', 'records': '/r', 'depth': 0, 'comment': 'c'}",
    /* Rules. */
    RULE("{}"),
    RULE("{'from': '/x', 'constant': 1}"),
    RULE("{'path': false}"),
    RULE("{'path': true, 'key': 1}"),
    RULE("{'path': true, 'from': '/x'}"),
    RULE("{'joined': '/x', 'from': '/y'}"),
    RULE("{'joined': '/x'}"),
    RULE("{'from': '/x', 'comment': 'c'}"),
    RULE("{'constant': null}"),
    RULE("{'path': true}"),
    RULE("{'key': 0}"),
    RULE("{'key': 1}"),
    RULE("{'key': 2}"),
    RULE("{'key': 3}"),
    RULE("{'key': 4}"),
    RULE("{'key': 5}"),
    RULE("{'key': '1'}"),
    RULE("{'key': 1.5}"),
    RULE("{'from': '/x', 'factor': 'x'}"),
    RULE("{'from': '/x', 'factor': 1e400}"),
    RULE("{'from': '/x', 'factor': -0.5, 'offset': -3}"),
    RULE("{'from': '/x', 'offset': 0.5}"),
    RULE("{'from': '/x', 'offset': 'x'}"),
    RULE("{'from': '/x', 'match': '('}"),
    RULE("{'from': '/x', 'match': 'x'}"),
    RULE("{'from': '/x', 'match': 'x', 'otherwise': 1}"),
    RULE("{'from': '/x', 'match': '(x)', 'otherwise': 1}"),
    RULE("{'from': '/x', 'match': 'x', 'then': 1, 'otherwise': 'o'}"),
    RULE("{'from': '/x', 'match': 'x', 'then': 't'}"),
    RULE("{'from': '/x', 'then': 1}"),
    RULE("{'from': '/x', 'otherwise': 1}"),
    RULE("{'from': '/x', 'otherwise': 1, 'then': 2}"),
    RULE("{'constant': 'c', 'then': 2}"),
    RULE("7"),
    /* How deep the records lie. */
    "{" ID ", 'depth': -1}",
    "{" ID ", 'depth': 0}",
    "{" ID ", 'depth': 4}",
    "{" ID ", 'depth': 5}",
    "{" ID ", 'depth': '1'}",
    "{" ID ", 'depth': 1.5}",
    "{'depth': 4, 'fields': {'task': {'key': 4}}}",
    /* What separates the cells of a table. */
    "{" ID ", 'separator': ''}",
    "{" ID ", 'separator': ';;'}",
    "{" ID ", 'separator': '\\n'}",
    "{" ID ", 'separator': '\\r'}",
    "{" ID ", 'separator': '\\''}",
    "{" ID ", 'separator': ' '}",
    /* Tasks. */
    "{'fields': {'level': '/l'}}",
    "{'fields': {'problem': {'constant': 3}}}",
    "{'fields': {'problem': {'constant': 3}, 'task': '/t'}}",
    "{'fields': {'task': {'constant': 't'}}}",
    "{'suite': 's', 'fields': {'suite': '/s', 'task': '/t'}}",
    /* Several samples of a record. */
    "{" ID ", 'each': 'a'}",
    "{" ID ", 'each': []}",
    "{" ID ", 'each': {'a': 1}}",
    "{" ID ", 'each': [1]}",
    "{" ID ", 'each': ['a', '']}",
    "{" ID ", 'each': ['a', 'b', 'a']}",
    "{" ID ", 'each': ['" X60 "z', '" X60 "z']}",
    "{" ID ", 'each': ['a', 'b']}",
    "{'each': ['a'], 'fields': {'problem': '/id', 'model': {'constant': '{}'}}}",
    "{'each': ['a', 'b'], 'fields': {'problem': '/id/{}', 'code': {'from': '/{}/{}x'}, 'model': "
    "{'constant': '-{}'}, 'log': 'c{}'}}",
    /* A second file. */
    "{" ID ", 'join': {'file': 'beside.json'}}",
    "{" ID ", 'join': {'here': '/id'}}",
    "{" ID ", 'join': {'file': 'absent.json', 'here': '/id'}}",
    "{" ID ", 'join': {'file': 'beside.json', 'here': '/id'}}",
    "{" ID ", 'join': {'file': 'beside.json', 'here': '/id', 'there': '/no'}}",
    "{" ID ", 'join': {'file': 'list.json', 'here': '/id'}}",
    "{" ID ", 'join': {'file': 'list.json', 'here': '/id', 'there': '/k', 'comment': 'c'}}",
    "{" ID ", 'join': {'file': 'lines.jsonl', 'here': '/id', 'there': '/k'}}",
    "{" ID ", 'join': {'file': 'twice.jsonl', 'here': '/id', 'there': '/k'}}",
    "{" ID ", 'join': {'file': 'broken.jsonl', 'here': '/id', 'there': '/k'}}",
    "{" ID ", 'join': {'file': 'empty.json', 'here': '/id', 'there': '/k'}}",
};

static const struct written beside[] = {
    { "beside.json", "{'b': {'x': 1}, 'a': {'x': 2}}", 0 },
    { "list.json", "[{'k': 2}, {'k': '1'}, {'k': true}, {'k': [1]}]", 0 },
    { "lines.jsonl", "{'k': 'b'}\n\n \t\r\n{'k': 'a'}\n[{'k': 'd'}, {'k': 'c'}]", 0 },
    { "twice.jsonl", "{'k': '" X60 "a'}\n{'k': 1}\n{'k': '" X60 "a'}\n", 0 },
    { "broken.jsonl", "{'k': 'b'}\n\n{'k': \n", 0 },
    { "empty.json", "", 0 },
};

static void put_rule(struct buf *out, const struct map_rule *r)
{
    const char *none = "-";
    buf_printf(out, " from %s member %s constant %s factor %g offset %lld key %d%s%s%s%s",
               r->from == NULL ? none : r->from, r->member == NULL ? none : r->member,
               r->constant == NULL ? none : r->constant, r->factor, (long long)r->offset, r->key,
               r->joined ? " joined" : "", r->path ? " path" : "", r->match != NULL ? " match" : "",
               r->of_each ? " of each" : "");
    if (r->then != NULL)
        buf_printf(out, " then %s", r->then);
    if (r->otherwise != NULL)
        buf_printf(out, " otherwise %s", r->otherwise);
    buf_puts(out, "\n");
}

static void put_map(struct buf *out, const struct import_map *map)
{
    buf_printf(out, "  depth %d, separator '%c', records %s, %zu each, joined by %s:", map->depth,
               map->separator, map->records == NULL ? "-" : map->records, map->n_each,
               map->here == NULL ? "-" : map->here);
    for (size_t i = 0; i < map->n_joined; i++) {
        buf_printf(out, " %s ", map->joined[i].key);
        json_print(map->joined[i].record, false, out);
    }
    buf_puts(out, map->joined == NULL ? " none\n" : "\n");
    for (size_t k = 0; k < map->n_each; k++)
        for (size_t i = 0; i < MAP_FIELDS; i++)
            if (import_map_has(&map->each[k], (enum map_field)i)) {
                buf_printf(out, "  %s %s:", map->each[k].name == NULL ? "-" : map->each[k].name,
                           import_map_field_name((enum map_field)i));
                put_rule(out, &map->each[k].rules[i]);
            }
}

static void tell_map(struct buf *out, const char *text)
{
    const struct written file = { "map.json", text, 0 };
    struct import_map map = { 0 };
    struct err err = { 0 };
    write_file(&file);
    int rc = import_map_read(in_folder("map.json"), &arena, &map, &err);
    buf_printf(out, "%s\n", text);
    if (rc != 0)
        buf_printf(out, "  %d %s\n", rc, err.msg);
    else
        put_map(out, &map);
    import_map_release(&map);
}

/* A list of n names, each a digit longer than the one before. */
static void tell_names(struct buf *out, int n)
{
    struct buf text = { 0 };
    struct import_map map = { 0 };
    struct err err = { 0 };
    buf_puts(&text, "{'each': [");
    for (int i = 0; i < n; i++)
        buf_printf(&text, "%s'%d'", i == 0 ? "" : ", ", i);
    buf_puts(&text, "], 'fields': {'problem': '/{}'}}");
    const struct written file = { "map.json", buf_text(&text), 0 };
    write_file(&file);
    int rc = import_map_read(in_folder("map.json"), &arena, &map, &err);
    buf_printf(out, "%d names: %d %zu %s\n", n, rc, map.n_each, err.msg);
    import_map_release(&map);
    buf_release(&text);
}

static void maps_and_what_is_wrong_with_them(void **state)
{
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(beside); i++)
        write_file(&beside[i]);
    for (size_t i = 0; i < ARRAY_LEN(maps); i++)
        tell_map(&out, maps[i]);
    tell_names(&out, MAP_MAX_EACH);
    tell_names(&out, MAP_MAX_EACH + 1);
    buf_puts(&out, import_map_template());
    check_told("import_maps_read", &out);
    buf_release(&out);
}

/* The template is a map itself, whose fields are those of a record of the usual names. */
static void the_template_is_a_map(void **state)
{
    struct import_map map = { 0 };
    struct err err = { 0 };
    const char *text = import_map_template();
    (void)state;
    assert_int_equal(file_write_atomic(in_folder("t.json"), text, strlen(text), &err), 0);
    assert_int_equal(import_map_read(in_folder("t.json"), &arena, &map, &err), 0);
    import_map_release(&map);
}

/* ---- places in a record ---- */

static void pointers_into_a_record(void **state)
{
    static const char text[] =
        "{\"a\": {\"b/c\": [10, {\"~d\": 11}], \"\": 12}, \"e~1\": 13, \"0\": "
        "14, \"x/y\": 15, \"\": 16}";
    static const struct {
        const char *pointer;
        int64_t value; /* -1: nothing is there */
    } places[] = {
        { "/a/b~1c/0", 10 }, { "/a/b~1c/1/~0d", 11 }, { "/a/", 12 },
        { "/e~01", 13 },     { "/e~1", -1 },          { "e~1", 13 },
        { "/0", 14 },        { "x/y", 15 },           { "/x/y", -1 },
        { "/x~1y", 15 },     { "/a/b~1c/2", -1 },     { "/a/b~1c/-1", -1 },
        { "/a/b~1c/x", -1 }, { "/a/b~1c/0/0", -1 },   { "/", 16 },
        { "/no/a", -1 },     { "/a/b~1c/00", 10 },    { "no", -1 },
    };
    struct err err = { 0 };
    (void)state;
    struct json *root = json_parse("x", text, sizeof text - 1, &err);
    assert_non_null(root);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        int64_t v = -1;
        json_int(json_pointer(root, places[i].pointer), &v);
        if (v != places[i].value)
            fail_msg("%s: %lld", places[i].pointer, (long long)v);
    }
    assert_ptr_equal(json_pointer(root, ""), root);
    json_free(root);
}

/* A step of a pointer holds 255 bytes. */
static void long_steps_of_a_pointer(void **state)
{
    (void)state;
    for (size_t n = 254; n <= 257; n++) {
        struct err err = { 0 };
        struct buf text = { 0 }, pointer = { 0 };
        buf_puts(&text, "{\"");
        buf_puts(&pointer, "/");
        for (size_t i = 0; i < n; i++) {
            buf_puts(&text, "k");
            buf_puts(&pointer, "k");
        }
        buf_puts(&text, "\": 1}");
        struct json *root = json_parse("x", buf_text(&text), text.len, &err);
        assert_non_null(root);
        assert_int_equal(json_pointer(root, buf_text(&pointer)) != NULL, n <= 255);
        json_free(root);
        buf_release(&text);
        buf_release(&pointer);
    }
}

/* ---- files by a map ---- */

#define EVERY_FIELD                                                                                \
    "{'fields': {'suite': '/suite', 'task': '/task', 'level': '/level', 'problem': '/problem', "   \
    "'step': '/step', 'turn': '/turn', 'sample': '/sample', 'prompt': '/prompt', 'completion': "   \
    "'/completion', 'code': '/code', 'finish_reason': '/finish', 'prompt_tokens': '/in', "         \
    "'completion_tokens': '/out', 'sum_logprob': '/sum', 'mean_logprob': '/mean', 'temperature': " \
    "'/t', 'outcome': '/outcome', 'compiled': '/compiled', 'correct': '/correct', 'message': "     \
    "'/message', 'log': '/log', 'hardware': '/gpu', 'max_abs_err': '/err', 'runtime_us': '/us', "  \
    "'min_us': '/min', 'max_us': '/max', 'std_us': '/std', 'baseline': '/base', 'baseline_us': "   \
    "'/base_us', 'speedup': '/x', 'recipe': '/recipe', 'reward': '/reward', 'run': '/run', "       \
    "'model': '/model', 'strategy': '/strategy', 'seed': '/seed'}}"

static const struct story stories[] = {
    /* Every field, in the types that a column has, in texts, and where nothing is. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/all.jsonl",
          "{'suite': 's', 'task': 't', 'level': 2, 'problem': 3, 'step': 4, 'turn': 5, 'sample': "
          "6, "
          "'prompt': 'p', 'completion': 'c', 'code': 'k', 'finish': 'stop', 'in': 7, 'out': 8, "
          "'sum': -1.5, 'mean': -0.5, 't': 0.75, 'outcome': 'measured', 'compiled': true, "
          "'correct': true, 'message': 'm\\nn', 'log': 'l', 'gpu': 'A', 'err': 0.125, 'us': 10, "
          "'min': 9, 'max': 12, 'std': 1, 'base': 'b', 'base_us': 20, 'x': 3, 'recipe': 'r', "
          "'reward': 0.25, 'run': 'one', 'model': 'M', 'strategy': 'best_of_n', 'seed': 9, 'more': "
          "[1]}\n"
          "{'suite': 's', 'task': 't', 'level': '2', 'problem': '3', 'step': '4', 'turn': '5', "
          "'sample': '7', 'prompt': ['p'], 'completion': 1, 'code': {'k': 1}, 'finish': true, "
          "'in': "
          "'7', 'out': '8', 'sum': '-1.5', 'mean': '-0.5', 't': '0.75', 'compiled': 'pass', "
          "'correct': 'failed', 'message': '', 'log': 3, 'gpu': 4, 'err': 'x', 'us': 'nan', 'min': "
          "1e400, 'max': '', 'std': [1], 'base': 5, 'base_us': 20, 'x': 3, 'recipe': 6, 'reward': "
          "'0.25', 'run': '', 'model': 7, 'strategy': 8, 'seed': '9'}\n"
          "{'task': 'u', 'level': null, 'problem': null, 'correct': null}\n"
          "{'problem': 0, 'task': null, 'in': -1, 'out': 1e15, 'us': 4, 'x': 0.5}\n"
          "{'problem': 1, 'in': 0, 'out': 999999999999999, 'sum': 0, 'mean': 0, 'us': 0, 'x': 0}\n",
          0 },
        { "map.json", EVERY_FIELD, 0 } },
      NULL,
      NULL },
    /* Records that are refused. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/refused.jsonl",
          "{'task': 't', 'level': -1}\n{'task': 't', 'problem': 1.5}\n{'task': 't', 'step': "
          "2147483647}\n{'task': 't', 'turn': 'x'}\n{'task': 't', 'sample': true}\n{'level': 1}\n"
          "{'task': '', 'problem': -1}\n{'task': 't', 'correct': 'perhaps'}\n{'task': 't', "
          "'compiled': 2}\n{'task': 't', 'outcome': 'odd'}\n{'task': 't', 'seed': -1}\n{'task': "
          "'t', "
          "'sum': 0.5}\n{'task': 't', 'mean': 0.5}\n3\n'x'\n[{'task': 'kept'}, 4, [{'task': "
          "'deeper'}]]\n{'task': 't', 'step': 2147483646}\n{'task': 't', 'outcome': 'pending'}\n",
          0 },
        { "map.json", EVERY_FIELD, 0 } },
      NULL,
      NULL },
    /* Verdicts: what is said and what follows. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/verdicts.jsonl",
          "{'task': 'only compiled', 'compiled': true}\n{'task': 'not compiled', 'compiled': "
          "false}\n{'task': 'only correct', 'correct': true}\n{'task': 'only wrong', 'correct': "
          "false}\n{'task': 'wrong with an error', 'correct': false, 'err': 0.5}\n{'task': 'wrong "
          "with a time', 'correct': false, 'us': 2}\n{'task': 'wrong and compiled', 'correct': "
          "false, 'compiled': true}\n{'task': 'correct and not compiled', 'correct': true, "
          "'compiled': false}\n{'task': 'wrong and not compiled', 'correct': false, 'compiled': "
          "false}\n{'task': 'only timed', 'us': 3}\n{'task': 'only a speedup', 'x': 2}\n{'task': "
          "'a speedup of 0', 'x': 0}\n{'task': 'a speedup and compiled', 'x': 2, 'compiled': "
          "true}\n{'task': 'a speedup and wrong', 'x': 2, 'correct': false}\n{'task': 'timed and "
          "faster', 'us': 4, 'x': 2, 'correct': true}\n{'task': 'timed, faster, beside', 'us': 4, "
          "'x': 2, 'base_us': 16, 'correct': true}\n{'task': 'beside alone', 'base_us': 16, "
          "'correct': true}\n{'task': 'a', 'outcome': 'compile'}\n{'task': 'b', 'outcome': "
          "'parse'}\n{'task': 'c', 'outcome': 'no_code'}\n{'task': 'd', 'outcome': "
          "'crash'}\n{'task': 'e', 'outcome': 'measured'}\n{'task': 'f', 'outcome': 'timeout', "
          "'compiled': false}\n{'task': 'g', 'outcome': 'mismatch', 'correct': false}\n{'task': "
          "'nothing'}\n{'task': 'a reward', 'reward': 0}\n",
          0 },
        { "map.json", EVERY_FIELD, 0 } },
      NULL,
      NULL },
    /* A source that has no times: ratios are claims, of nulls too. */
    { "jsonl",
      { .map = "map.json", .level = 3, .model = "asked" },
      { { "d/claims.jsonl",
          "{'p': 1, 'x': 2.5, 'm': 'said'}\n{'p': 2, 'x': null, 'm': 'said'}\n{'p': 3, 'ok': true, "
          "'m': 'said'}\n{'p': 4, 'ok': false, 'x': -1}\n",
          0 },
        { "map.json",
          "{'suite': 'kernelbench', 'fields': {'problem': '/p', 'speedup': '/x', 'correct': '/ok', "
          "'model': '/m'}}",
          0 } },
      NULL,
      NULL },
    /* Times without a verdict. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/unjudged.jsonl", "{'p': 1, 'us': 2.5}\n{'p': 2, 'us': 0}\n{'p': 3, 'us': 4}\n", 0 },
        { "map.json",
          "{'fields': {'problem': '/p', 'runtime_us': '/us', 'log': '/no', 'sample': {'from': "
          "'/none'}}}",
          0 } },
      NULL,
      NULL },
    /* Names above the records, lists among them, and parts of texts. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/deep.json",
          "{'meta': {'x': 1}, 'all': {'level_2': {'7_a': {'ok': true}, '8_b': [{'ok': false}, "
          "{'ok': true}], 'none': {'ok': true}}, 'level_3': [{'9_c': {'ok': 1}}], 'level_4': 3}}",
          0 },
        { "map.json",
          "{'records': '/all', 'depth': 2, 'fields': {'level': {'key': 2, 'match': '([0-9]+)'}, "
          "'problem': {'key': 1, 'match': '^([0-9]+)', 'otherwise': 77}, 'task': {'key': 1, "
          "'match': "
          "'_(.*)|e$', 'otherwise': 'o'}, 'correct': '/ok', 'code': {'path': true, 'match': "
          "'/([a-z]+)[.]json$'}, 'message': {'key': 2, 'match': '2', 'then': 'two', 'otherwise': "
          "'other'}}}",
          0 } },
      NULL,
      NULL },
    { "jsonl",
      { .map = "map.json" },
      { { "d/nowhere.json", "{'all': {'a': {'p': 1}}}", 0 },
        { "map.json", "{'records': '/none', 'depth': 1, 'fields': {'problem': '/p'}}", 0 } },
      NULL,
      NULL },
    { "jsonl", { .map = NULL }, { { "d/x.json", "{'p': 1}", 0 } }, NULL, NULL },
    { "csv", { .map = NULL }, { { "d/x.csv", "p\n1\n", 0 } }, NULL, NULL },
    { "jsonl",
      { .map = "map.json" },
      { { "d/x.json", "{'p': 1}", 0 },
        { "map.json",
          "{'fields': {'code': {'from': '/x', 'match': "
          "'(x)'}}}",
          0 } },
      NULL,
      NULL },
    /* A second file, by a key that is a text, a number or neither. */
    { "jsonl",
      { .map = "maps/map.json" },
      { { "d/joined.jsonl",
          "{'p': 1, 'k': 'a'}\n{'p': 2, 'k': 2}\n{'p': 3, 'k': 'c'}\n{'p': 4}\n{'p': 5, 'k': "
          "[3]}\n{'p': 6, 'k': 'z'}\n{'p': 7, 'k': 'b'}\n",
          0 },
        { "maps/map.json",
          "{'join': {'file': '../second.jsonl', 'here': '/k', 'there': '/id'}, 'fields': "
          "{'problem': "
          "'/p', 'code': {'joined': '/text/0'}, 'log': {'joined': 'log'}, 'hardware': {'joined': "
          "'/gpu'}}}",
          0 },
        { "second.jsonl",
          "{'id': 'a', 'text': ['A'], 'log': 'la'}\n{'id': 2, 'text': ['two']}\n{'id': 'b', "
          "'text': "
          "['B']}\n{'id': [3], 'text': ['three']}\n{'id': 'y', 'text': ['Y']}\n",
          0 } },
      NULL,
      NULL },
    /* A table. */
    { "csv",
      { .map = "maps/map.json" },
      { { "d/table.csv",
          "p;ok;ms;lp;note;k\n1;True;2.5;-0.5;'a;b';x\n2;no;;1;;y\n3;;nan;0;c;\n4;maybe;1;;;\n;1;1;"
          ";;"
          "\nx;1;1;;;\n5;1;1e3;-1;;z\n",
          0 },
        { "maps/map.json",
          "{'separator': ';', 'suite': 's', 'join': {'file': '../named.json', 'here': '/k'}, "
          "'fields': "
          "{'problem': '/p', 'level': {'constant': 2}, 'correct': 'ok', 'runtime_us': {'from': "
          "'/ms', "
          "'factor': 1000, 'offset': 5}, 'mean_logprob': 'lp', 'message': 'note', 'code': "
          "{'joined': "
          "'/code'}, 'sample': {'from': 'p', 'offset': -1}}}",
          0 },
        { "named.json", "{'y': {'code': 'Y'}, 'x': {'code': 'X'}}", 0 } },
      NULL,
      NULL },
    { "csv",
      { .map = "map.json" },
      { { "d/columns.csv", "p,q\n1,2\n", 0 },
        { "map.json", "{'fields': {'problem': '/p', 'code': '/cod'}}", 0 } },
      NULL,
      NULL },
    /* A record holds a sample for each name. */
    { "csv",
      { .map = "map.json" },
      { { "d/wide.csv", "p,x_a,ok_a,x_b,ok_b,m_b\n1,1.5,1,,0,\n2,,,2.5,1,\n3,,,,,\n", 0 },
        { "map.json",
          "{'each': ['a', 'b'], 'fields': {'problem': 'p', 'run': {'constant': 'r-{}'}, 'speedup': "
          "'x_{}', 'correct': 'ok_{}', 'model': {'constant': '{}{}-'}, 'level': {'constant': 1}}}",
          0 } },
      NULL,
      NULL },
    { "jsonl",
      { .map = "map.json" },
      { { "d/each.jsonl",
          "{'p': 1, 'a': {'ok': true, 'code': 'A'}, 'b': {'ok': false, 'code': 'B'}}\n{'p': 2, "
          "'a': "
          "{'ok': true}}\n{'p': 3}\n",
          0 },
        { "map.json",
          "{'each': ['a', 'b', 'c'], 'fields': {'problem': '/p', 'run': {'constant': 'r-{}'}, "
          "'correct': '/{}/ok', 'code': '/{}/code', 'log': '/{}/log', 'hardware': '/gpu'}}",
          0 } },
      NULL,
      NULL },
    /* A seed of 0 is one; texts of several samples stand beside each other. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/seeds.jsonl",
          "{'p': 1, 'seed': 0, 'code_a': 'A', 'code_b': 'B', 'code_c': 'C', 'code_d': 'D', "
          "'said_a': "
          "'a', 'said_b': 'b', 'said_c': 'c', 'said_d': 'd', 'asked_a': '1', 'asked_b': '2', "
          "'asked_c': '3', 'asked_d': '4', 'kept': 5}\n{'p': 2, 'seed': 1}\n{'p': 3, 'seed': -1}\n",
          0 },
        { "map.json",
          "{'each': ['a', 'b', 'c', 'd'], 'fields': {'problem': '/p', 'seed': '/seed', 'run': "
          "{'constant': 'r-{}'}, 'code': '/code_{}', 'completion': '/said_{}', 'prompt': "
          "'/asked_{}'}}",
          0 } },
      NULL,
      NULL },
    /* Texts at the top of a record are not kept twice. */
    { "jsonl",
      { .map = "map.json" },
      { { "d/texts.jsonl",
          "{'t': 'x', 'a': 'A', 'b': 'B', 'c': {'d': 'C'}, 'n': 1, 'ok': 1, 'yes': true, 's': "
          "'2'}\n",
          0 },
        { "map.json",
          "{'fields': {'task': '/t', 'code': '/a', 'prompt': 'b', 'completion': '/c/d', 'turn': "
          "'/n', 'correct': '/ok', 'compiled': '/yes', 'sample': '/s'}}",
          0 } },
      NULL,
      NULL },
    { "jsonl",
      { .map = "map.json" },
      { { "d/worked.jsonl",
          "{'t': 'x', 'a': 'A1', 'b': 3, 'yes': 'no', 'c': 2}\n{'t': 'y', 'a': 'B', 'b': 4}\n{'t': "
          "'z', 'a': null, 'b': 9223372036854775807}\n{'t': 'w', 'a': 7, 'b': 5, 'c': 'nan'}\n",
          0 },
        { "map.json",
          "{'fields': {'task': '/t', 'code': {'from': '/a', 'match': '([A-Z])[0-9]', 'otherwise': "
          "'none'}, 'sample': {'from': '/b', 'offset': 2}, 'reward': {'from': '/c', 'factor': 10, "
          "'offset': -1}, 'compiled': {'constant': false}, 'correct': {'constant': 'no'}}}",
          0 } },
      NULL,
      NULL },
};

static void files_by_a_map(void **state)
{
    (void)state;
    check_stories("import_maps", stories, ARRAY_LEN(stories));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_and_what_is_wrong_with_them),
        cmocka_unit_test(the_template_is_a_map),
        cmocka_unit_test(pointers_into_a_record),
        cmocka_unit_test(long_steps_of_a_pointer),
        cmocka_unit_test(files_by_a_map),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
