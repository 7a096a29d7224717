/*
 * toolchain_test.c - layouts of compilers: -print-search-dirs of Debian 12 and 13, run for this,
 * and of Ubuntu 22.04 and 24.04 from published transcripts; and what the loader lists.
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

/* VERSION of g++, and where cc1plus lies (lib or libexec). */
#define LIB          "/usr/lib/gcc/x86_64-linux-gnu/"
#define UP(VERSION)  LIB VERSION "/../../../../"
#define OWN(VERSION) UP(VERSION) "x86_64-linux-gnu/"
#define PROGRAMS_IN_LIB(VERSION)                                                                   \
    LIB VERSION "/:" LIB VERSION "/:" LIB ":" LIB VERSION "/:" LIB                                 \
                ":" OWN(VERSION) "bin/x86_64-linux-gnu/" VERSION                                   \
                                 "/:" OWN(VERSION) "bin/x86_64-linux-gnu/:" OWN(VERSION) "bin/"
#define LIBEXEC "/usr/libexec/gcc/x86_64-linux-gnu/"
#define PROGRAMS_IN_LIBEXEC(VERSION)                                                               \
    LIBEXEC VERSION                                                                                \
        "/:" LIBEXEC VERSION "/:" LIBEXEC ":" LIB VERSION "/:" LIB                                 \
        ":" OWN(VERSION) "bin/x86_64-linux-gnu/" VERSION                                           \
                         "/:" OWN(VERSION) "bin/x86_64-linux-gnu/:" OWN(VERSION) "bin/"
#define LIBRARIES(VERSION)                                                                         \
    LIB VERSION "/:" OWN(                                                                          \
        VERSION) "lib/x86_64-linux-gnu/" VERSION                                                   \
                 "/:" OWN(VERSION) "lib/x86_64-linux-gnu/:" OWN(                                   \
                     VERSION) "lib/../lib/:" LIB VERSION "/../../../x86_64-linux-gnu/" VERSION     \
                              "/:" LIB VERSION "/../../../x86_64-linux-gnu/:" UP(                  \
                                  VERSION) "lib/:/lib/x86_64-linux-gnu/" VERSION                   \
                                           "/:/lib/x86_64-linux-gnu/:/lib/../lib/:"                \
                                           "/usr/lib/x86_64-linux-gnu/" VERSION                    \
                                           "/:/usr/lib/x86_64-linux-gnu/:/usr/lib/../lib/:" OWN(   \
                                               VERSION) "lib/:" LIB VERSION                        \
                                                        "/../../../:/lib/:/usr/lib/"
#define PRINTED(VERSION, PROGRAMS)                                                                 \
    "install: " LIB VERSION                                                                        \
    "/\nprograms: =" PROGRAMS(VERSION) "\nlibraries: =" LIBRARIES(VERSION) "\n"
#define READ(VERSION, PROGRAMS) LIB VERSION "/:" PROGRAMS(VERSION) ":" LIBRARIES(VERSION) ":"

static const struct layout layouts[] = {
    { "Debian 12", PRINTED("12", PROGRAMS_IN_LIB), READ("12", PROGRAMS_IN_LIB),
      toolchain_search_dirs },
    { "Debian 13", PRINTED("14", PROGRAMS_IN_LIBEXEC), READ("14", PROGRAMS_IN_LIBEXEC),
      toolchain_search_dirs },
    { "Ubuntu 22.04, as published", PRINTED("11", PROGRAMS_IN_LIB), READ("11", PROGRAMS_IN_LIB),
      toolchain_search_dirs },
    { "Ubuntu 24.04, as published", PRINTED("13", PROGRAMS_IN_LIBEXEC),
      READ("13", PROGRAMS_IN_LIBEXEC), toolchain_search_dirs },
    { "a compiler built in /opt",
      "install: /opt/gcc/13/lib/gcc/x86_64-linux-gnu/13/\n"
      "programs: =/opt/gcc/13/libexec/gcc/x86_64-linux-gnu/13/:/opt/gcc/13/bin/\n"
      "libraries: =/opt/gcc/13/lib64/\n",
      "/opt/gcc/13/lib/gcc/x86_64-linux-gnu/13/:/opt/gcc/13/libexec/gcc/x86_64-linux-gnu/13/:"
      "/opt/gcc/13/bin/:/opt/gcc/13/lib64/:",
      toolchain_search_dirs },
    { "libraries of conda's cc1plus",
      "\tlinux-vdso.so.1 (0x00007ffd3c5d6000)\n"
      "\tlibisl.so.23 => /home/u/conda/lib/libisl.so.23 (0x00007f6b3e400000)\n"
      "\tlibgone.so.1 => not found\n"
      "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f6b3d800000)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f6b3e7f1000)\n",
      "/home/u/conda/lib/libisl.so.23:/lib/x86_64-linux-gnu/libc.so.6:"
      "/lib64/ld-linux-x86-64.so.2:",
      toolchain_libraries },
    { "a static program", "\tstatically linked\n", "", toolchain_libraries },
};

static void collect(void *context, const char *path, size_t len)
{
    buf_add(context, path, len);
    buf_putc(context, ':');
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

/* The present machine has one of these layouts, unless its compiler is another. */
static void the_recorded_layout_is_what_debian_prints(void **state)
{
    char said[16384] = "";
    FILE *p = popen("env -i /usr/bin/g++ -print-search-dirs 2>/dev/null", "r");
    size_t n = p != NULL ? fread(said, 1, sizeof said - 1, p) : 0;
    (void)state;
    said[n] = '\0';
    if (p == NULL || pclose(p) != 0 || strstr(said, "install: " LIB) == NULL)
        skip();
    for (size_t i = 0; i < 4; i++)
        if (strcmp(said, layouts[i].text) == 0)
            return;
    if (strstr(said, LIB "12/") != NULL || strstr(said, LIB "14/") != NULL)
        fail_msg("another layout than was recorded:\n%s", said);
    skip();
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
        cmocka_unit_test(the_recorded_layout_is_what_debian_prints),
        cmocka_unit_test(this_machines_compiler_is_found_and_written),
    };
    return cmocka_run_group_tests_name("toolchain", tests, NULL, NULL);
}
