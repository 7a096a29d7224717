#define _GNU_SOURCE
#include "src/eval/process/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/process/cpu_process.h"

#define ANSWER_BYTES ((size_t)16 * 1024)

/* A compiler may be a script, so programs and libraries of the system can be read; nothing else
 * of /usr, since no header is. */
static const char *const system_paths[] = {
    "/usr/bin",         "/usr/lib",          "/usr/lib32", "/usr/lib64", "/usr/libexec",
    "/usr/local/bin",   "/usr/local/lib",    "/lib",       "/lib64",     "/bin",
    "/etc/ld.so.cache", "/etc/alternatives", "/dev/null",
};

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* A name without slash is looked up in PATH; out is absolute and without links. */
static bool find_program(const char *name, char out[PATH_MAX])
{
    const char *list = getenv("PATH");
    char path[PATH_MAX];
    if (strchr(name, '/') != NULL)
        return is_program(name) && realpath(name, out) != NULL;
    if (list == NULL || *list == '\0')
        list = "/usr/local/bin:/usr/bin:/bin";
    for (const char *p = list; *p != '\0';) {
        size_t n = strcspn(p, ":");
        int len = snprintf(path, sizeof path, "%.*s/%s", (int)n, p, name);
        /* Links stay: a compiler may look at its own name. */
        if (n > 0 && *p == '/' && len > 0 && (size_t)len < sizeof path && is_program(path)) {
            memcpy(out, path, (size_t)len + 1);
            return true;
        }
        p += n + (p[n] == ':');
    }
    return false;
}

static bool ask(const struct toolchain *t, const char *option, char *out, size_t size)
{
    char libraries[sizeof t->library_path + 32];
    snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", t->library_path);
    const char *argv[] = { t->compiler, option, NULL };
    const char *env[] = { "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C",
                          t->library_path[0] != '\0' ? libraries : NULL, NULL };
    return process_output(argv, env, out, size);
}

int toolchain_find(struct toolchain *out, struct err *err)
{
    const char *named = getenv("CXX"), *libraries = getenv("LD_LIBRARY_PATH");
    char name[PATH_MAX];
    *out = (struct toolchain){ .n_paths = 0 };
    if (named == NULL || *named == '\0')
        named = "g++";
    /* Options behind the name in CXX are the build's. */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(named, " \t"), named);
    if (libraries != NULL && strlen(libraries) < sizeof out->library_path)
        memcpy(out->library_path, libraries, strlen(libraries) + 1);
    if (!find_program(name, out->compiler))
        return err_set(err, ERR_INTEGRITY,
                       "the cpu backend needs g++ and binutils: '%s' is not on PATH", name);
    if (!ask(out, "--version", out->version, sizeof out->version))
        return err_set(err, ERR_INTEGRITY, "the cpu backend needs g++: %s cannot be run",
                       out->compiler);
    out->version[strcspn(out->version, "\n")] = '\0';
    return 0;
}

void toolchain_search_dirs(const char *text, toolchain_add_fn add, void *context)
{
    for (const char *line = text; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        const char *p = memchr(line, '/', len), *end = line + len;
        while (p != NULL && p < end) {
            size_t n = 0;
            while (p + n < end && p[n] != ':')
                n++;
            add(context, p, n);
            p += n + 1;
        }
        line = end + (*end == '\n');
    }
}

void toolchain_libraries(const char *text, toolchain_add_fn add, void *context)
{
    for (const char *line = text; *line != '\0';) {
        size_t len = strcspn(line, "\n"), n = 0;
        const char *p = memchr(line, '/', len);
        while (p != NULL && p + n < line + len && strncmp(p + n, " (", 2) != 0)
            n++;
        if (n > 0)
            add(context, p, n);
        line += len + (line[len] == '\n');
    }
}

static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (path[n] == '\0' || path[n] == '/');
}

/* Resolves links; skips absent folders and those below a listed one. */
static void add_folder(void *context, const char *path, size_t len)
{
    struct toolchain *t = context;
    char name[PATH_MAX], real[PATH_MAX];
    struct stat st;
    if (len >= sizeof name)
        return;
    memcpy(name, path, len);
    name[len] = '\0';
    if (realpath(name, real) == NULL || stat(real, &st) != 0 || strcmp(real, "/") == 0 ||
        strchr(real, '\n') != NULL)
        return;
    for (size_t i = 0; i < t->n_paths; i++)
        if (is_below(real, t->paths[i]))
            return;
    if (t->n_paths < TOOLCHAIN_MAX_PATHS) {
        t->paths[t->n_paths] = mem_alloc(strlen(real) + 1);
        memcpy(t->paths[t->n_paths++], real, strlen(real) + 1);
    }
}

