/*
 * tinker_tokens_test.c - what the policy "tinker" asks its tokenizer, and what it makes of the
 * answers, held to a text that somebody has read: tests/approved/units/tinker_tokens.txt.  A Python
 * without transformers gives the answers that it finds in a file, and writes down what it was
 * asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <sys/stat.h>

#include "src/base/file.h"
#include "src/sample/policy.h"
#include "tests/support/approved.h"
#include "tests/unit/sample/served.h"

/* Called as PYTHON -s FILES/tokens.py 3. */
static const char python[] =
    "#!/usr/bin/python3\n"
    "import json, os, sys\n"
    "sys.path.insert(0, os.path.dirname(sys.argv[2]))\n"
    "import messages\n"
    "here = os.path.dirname(os.path.abspath(sys.argv[0]))\n"
    "channel = messages.Channel(int(sys.argv[3]))\n"
    "for line in ['{}'] + list(open(here + '/answers')):\n"
    "    try:\n"
    "        ask = channel.receive()\n"
    "    except messages.Closed:\n"
    "        sys.exit()\n"
    "    with open(here + '/asked', 'a') as f:\n"
    "        f.write('  asks ' + json.dumps(ask, sort_keys=True) + '\\n')\n"
    "    channel.send(json.loads(line))\n";

static char folder[] = "/tmp/rollbook-tokens-test.XXXXXX";

static const char *path_of(const char *name, char path[64])
{
    snprintf(path, 64, "%s/%s", folder, name);
    return path;
}

static void put_asked(struct buf *to)
{
    char path[64];
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    if (file_read(path_of("asked", path), 1 << 20, &text, &err) == 0)
        buf_add(to, text.data, text.len);
    unlink(path);
}

/* Opens a policy, draws a sample with an earlier exchange, and tells all that was said. */
static void tell(const char *answers, const char *members)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = NULL;
    char path[64];
    struct sample_request q = request_of(0, 1);
    q.prompt = "Hi";
    SCRIPT({ "create_session", 0, 200, "{\"session_id\":\"S\"}" },
           { "create_sampling_session", 0, 200, "{\"sampling_session_id\":\"P\"}" },
           { "asample", 0, 200, "{\"request_id\":\"r\"}" },
           { "retrieve_future", 0, 200,
             "{\"sequences\":[{\"tokens\":[7,0,2147483647],\"logprobs\":[-0.5,-1,-2],"
             "\"stop_reason\":\"stop\"}]}" });
    assert_int_equal(file_write_atomic(path_of("answers", path), answers, strlen(answers), &err),
                     0);
    const char *config = arena_printf(
        &a,
        "{\"base_url\":\"http://%s\",\"model\":\"m\",\"python\":\"%s/python3\",\"max_in_flight\":1,"
        "\"max_attempts\":1,\"poll_ms\":1,\"max_tokens\":8,\"template\":\"%s\"%s}",
        script.address, folder, template_path, members);
    buf_printf(&out, "== %s\n", answers);
    int rc = policy_find("tinker")->open(config, &p, &err);
    if (rc < 0) {
        put_asked(&out);
        buf_printf(&out, "not opened: %d ", rc);
        script_add_text(&out, err.msg);
        buf_putc(&out, '\n');
        return;
    }
    draw(p, "drawn", &q, 1);
    p->vtable->close(p);
    put_asked(&out);
}

static const char more_stops[] = "{\"stops\": [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]}\n"
                                 "{\"ids\": [1]}\n"
                                 "{\"text\": 7}";

static void test_what_a_tokenizer_is_asked(void **state)
{
    static const char *const answers[] = {
        "{\"stops\": [5, 2147483647]}\n{\"ids\": [0, 1, 2147483647]}\n{\"text\": \"Hello\"}\n",
        "{\"stops\": []}\n{\"ids\": []}\n{\"text\": \"\"}\n",
        more_stops,
        "{}\n{\"ids\": [1]}\n{\"text\": \"x\"}\n",
        "{\"stops\": [-1]}\n",
        "{\"stops\": [2147483648]}\n",
        "{\"stops\": [\"5\"]}\n",
        "{\"problem\": \"it has no chat template\"}\n",
        "{\"stops\": [5]}\n{\"problem\": \"it cannot say this\"}\n",
        "{\"stops\": [5]}\n{\"ids\": 7}\n",
        "{\"stops\": [5]}\n{\"ids\": [1, -1]}\n",
        "{\"stops\": [5]}\n{\"ids\": [1, 1.5]}\n",
        "{\"stops\": [5]}\n{\"ids\": [1]}\n{\"text\": 7}\n",
        "{\"stops\": [5]}\n{\"ids\": [1]}\n{\"problem\": \"no such id\"}\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(answers); i++)
        tell(answers[i], i == 0 ? ",\"system\":\"Be brief\",\"reasoning_effort\":\"low\"" : "");
    approved_check_exactly("tinker_tokens", &out);
}

static int setup(void **state)
{
    char path[64];
    struct err err = { 0 };
    if (mkdtemp(folder) == NULL ||
        file_write_atomic(path_of("python3", path), python, sizeof(python) - 1, &err) != 0 ||
        chmod(path, 0700) != 0)
        return -1;
    return served_setup(state);
}

static int teardown(void **state)
{
    static const char *const names[] = { "python3", "answers", "asked" };
    char path[64];
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        (void)unlink(path_of(names[i], path));
    return rmdir(folder) == 0 ? served_teardown(state) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED_TEST(test_what_a_tokenizer_is_asked),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
