/* progress_test.c - the line that says how far a run is, and the thread that draws it on a
 * terminal. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/clock.h"

#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/progress.h"

#define SECOND INT64_C(1000000000)

static void test_what_is_done_and_left(void **state)
{
    static const struct {
        struct progress p;
        double elapsed; /* seconds */
        const char *want;
    } cases[] = {
        { { .phase = PHASE_STARTING }, 5, "r: starting workers" },
        { { .phase = PHASE_SAMPLING, .total = 1 }, 5, "r: sampling: 0 of 1 rollouts" },
        { { .phase = PHASE_EVALUATING, .done = 3, .total = 8 },
          5,
          "r: evaluating: 3 of 8 rollouts" },
        { { .phase = PHASE_JUDGING, .done = 8, .total = 8 },
          5,
          "r: asking the judge: 8 of 8 rollouts" },
        { { .phase = PHASE_LEARNING, .step = 1, .n_steps = 1, .done = 8, .total = 8 },
          5,
          "r: step 1 of 1, learning: 8 of 8 rollouts" },
        { { .phase = PHASE_SAMPLING, .turn = 0, .n_turns = 1, .total = 4 },
          5,
          "r: sampling: 0 of 4 rollouts" },
        { { .phase = PHASE_SAMPLING, .turn = 0, .n_turns = 2, .n_steps = 3, .total = 4 },
          5,
          "r: turn 1 of 2, sampling: 0 of 4 rollouts" },
        { { .phase = PHASE_SAMPLING, .step = 2, .n_turns = 1, .n_steps = 3, .total = 4 },
          5,
          "r: step 2 of 3, sampling: 0 of 4 rollouts" },
        { { .phase = PHASE_EVALUATING, .done = 1, .total = 8, .evaluated = 1, .remaining = 7 },
          2,
          "r: evaluating: 1 of 8 rollouts, 0.5/s, 14s left" },
        { { .phase = PHASE_EVALUATING, .done = 1, .total = 8, .evaluated = 1, .remaining = 7 },
          0,
          "r: evaluating: 1 of 8 rollouts" },
        { { .phase = PHASE_EVALUATING, .done = 5, .total = 8, .evaluated = 2, .remaining = 30 },
          4,
          "r: evaluating: 5 of 8 rollouts, 0.5/s, 1m00s left" },
        { { .phase = PHASE_EVALUATING, .done = 8, .total = 8, .evaluated = 2 },
          4,
          "r: evaluating: 8 of 8 rollouts, 0.5/s, 0s left" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct progress p = cases[i].p;
        char out[320];
        p.started_ns = 7 * SECOND;
        progress_text("r", &p, p.started_ns + (int64_t)(cases[i].elapsed * (double)SECOND), out,
                      sizeof(out));
        assert_string_equal(out, cases[i].want);
    }
}

