/* One card and several evaluators: memory beside others, or alone. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/eval/torch/torch_locks.h"

struct child {
    pid_t pid;
    int got_fd; /* a byte arrives when it has entered */
};

static struct child enter_in_child(const char *folder, const char *card, bool alone)
{
    int got[2];
    assert_int_equal(pipe(got), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct torch_locks l;
        torch_locks_open(&l, folder, card);
        torch_locks_enter(&l, alone);
        (void)!write(got[1], "x", 1);
        for (;;)
            (void)pause();
    }
    (void)close(got[1]);
    return (struct child){ pid, got[0] };
}

static bool has_entered(const struct child *c, int wait_ms)
{
    struct pollfd p = { .fd = c->got_fd, .events = POLLIN };
    char byte;
    return poll(&p, 1, wait_ms) == 1 && read(c->got_fd, &byte, 1) == 1;
}

static void end(struct child *c)
{
    (void)kill(c->pid, SIGKILL);
    (void)waitpid(c->pid, NULL, 0);
    (void)close(c->got_fd);
}

static void who_wants_it_alone_waits_and_is_not_passed(void **state)
{
    (void)state;
    char folder[] = "/tmp/rollbook-locks-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct child first = enter_in_child(folder, "GPU-1", false);
    assert_true(has_entered(&first, 5000));
    struct child second = enter_in_child(folder, "GPU-1", false);
    assert_true(has_entered(&second, 5000));
    struct child alone = enter_in_child(folder, "GPU-1", true);
    assert_false(has_entered(&alone, 200));
    struct child later = enter_in_child(folder, "GPU-1", false);
    assert_false(has_entered(&later, 200));
    struct child elsewhere = enter_in_child(folder, "GPU-2", true);
    assert_true(has_entered(&elsewhere, 5000));
    /* A killed process lets go. */
    end(&first);
    assert_false(has_entered(&alone, 200));
    end(&second);
    assert_true(has_entered(&alone, 5000));
    assert_false(has_entered(&later, 200));
    end(&alone);
    assert_true(has_entered(&later, 5000));
    end(&later);
    end(&elsewhere);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void nothing_is_locked_without_files(void **state)
{
    (void)state;
    struct torch_locks l = TORCH_LOCKS_NONE;
    torch_locks_enter(&l, true);
    torch_locks_compute(&l);
    assert_true(torch_locks_rest(&l));
    assert_false(torch_locks_rest(&l));
    torch_locks_leave(&l);
    torch_locks_open(&l, "/nowhere/at/all", "card");
    torch_locks_enter(&l, true);
    torch_locks_leave(&l);
    torch_locks_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_wants_it_alone_waits_and_is_not_passed),
        cmocka_unit_test(nothing_is_locked_without_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
