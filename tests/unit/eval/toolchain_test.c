/*
 * toolchain_test.c - layouts of compilers, as they were recorded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/process/toolchain.h"

struct layout {
    const char *name, *text, *wanted;
    void (*read)(const char *text, toolchain_add_fn add, void *context);
};

static const struct layout layouts[] = {
    { "Debian 12, search dirs",
      "install: /usr/lib/gcc/x86_64-linux-gnu/12/\n"
      "programs: =/usr/lib/gcc/x86_64-linux-gnu/12/:/usr/lib/gcc/x86_64-linux-gnu/\n"
      "libraries: =/usr/lib/gcc/x86_64-linux-gnu/12/:/lib/x86_64-linux-gnu/\n",
      "/usr/lib/gcc/x86_64-linux-gnu/12/ /usr/lib/gcc/x86_64-linux-gnu/12/ "
      "/usr/lib/gcc/x86_64-linux-gnu/ /usr/lib/gcc/x86_64-linux-gnu/12/ /lib/x86_64-linux-gnu/ ",
      toolchain_search_dirs },
    { "Debian 13, cc1plus outside of lib",
      "install: /usr/lib/gcc/x86_64-linux-gnu/14/\n"
      "programs: =/usr/libexec/gcc/x86_64-linux-gnu/14/:/usr/libexec/gcc/x86_64-linux-gnu/\n",
      "/usr/lib/gcc/x86_64-linux-gnu/14/ /usr/libexec/gcc/x86_64-linux-gnu/14/ "
      "/usr/libexec/gcc/x86_64-linux-gnu/ ",
      toolchain_search_dirs },
    { "Ubuntu 22.04",
      "install: /usr/lib/gcc/x86_64-linux-gnu/11/\n"
      "programs: =/usr/lib/gcc/x86_64-linux-gnu/11/\n",
      "/usr/lib/gcc/x86_64-linux-gnu/11/ /usr/lib/gcc/x86_64-linux-gnu/11/ ",
      toolchain_search_dirs },
    { "Ubuntu 24.04, a compiler in /opt",
      "install: /opt/gcc/13/lib/gcc/x86_64-linux-gnu/13/\n"
      "programs: =/opt/gcc/13/libexec/gcc/x86_64-linux-gnu/13/:/opt/gcc/13/bin/\n"
      "libraries: =/opt/gcc/13/lib64/\n",
      "/opt/gcc/13/lib/gcc/x86_64-linux-gnu/13/ /opt/gcc/13/libexec/gcc/x86_64-linux-gnu/13/ "
      "/opt/gcc/13/bin/ /opt/gcc/13/lib64/ ",
      toolchain_search_dirs },
    { "libraries of conda's cc1plus",
      "\tlinux-vdso.so.1 (0x00007ffd3c5d6000)\n"
      "\tlibisl.so.23 => /home/u/conda/lib/libisl.so.23 (0x00007f6b3e400000)\n"
      "\tlibgone.so.1 => not found\n"
      "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f6b3d800000)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f6b3e7f1000)\n",
      "/home/u/conda/lib/libisl.so.23 /lib/x86_64-linux-gnu/libc.so.6 "
      "/lib64/ld-linux-x86-64.so.2 ",
      toolchain_libraries },
    { "a static program", "\tstatically linked\n", "", toolchain_libraries },
};

static void collect(void *context, const char *path, size_t len)
{
    buf_add(context, path, len);
    buf_putc(context, ' ');
}

static void recorded_layouts_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(layouts); i++) {
        struct buf found = { 0 };
        layouts[i].read(layouts[i].text, collect, &found);
        if (strcmp(buf_text(&found), layouts[i].wanted) != 0)
            fail_msg("%s: %s", layouts[i].name, buf_text(&found));
        buf_release(&found);
    }
}

static void this_machines_compiler_is_found_and_written(void **state)
{
    struct err err = { 0 };
    struct buf text = { 0 };
    struct toolchain *t = mem_alloc(sizeof *t), *back = mem_alloc(sizeof *back);
    (void)state;
    if (toolchain_find(t, &err) != 0 || toolchain_complete(t, &err) != 0)
        fail_msg("%s", err.msg);
    assert_true(t->n_paths > 1 && t->compiler[0] == '/' && t->linker[0] == '/');
    for (size_t i = 0; i < t->n_paths; i++)
        assert_string_not_equal(t->paths[i], "/");
    toolchain_write(t, &text);
    assert_true(toolchain_read(text.data, back));
    assert_string_equal(back->compiler, t->compiler);
    assert_string_equal(back->linker, t->linker);
    assert_int_equal(back->n_paths, t->n_paths);
    assert_string_equal(back->paths[t->n_paths - 1], t->paths[t->n_paths - 1]);
    char damaged[] = "/usr/bin/g++\n/usr/bin/as\n";
    assert_false(toolchain_read(damaged, back));
    toolchain_release(t);
    buf_release(&text);
    free(t);
    free(back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_layouts_are_read),
        cmocka_unit_test(this_machines_compiler_is_found_and_written),
    };
    return cmocka_run_group_tests_name("toolchain", tests, NULL, NULL);
}