/* One rollout was evaluated in the time that is given, and one is left. */
static void test_the_time_that_is_left(void **state)
{
    static const struct {
        double seconds;
        const char *want;
    } cases[] = {
        { 0.25, "4.0/s, 0s left" },       { 0.75, "1.3/s, 1s left" },
        { 59.25, "0.0/s, 59s left" },     { 59.75, "0.0/s, 1m00s left" },
        { 61, "0.0/s, 1m01s left" },      { 3599.25, "0.0/s, 59m59s left" },
        { 3600, "0.0/s, 1h00m left" },    { 3725, "0.0/s, 1h02m left" },
        { 90000, "0.0/s, 25h00m left" },  { 359940, "0.0/s, 99h59m left" },
        { 359999, "0.0/s, 99h59m left" }, { 359999.75, "0.0/s, 99h59m left" },
        { 400000, "0.0/s, 99h59m left" }, { 1e9, "0.0/s, 99h59m left" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct progress p = {
            .phase = PHASE_EVALUATING, .done = 1, .total = 2, .evaluated = 1, .remaining = 1
        };
        char out[320];
        progress_text("r", &p, (int64_t)(cases[i].seconds * (double)SECOND), out, sizeof(out));
        const char *pace = strstr(out, "rollouts, ");
        assert_non_null(pace);
        assert_string_equal(pace + strlen("rollouts, "), cases[i].want);
    }
}

#define LONG_MS 20000

/* A terminal in place of standard error. */
struct terminal {
    int fd, before;
    char shown[2000];
    size_t len;
};

static void open_terminal(struct terminal *t)
{
    *t = (struct terminal){ .fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC) };
    assert_true(t->fd >= 0);
    assert_int_equal(grantpt(t->fd) | unlockpt(t->fd), 0);
    int other = open(ptsname(t->fd), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(other >= 0);
    t->before = dup(STDERR_FILENO);
    assert_int_equal(dup2(other, STDERR_FILENO), STDERR_FILENO);
    close(other);
}

static void close_terminal(struct terminal *t)
{
    fflush(stderr);
    assert_int_equal(dup2(t->before, STDERR_FILENO), STDERR_FILENO);
    close(t->before);
    close(t->fd);
}

static void wait_for(struct terminal *t, const char *text)
{
    struct pollfd p = { .fd = t->fd, .events = POLLIN };
    while (strstr(t->shown, text) == NULL) {
        assert_int_equal(poll(&p, 1, LONG_MS), 1);
        ssize_t n = read(t->fd, t->shown + t->len, sizeof(t->shown) - 1 - t->len);
        assert_true(n > 0);
        t->len += (size_t)n;
    }
}

static void test_where_a_line_moves(void **state)
{
    static const struct {
        const char *term, *ci;
        bool on_terminal, want;
    } cases[] = {
        { "xterm", NULL, true, true },  { "xterm", "", true, true },
        { NULL, NULL, true, true },     { "dumb", NULL, true, false },
        { "xterm", "1", true, false },  { "xterm", NULL, false, false },
        { "dumber", NULL, true, true }, { "dumb", "1", true, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct terminal t;
        struct progress_line line;
        int none = open("/dev/null", O_WRONLY | O_CLOEXEC);
        assert_int_equal(
            cases[i].term == NULL ? unsetenv("TERM") : setenv("TERM", cases[i].term, 1), 0);
        assert_int_equal(cases[i].ci == NULL ? unsetenv("CI") : setenv("CI", cases[i].ci, 1), 0);
        open_terminal(&t);
        if (!cases[i].on_terminal)
            assert_int_equal(dup2(none, STDERR_FILENO), STDERR_FILENO);
        progress_start(&line, "r", true);
        progress_stop(&line);
        close_terminal(&t);
        close(none);
        if (line.is_terminal != cases[i].want)
            fail_msg("case %zu", i);
        assert_false(line.running);
    }
    assert_int_equal(setenv("TERM", "xterm", 1) | unsetenv("CI"), 0);
}

/* The signals that other threads than this one block, of the first that blocks any. */
static uint64_t blocked_beside_this_thread(void)
{
    DIR *tasks = opendir("/proc/self/task");
    uint64_t blocked = 0;
    assert_non_null(tasks);
    for (struct dirent *e = readdir(tasks); e != NULL; e = readdir(tasks)) {
        char path[300], row[200];
        int64_t id = 0;
        snprintf(path, sizeof(path), "/proc/self/task/%s/status", e->d_name);
        FILE *f = e->d_name[0] == '.' || (str_to_i64(e->d_name, &id) && id == getpid())
                      ? NULL
                      : fopen(path, "r");
        while (f != NULL && fgets(row, sizeof(row), f) != NULL)
            if (strncmp(row, "SigBlk:", 7) == 0)
                blocked |= strtoull(row + 7, NULL, 16);
        if (f != NULL)
            fclose(f);
    }
    closedir(tasks);
    return blocked;
}

static void test_a_line_moves_on_a_terminal(void **state)
{
    struct progress p = { .phase = PHASE_SAMPLING, .done = 1, .total = 2 };
    struct terminal t;
    struct progress_line line;
    sigset_t mine;
    (void)state;
    open_terminal(&t);
    int64_t start = clock_monotonic_ns();
    progress_start(&line, "r", false);
    assert_true(line.running && line.is_terminal);
    uint64_t blocked = blocked_beside_this_thread();
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &mine), 0);
    progress_set(&line, &p);
    wait_for(&t, "\r\033[Kr: sampling: 1 of 2 rollouts");
    int64_t first = clock_monotonic_ns();
    p.phase = PHASE_EVALUATING;
    progress_set(&line, &p);
    bool wiped = false;
    for (int i = 0; i < 10 && !wiped;
         i++) { /* unless the line is drawn again between two of these */
        t.len = 0;
        memset(t.shown, 0, sizeof(t.shown));
        wait_for(&t, "\r\033[Kr: evaluating: 1 of 2 rollouts");
        progress_clear(&line);
        fputs("a message", stderr);
        progress_clear(&line); /* nothing is shown any more */
        fputs(", another", stderr);
        wait_for(&t, ", another");
        wiped = strstr(t.shown, "evaluating: 1 of 2 rollouts\r\033[Ka message, another") != NULL;
    }
    progress_stop(&line);
    progress_clear(&line);
    close_terminal(&t);
    assert_true(wiped);
    assert_true(first - start >= SECOND / 4 - SECOND / 50);
    assert_false(sigismember(&mine, SIGINT));
    assert_true((blocked >> (SIGINT - 1) & 1) == 1 && (blocked >> (SIGTERM - 1) & 1) == 1);
    assert_false(line.running);
}