static void add_folder_of(void *context, const char *path, size_t len)
{
    char name[PATH_MAX], real[PATH_MAX];
    if (len >= sizeof name)
        return;
    memcpy(name, path, len);
    name[len] = '\0';
    const char *slash = strrchr(name, '/');
    if (slash != NULL && slash != name)
        add_folder(context, name, (size_t)(slash - name));
    slash = realpath(name, real) != NULL ? strrchr(real, '/') : NULL;
    if (slash != NULL && slash != real)
        add_folder(context, real, (size_t)(slash - real));
}

static void add_libraries(struct toolchain *t, const char *program)
{
    char libraries[sizeof t->library_path + 32];
    char *answer = mem_alloc(ANSWER_BYTES);
    snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", t->library_path);
    const char *argv[] = { program, NULL };
    const char *env[] = { "LD_TRACE_LOADED_OBJECTS=1",
                          t->library_path[0] != '\0' ? libraries : NULL, NULL };
    add_folder_of(t, program, strlen(program));
    if (process_output(argv, env, answer, ANSWER_BYTES))
        toolchain_libraries(answer, add_folder_of, t);
    free(answer);
}

/* A bare name in the compiler's answer is found in PATH. */
static bool find_part(const struct toolchain *t, const char *name, char out[PATH_MAX])
{
    char option[64], answer[PATH_MAX];
    snprintf(option, sizeof option, "-print-prog-name=%s", name);
    if (!ask(t, option, answer, sizeof answer))
        return false;
    answer[strcspn(answer, "\n")] = '\0';
    return find_program(answer, out);
}

int toolchain_complete(struct toolchain *t, struct err *err)
{
    char parser[PATH_MAX];
    if (t->n_paths != 0)
        return 0;
    if (!find_part(t, "cc1plus", parser))
        return err_set(err, ERR_INTEGRITY, "%s has no cc1plus: install the C++ compiler",
                       t->compiler);
    if (!find_part(t, "as", t->assembler) || !find_part(t, "ld", t->linker))
        return err_set(err, ERR_INTEGRITY, "%s has no assembler or linker: install binutils",
                       t->compiler);
    for (size_t i = 0; i < ARRAY_LEN(system_paths); i++)
        add_folder(t, system_paths[i], strlen(system_paths[i]));
    char *answer = mem_alloc(ANSWER_BYTES);
    if (ask(t, "-print-search-dirs", answer, ANSWER_BYTES))
        toolchain_search_dirs(answer, add_folder, t);
    free(answer);
    const char *const programs[] = { t->compiler, parser, t->assembler, t->linker };
    for (size_t i = 0; i < ARRAY_LEN(programs); i++)
        add_libraries(t, programs[i]);
    return 0;
}

void toolchain_release(struct toolchain *t)
{
    for (size_t i = 0; i < t->n_paths; i++)
        free(t->paths[i]);
    t->n_paths = 0;
}

void toolchain_write(const struct toolchain *t, struct buf *out)
{
    buf_printf(out, "%s\n%s\n%s\n%s\n", t->compiler, t->assembler, t->linker, t->library_path);
    for (size_t i = 0; i < t->n_paths; i++)
        buf_printf(out, "%s\n", t->paths[i]);
}

bool toolchain_read(char *text, struct toolchain *out)
{
    char *const fixed[] = { out->compiler, out->assembler, out->linker, out->library_path };
    const size_t room[] = { sizeof out->compiler, sizeof out->assembler, sizeof out->linker,
                            sizeof out->library_path };
    size_t n = 0;
    out->n_paths = 0;
    for (char *line = text; *line != '\0'; n++) {
        size_t len = strcspn(line, "\n");
        char *next = line + len + (line[len] == '\n');
        line[len] = '\0';
        if (n < ARRAY_LEN(fixed) && len < room[n])
            memcpy(fixed[n], line, len + 1);
        else if (n < ARRAY_LEN(fixed) || out->n_paths == TOOLCHAIN_MAX_PATHS)
            return false;
        else
            out->paths[out->n_paths++] = line;
        line = next;
    }
    return n > ARRAY_LEN(fixed);
}
