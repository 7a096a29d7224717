/*
 * owner_test.c - which process a name means, and whether it lives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/strategy/owner.h"

static void test_this_process_has_one_name_and_lives(void **state)
{
    char first[128];
    char second[128];
    char boot[40];
    unsigned long long start = 0;
    long pid = 0;
    (void)state;
    owner_self(first);
    owner_self(second);
    assert_string_equal(first, second);
    assert_int_equal(sscanf(first, "%39[0-9a-f-]:%ld:%llu", boot, &pid, &start), 3);
    assert_int_equal(strlen(boot), 36);
    assert_int_equal(pid, getpid());
    assert_true(start > 0);
    assert_int_equal(owner_pid(first), getpid());
    assert_true(owner_is_alive(first));
}

/* One number of another boot or another beginning is another process. */
static void test_names_that_differ_in_one_part_are_gone(void **state)
{
    char self[128];
    char other[160];
    (void)state;
    owner_self(self);
    const char *start = strrchr(self, ':') + 1;
    snprintf(other, sizeof(other), "%.*s%llu", (int)(start - self), self,
             strtoull(start, NULL, 10) + 1);
    assert_false(owner_is_alive(other));
    snprintf(other, sizeof(other), "00000000-0000-0000-0000-000000000000%s", strchr(self, ':'));
    assert_false(owner_is_alive(other));
    snprintf(other, sizeof(other), "%s0", self);
    assert_false(owner_is_alive(other));
}

static void test_malformed_names_are_nobodys(void **state)
{
    static const char *const names[] = { "", "x", "x:", "x:0:1", "x:-1:1", "x:y:1" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        assert_false(owner_is_alive(names[i]));
        assert_true(owner_pid(names[i]) <= 0);
    }
}

/* A child is somebody else while it lives. */
static void test_a_process_that_ended_is_gone(void **state)
{
    char self[128];
    char name[128] = "";
    int told[2];
    int hold[2];
    char byte = 0;
    (void)state;
    assert_int_equal(pipe(told), 0);
    assert_int_equal(pipe(hold), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        owner_self(name);
        close(hold[1]);
        ssize_t n = write(told[1], name, sizeof(name));
        n += read(hold[0], &byte, 1);
        _exit(n < 0);
    }
    close(hold[0]);
    assert_int_equal(read(told[0], name, sizeof(name)), sizeof(name));
    owner_self(self);
    assert_string_not_equal(name, self);
    assert_int_equal(owner_pid(name), child);
    assert_true(owner_is_alive(name));
    close(hold[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_false(owner_is_alive(name));
    close(told[0]);
    close(told[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_this_process_has_one_name_and_lives),
        cmocka_unit_test(test_names_that_differ_in_one_part_are_gone),
        cmocka_unit_test(test_malformed_names_are_nobodys),
        cmocka_unit_test(test_a_process_that_ended_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
