/*
 * toolchain_test.c - layouts of compilers: -print-search-dirs of Debian 12 and 13, run for this,
 * and of Ubuntu 22.04 and 24.04 from published transcripts; what the loader lists; and compilers of
 * this test's own, which lack something.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static char root[] = "/tmp/rollbook-toolchain-XXXXXX";
static struct arena arena;

/* A program of the shell below the root. */
static const char *program(const char *name, const char *text, unsigned mode)
{
    const char *path = arena_printf(&arena, "%s/%s", root, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s\n", text);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, mode), 0);
    return path;
}

static void set(const char *name, const char *value)
{
    assert_int_equal(value != NULL ? setenv(name, value, 1) : unsetenv(name), 0);
}

/* R stands for the root. */
static const char *with_root(const char *text)
{
    struct buf b = { 0 };
    for (const char *p = text; *p != '\0'; p++)
        *p == 'R' ? buf_puts(&b, root) : buf_putc(&b, *p);
    text = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return text;
}

/* CXX may have options behind it; PATH's folders are tried in their order, relative ones not. */
static void the_compiler_is_what_cxx_or_path_names(void **state)
{
    static const struct {
        const char *cxx, *path, *found, *error;
    } rows[] = {
        { NULL, "R/first:R/second", "R/first/g++", NULL },
        { "", "R/second:R/first", "R/second/g++", NULL },
        { "other", "R/first:R/second", "R/second/other", NULL },
        { "other -O2", "R/first:R/second", "R/second/other", NULL },
        { "other\t-O2", "R/second", "R/second/other", NULL },
        { "R/first/g++ -m64", "", "R/first/g++", NULL },
        { "R/link", "", "R/second/other", NULL },
        { NULL, "R/none:R/first", "R/first/g++", NULL },
        { NULL, ":R/first", "R/first/g++", NULL },
        { NULL, "first::second:R/second", "R/second/g++", NULL },
        { "plain", "R/first:R/second", "R/second/plain", NULL },
        { "other", "R/first:", NULL, "'other' is not on PATH" },
        { "R/first/plain", "R/second", NULL, "'R/first/plain' is not on PATH" },
        { "R/first", "R/second", NULL, "'R/first' is not on PATH" },
        { "broken", "R/second", NULL, "R/second/broken cannot be run" },
    };
    char here[4096];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(root), 0); /* where first and second are relative names */
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct toolchain *t = mem_alloc(sizeof *t);
        struct err err = { 0 };
        set("CXX", rows[i].cxx != NULL ? with_root(rows[i].cxx) : NULL);
        set("PATH", with_root(rows[i].path));
        int rc = toolchain_find(t, &err);
        if (rc != (rows[i].error == NULL ? 0 : ERR_INTEGRITY))
            fail_msg("row %zu: %d: %s %s", i, rc, t->compiler, err.msg);
        if (rows[i].error != NULL && strstr(err.msg, with_root(rows[i].error)) == NULL)
            fail_msg("row %zu: %s", i, err.msg);
        if (rows[i].error == NULL) {
            assert_string_equal(t->compiler, with_root(rows[i].found));
            assert_string_equal(t->version, "version 7");
            assert_int_equal(t->n_paths, 0);
        }
        free(t);
    }
    assert_int_equal(chdir(here), 0);
}

/* A list of libraries is taken when it fits, and is given to the compiler. */
static void the_compiler_gets_the_list_of_libraries(void **state)
{
    (void)state;
    set("CXX", arena_printf(&arena, "%s/first/library", root));
    for (size_t n = 2046; n <= 2048; n++) {
        struct toolchain *t = mem_alloc(sizeof *t);
        struct err err = { 0 };
        char list[2049];
        memset(list, 'l', n);
        list[n] = '\0';
        set("LD_LIBRARY_PATH", list);
        assert_int_equal(toolchain_find(t, &err), 0);
        assert_string_equal(t->library_path, n < sizeof t->library_path ? list : "");
        assert_string_equal(t->version, n < sizeof t->library_path ? "lll" : "none");
        free(t);
    }
    set("LD_LIBRARY_PATH", NULL);
}

