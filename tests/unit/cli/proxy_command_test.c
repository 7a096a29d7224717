/*
 * proxy_command_test.c - what "rollbook proxy" makes of its options and says of what was stored,
 * held to a text that somebody has read: tests/approved/units/proxy_command.txt.
 *
 * The proxy itself is this program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/mcp/mcp.h"
#include "src/problem/problem.h"
#include "src/server/route.h"
#include "src/server/server.h"
#include "src/worker/transport.h"
#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static size_t left_over;
static struct buf asked;

static const char *or_none(const char *text)
{
    return text == NULL ? "-" : text;
}

const struct route *routes_own(size_t *out_count)
{
    static const struct route route = { "GET", "/health", 0, .help = "is it well?" };
    *out_count = 1;
    return &route;
}

/* MCP is not asked here. */
const char *const mcp_backends[] = { "cpu", "cuda", NULL };

int mcp_new(const struct mcp_options *options, struct mcp **made, struct err *err)
{
    (void)options, (void)err;
    *made = NULL;
    return 0;
}

void mcp_free(struct mcp *m)
{
    assert_null(m);
}

void mcp_bind(struct mcp *m, struct server *s)
{
    assert_null(m);
    assert_null(s);
}

struct route_table mcp_routes(struct mcp *m)
{
    (void)m;
    return (struct route_table){ NULL, 0 };
}

void mcp_tools_list(struct buf *to)
{
    (void)to;
}

int mcp_process_run(const struct mcp_options *options, const struct server_options *o,
                    const struct mcp_streams *streams, struct err *err)
{
    (void)options, (void)o, (void)streams;
    return err_set(err, ERR_USAGE, "not here");
}

const char *route_header(const struct route_request *q, const char *name)
{
    (void)q;
    (void)name;
    return NULL;
}

int server_run(const struct server_options *o, const struct server_hooks *hooks,
               struct server_summary *to, struct err *err)
{
    assert_ptr_equal(o->transport, transport_local);
    assert_non_null(hooks->stop);
    assert_non_null(hooks->set_waker);
    buf_printf(&asked,
               "  upstream %s, listen %s, db %s, spool %s, run %s, server %s, token %s\n"
               "  body %zu, first byte %lld, stall %lld, spool %llu%s, grace %lld%s%s\n"
               "  %zu problems, workers %u, queue %zu, evaluate %lld, python %s\n  %s\n",
               o->upstream, o->listen, o->db_path, or_none(o->spool), o->run, or_none(o->server),
               or_none(o->token), o->max_body, (long long)o->first_byte_ms, (long long)o->stall_ms,
               (unsigned long long)o->max_spool, o->waits_for_spool ? " waits" : "",
               (long long)o->grace_ms, o->plain_http ? " plain" : "",
               o->drop_bodies ? " no bodies" : "", o->problems->n, o->workers, o->queue,
               (long long)o->evaluate_ms, or_none(getenv("ROLLBOOK_PYTHON")), o->argv);
    hooks->ready(hooks->context, NULL, 4321);
    hooks->note(hooks->context, "a problem");
    *to = (struct server_summary){ 17, left_over };
    return strcmp(o->upstream, "bad") == 0 ? err_set(err, ERR_USAGE, "no address") : 0;
}

static void tell(const char *line)
{
    buf_clear(&asked);
    say(line);
    buf_puts(&out, buf_text(&asked));
}

static void test_options_of_a_proxy(void **state)
{
    (void)state;
    (void)unsetenv("ROLLBOOK_PYTHON");
    tell("proxy --upstream http://x:1"); /* without a database */
    struct buf first = out;
    out = (struct buf){ 0 };
    say("init");
    buf_release(&out);
    out = first;
    change("INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES (1, "
           "replace(hex(zeroblob(32)), '0', 'b'), 'import', 5, 'class');"
           "INSERT INTO task (suite, level, problem_id, name, sha256, kind, module_blob_id) VALUES "
           "('own', 1, 4, 'four', replace(hex(zeroblob(32)), '0', 'b'), 'torch', 1), "
           "('own', 1, 5, 'five', replace(hex(zeroblob(32)), '0', 'b'), 'torch', 1)");
    setenv("PROXY_TOKEN_OF_TEST", "secret", 1);
    tell(
        "proxy -u http://x:1 -l [::1]:0 --run mine --spool folder --max-spool 0.5 --when-full wait "
        "--server vllm --token-env PROXY_TOKEN_OF_TEST --max-body 3 --timeout 1.0001 --grace 0 "
        "--plain-http --drop-bodies --trust -j 256 --queue 1 --evaluate-timeout 0.0011 --python "
        "py3");
    tell("proxy -u http://x:1 -l host:80 --json --max-body 1000 --max-spool 0.0001 --grace 2.5");
    tell("proxy -u http://x:1 -l port -q");
    left_over = 5;
    tell("proxy -u http://x:1");
    tell("proxy -u bad");
    left_over = 0;
    tell("proxy -u bad --when-full sometimes");
    approved_check_exactly("proxy_command", &out);
    buf_release(&asked);
}

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_options_of_a_proxy) };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
