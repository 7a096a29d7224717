/*
 * torch_cheats_test.c - ways of a PyTorch module to look right or fast without being it, each
 * beside an honest twin, on the processor; one process after the other from the same zygote.
 *
 * tests/cheats/torch/NAME.py ends as expected.txt there says; NAME_honest.py is measured.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "tests/support/busy.h"
#include "tests/unit/eval/torch_fixture.h"

#define DEADLINE_MS 1500.0

struct cheat {
    char name[64], device[8], problem[64], outcome[32];
    int least_us; /* of every sample that is measured */
    char said[64];
};

static struct torch_host *host;

static char *read_text(struct arena *a, const char *name, const char *ending)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err err = { 0 };
    char *path =
        arena_printf(a, "%s/tests/cheats/torch/%s%s", getenv("ROLLBOOK_SOURCE_DIR"), name, ending);
    if (file_read(path, 1 << 20, &text, &err) != 0)
        fail_msg("%s", err.msg);
    return arena_strdup(a, buf_text(&text));
}

static void judge(struct arena *a, const struct cheat *c, const char *ending, double deadline_ms,
                  struct eval_result *out)
{
    struct err err = { 0 };
    const struct torch_job job = { .problem = read_text(a, c->problem, ".py"),
                                   .candidate = read_text(a, c->name, ending),
                                   .mode = EVAL_FAST,
                                   .timed_runs = TIMED_ONCE,
                                   .inputs = TORCH_INPUTS_SIGNED,
                                   .secret = 11,
                                   .deadline_ms = deadline_ms };
    if (torch_evaluate(host, &job, a, out, &err) < 0)
        fail_msg("%s%s: %s", c->name, ending, err.msg);
}

static bool says(const struct eval_result *r, const char *what)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (!r->evidence[i].pass && strcmp(r->evidence[i].kind, what) == 0)
            return true;
    return (r->cheat_kind != NULL && strcmp(r->cheat_kind, what) == 0) ||
           (r->message != NULL && strstr(r->message, what) != NULL);
}

static bool ends_as_expected(const struct cheat *c, const struct eval_result *r)
{
    for (size_t i = 0; i < r->n_samples; i++)
        if (r->samples_us[i] < c->least_us && !busy_excuses(c->name))
            return false;
    return strcmp(outcome_name(r->outcome), c->outcome) == 0 &&
           (strcmp(c->said, "-") == 0 || says(r, c->said));
}

static bool is_end(const struct cheat *c)
{
    return strcmp(c->outcome, "timeout") == 0;
}

/* Rows for the processor; n_here is their number. */
static void for_each(struct arena *a, bool (*check)(struct arena *, const struct cheat *))
{
    unsigned wrong = 0, n_here = 0;
    for (char *line = read_text(a, "expected", ".txt"); line != NULL && *line != '\0';) {
        struct cheat c;
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (line[0] != '#') {
            assert_int_equal(sscanf(line, "%63s %7s %63s %31s %d %63[^\n]", c.name, c.device,
                                    c.problem, c.outcome, &c.least_us, c.said),
                             6);
            bool here = strcmp(c.device, "cuda") != 0;
            if (here && !has_short_header(host) &&
                strstr(read_text(a, c.name, "_honest.py"), "load_inline") != NULL) {
                printf("%s: not tried, torch %s is older than 2.11\n", c.name,
                       torch_host_facts(host)->torch);
                here = false;
            }
            n_here += here;
            wrong += here && !check(a, &c);
        }
        line = next;
    }
    assert_true(n_here >= 40);
    assert_int_equal(wrong, 0);
}

/* Those that are killed at their deadline are given a short one. */
static bool is_caught(struct arena *a, const struct cheat *c)
{
    struct eval_result r;
    int64_t began_ns = clock_monotonic_ns();
    judge(a, c, ".py", is_end(c) ? DEADLINE_MS : 0, &r);
    bool ok = ends_as_expected(c, &r);
    printf("%s: %s, %.2f s\n", c->name, outcome_name(r.outcome),
           (double)(clock_monotonic_ns() - began_ns) / 1e9);
    if (!ok)
        print_error("%s: %s (%s), expected %s (%s)\n", c->name, outcome_name(r.outcome),
                    r.message == NULL ? "" : r.message, c->outcome, c->said);
    return ok;
}

static bool is_measured(struct arena *a, const struct cheat *c)
{
    struct eval_result r;
    judge(a, c, "_honest.py", 0, &r);
    if (r.outcome != OUTCOME_MEASURED)
        print_error("%s_honest: %s (%s %s)\n", c->name, outcome_name(r.outcome),
                    r.cheat_kind == NULL ? "" : r.cheat_kind, r.message == NULL ? "" : r.message);
    return r.outcome == OUTCOME_MEASURED;
}

static bool both(struct arena *a, const struct cheat *c)
{
    bool caught = is_caught(a, c);
    return is_measured(a, c) && caught;
}

static void cheats_are_caught_and_twins_measured(void **state)
{
    struct arena a = { 0 };
    (void)state;
    for_each(&a, both);
    arena_release(&a);
}

/* The folders that this process has locked, which are the host's. */
static size_t own_folders(struct arena *a, const char *folders[8])
{
    size_t n = 0;
    for (int fd = 3; fd < 64; fd++) {
        char path[256];
        ssize_t len = readlink(arena_printf(a, "/proc/self/fd/%d", fd), path, sizeof(path) - 1);
        path[len > 0 ? len : 0] = '\0';
        if (n < 8 && strstr(path, "/rollbook-") != NULL)
            folders[n++] = arena_strdup(a, path);
    }
    return n;
}

/* Orphans become this process's children, so that all are seen to end. */
static int close_host(void **state)
{
    int64_t until_ns = clock_monotonic_ns() + 60 * INT64_C(1000000000);
    pid_t pid = 0;
    int left = 0;
    struct arena a = { 0 };
    const char *folders[8];
    (void)state;
    size_t n = own_folders(&a, folders);
    assert_true(n >= 2);
    torch_host_close(host);
    for (size_t i = 0; i < n; i++) {
        if (!file_exists(folders[i]))
            continue;
        print_error("%s stayed behind\n", folders[i]);
        left = 1;
    }
    arena_release(&a);
    while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && clock_monotonic_ns() < until_ns)
        if (pid == 0)
            (void)nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    if (pid >= 0)
        print_error("a process stayed behind\n");
    return pid >= 0 || left;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheats_are_caught_and_twins_measured),
    };
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!open_torch_host(&host))
        return 77;
    return busy_end(cmocka_run_group_tests(tests, NULL, close_host));
}