static void a_compiler_lacks_its_programs(void **state)
{
    static const struct {
        const char *name, *message;
    } rows[] = {
        { "bare", "/bare has no cc1plus: install the C++ compiler" },
        { "no_as", "/no_as has no assembler or linker: install binutils" },
        { "no_ld", "/no_ld has no assembler or linker: install binutils" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct toolchain *t = mem_alloc(sizeof *t);
        struct err err = { 0 };
        set("CXX", arena_printf(&arena, "%s/%s", root, rows[i].name));
        assert_int_equal(toolchain_find(t, &err), 0);
        assert_int_equal(toolchain_complete(t, &err), ERR_INTEGRITY);
        assert_string_equal(err.msg, arena_printf(&arena, "%s%s", root, rows[i].message));
        assert_int_equal(t->n_paths, 0);
        free(t);
    }
}

/* Folders once, those alone that are there, none below another and no link. */
static void the_folders_of_a_compiler_are_these(void **state)
{
    struct toolchain *t = mem_alloc(sizeof *t);
    struct err err = { 0 };
    struct buf ours = { 0 };
    (void)state;
    set("CXX", arena_printf(&arena, "%s/second/whole", root));
    if (toolchain_find(t, &err) != 0 || toolchain_complete(t, &err) != 0)
        fail_msg("%s", err.msg);
    for (size_t i = 0; i < t->n_paths; i++)
        if (strncmp(t->paths[i], root, strlen(root)) == 0)
            buf_printf(&ours, "%s\n", t->paths[i] + strlen(root));
    assert_string_equal(buf_text(&ours), "/tools/lib\n/tools/libx\n/second\n/first\n");
    assert_string_equal(t->assembler, with_root("R/first/as"));
    assert_string_equal(t->linker, with_root("R/first/ld"));
    size_t n = t->n_paths;
    char first[PATH_MAX];
    assert_non_null(realpath("/usr/bin", first));
    assert_string_equal(t->paths[0], first);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(t->paths[i], t->paths[k]);
    assert_int_equal(toolchain_complete(t, &err), 0);
    assert_int_equal(t->n_paths, n); /* once */
    toolchain_release(t);
    assert_int_equal(t->n_paths, 0);
    buf_release(&ours);
    free(t);
}

/* Of four lines and folders behind; a line too long, one folder too many and none are refused. */
static void what_was_written_is_read(void **state)
{
    struct toolchain *t = mem_alloc(sizeof *t);
    struct buf b = { 0 };
    (void)state;
    for (int n = 0; n <= TOOLCHAIN_MAX_PATHS + 1; n++) {
        buf_clear(&b);
        buf_puts(&b, "/c\n/a\n/l\n\n");
        for (int i = 0; i < n; i++)
            buf_printf(&b, "/p%d\n", i);
        memset(t, 'x', sizeof *t);
        assert_int_equal(toolchain_read(b.data, t), n > 0 && n <= TOOLCHAIN_MAX_PATHS);
        if (n == 0 || n > TOOLCHAIN_MAX_PATHS)
            continue;
        assert_int_equal(t->n_paths, n);
        assert_string_equal(t->compiler, "/c");
        assert_string_equal(t->assembler, "/a");
        assert_string_equal(t->linker, "/l");
        assert_string_equal(t->library_path, "");
        assert_string_equal(t->paths[0], "/p0");
        assert_string_equal(t->paths[n - 1], arena_printf(&arena, "/p%d", n - 1));
    }
    for (size_t n = PATH_MAX - 1; n <= PATH_MAX; n++) {
        buf_clear(&b);
        for (size_t i = 0; i < n; i++)
            buf_putc(&b, 'c');
        buf_puts(&b, "\n/a\n/l\n\n/p");
        assert_int_equal(toolchain_read(b.data, t), n < PATH_MAX);
    }
    buf_release(&b);
    free(t);
}

static int make_root(void **state)
{
    static const char *const folders[] = { "first",     "second",       "tools",
                                           "tools/lib", "tools/lib/in", "tools/libx" };
    char real[4096];
    (void)state;
    if (mkdtemp(root) == NULL || realpath(root, real) == NULL || strcmp(real, root) != 0)
        return 1;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++)
        assert_int_equal(mkdir(arena_printf(&arena, "%s/%s", root, folders[i]), 0700), 0);
    static const char *const compilers[] = { "first/g++", "second/g++", "second/other",
                                             "second/plain" };
    for (size_t i = 0; i < ARRAY_LEN(compilers); i++)
        program(compilers[i], "echo version 7; echo more", 0700);
    program("first/plain", "echo no program", 0600);
    program("second/broken", "exit 1", 0700);
    program("first/library", "echo $LD_LIBRARY_PATH | sed 's/^$/none/; s/^\\(lll\\).*/\\1/'", 0700);
    program("first/as", "", 0700);
    program("first/ld", "", 0700);
    assert_int_equal(symlink("second/other", arena_printf(&arena, "%s/link", root)), 0);
    program("bare", "echo bare", 0700);
    static const char *const asked[] = {
        "no_as",        "-print-prog-name=as",   "no_ld", "-print-prog-name=ld",
        "second/whole", "-print-prog-name=none",
    };
    for (size_t i = 0; i < ARRAY_LEN(asked); i += 2)
        program(asked[i],
                arena_printf(&arena,
                             "case $1 in %s) ;; -print-prog-name=cc1plus) echo %s/second/other ;; "
                             "-print-prog-name=*) echo %s/first/${1#*=} ;; -print-search-dirs) "
                             "echo \"libraries: =%s/tools/lib/:%s/tools/lib/in:%s/gone:%s/tools/"
                             "libx/../libx\" ;; *) echo 1 ;; esac",
                             asked[i + 1], root, root, root, root, root, root),
                0700);
    return 0;
}

static int remove_root(void **state)
{
    (void)state;
    set("PATH", "/usr/local/bin:/usr/bin:/bin");
    int rc = system(arena_printf(&arena, "rm -rf %s", root));
    arena_release(&arena);
    return rc;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_layouts_are_read),
        cmocka_unit_test(the_recorded_layout_is_what_debian_prints),
        cmocka_unit_test(this_machines_compiler_is_found_and_written),
        cmocka_unit_test(the_compiler_is_what_cxx_or_path_names),
        cmocka_unit_test(the_compiler_gets_the_list_of_libraries),
        cmocka_unit_test(a_compiler_lacks_its_programs),
        cmocka_unit_test(the_folders_of_a_compiler_are_these),
        cmocka_unit_test(what_was_written_is_read),
    };
    return cmocka_run_group_tests_name("toolchain", tests, make_root, remove_root);
}