/* What is on the screen is wiped away at the end, and nothing where nothing was drawn. */
static void test_the_end_of_a_line(void **state)
{
    const struct progress p = { .phase = PHASE_SAMPLING, .total = 2 };
    (void)state;
    for (int drawn = 0; drawn < 2; drawn++) {
        struct terminal t;
        struct progress_line line;
        open_terminal(&t);
        progress_start(&line, "r", false);
        progress_set(&line, &p);
        if (drawn == 1)
            wait_for(&t, "of 2 rollouts");
        progress_stop(&line);
        fputs("end", stderr);
        fflush(stderr);
        wait_for(&t, "end");
        close_terminal(&t);
        if (drawn == 0)
            assert_string_equal(t.shown, "end");
        else
            assert_non_null(strstr(t.shown, "0 of 2 rollouts\r\033[Kend"));
    }
}

struct setting {
    struct progress_line *line;
    struct progress p;
    atomic_bool began;
};

static void *set(void *context)
{
    struct setting *s = context;
    s->began = true;
    progress_set(s->line, &s->p);
    return NULL;
}

/* While a line is drawn, or anything else is done under its lock, what it says stays. */
static void test_what_is_set_waits_for_the_lock(void **state)
{
    struct progress_line line;
    struct setting s = { .line = &line, .p = { .total = 7 } };
    const struct timespec pause = { .tv_nsec = 20000000 };
    struct terminal t;
    pthread_t other;
    (void)state;
    open_terminal(&t);
    progress_start(&line, "r", false);
    pthread_mutex_lock(&line.lock);
    assert_int_equal(pthread_create(&other, NULL, set, &s), 0);
    while (!s.began)
        sched_yield();
    (void)nanosleep(&pause, NULL);
    size_t before = line.last.total;
    pthread_mutex_unlock(&line.lock);
    pthread_join(other, NULL);
    pthread_mutex_lock(&line.lock);
    size_t after = line.last.total;
    pthread_mutex_unlock(&line.lock);
    progress_stop(&line);
    close_terminal(&t);
    assert_int_equal(before, 0);
    assert_int_equal(after, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_done_and_left),
        cmocka_unit_test(test_the_time_that_is_left),
        cmocka_unit_test(test_where_a_line_moves),
        cmocka_unit_test(test_a_line_moves_on_a_terminal),
        cmocka_unit_test(test_the_end_of_a_line),
        cmocka_unit_test(test_what_is_set_waits_for_the_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
