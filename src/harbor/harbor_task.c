#include "src/harbor/harbor_task.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/chars.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/sample/prompt.h"
#include "tasks/module_shapes.h"
#include "tasks/task_module.h"
#include "tasks/task_shape.h"

#define MAX_PROGRAM_BYTES ((size_t)256 << 20)
#define CPU_BASE          "debian:12"
#define CUDA_BASE         "nvidia/cuda:12.8.1-devel-ubuntu22.04"
#define TORCH_BASE        "pytorch/pytorch:2.8.0-cuda12.8-cudnn9-devel"
#define MAX_FIELDS        24

struct field {
    const char *name, *value;
};

struct harbor {
    const struct task *t;
    const struct harbor_options *o;
    const char *folder;
    struct arena *arena;
    struct field fields[MAX_FIELDS];
    size_t n;
};

/* ---- the program ---- */

int harbor_find_program(struct harbor_options *o, struct arena *a, struct err *err)
{
    struct buf CLEANUP(buf_release) program = { .max = MAX_PROGRAM_BYTES };
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return err_set(err, ERR_INTEGRITY, "the program's own file is not known: %s",
                       strerror(errno));
    path[n] = '\0';
    int rc = file_read(path, MAX_PROGRAM_BYTES, &program, err);
    if (rc < 0)
        return rc;
    o->program = arena_strdup(a, path);
    sha256_hex(buf_text(&program), program.len, o->program_sha256);
    return 0;
}

/* ---- texts ---- */

static void set(struct harbor *h, const char *name, const char *value)
{
    h->fields[h->n++] = (struct field){ name, value };
}

static const char *quoted(struct arena *a, const char *text)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    buf_put_json_string(&b, text, strlen(text)); /* TOML takes JSON's strings */
    return arena_strdup(a, buf_text(&b));
}

static const char *value_of(const struct harbor *h, const char *name, size_t len)
{
    for (size_t i = 0; i < h->n; i++)
        if (strlen(h->fields[i].name) == len && memcmp(h->fields[i].name, name, len) == 0)
            return h->fields[i].value;
    return NULL;
}

/* A value is not looked at for fields. */
static int fill(const struct harbor *h, const char *template, struct buf *out, struct err *err)
{
    const struct embedded_file *file =
        embed_find(embedded_harbor, embedded_harbor_count,
                   arena_printf(h->arena, "src/harbor/template/%s", template));
    const char *at = file == NULL ? NULL : (const char *)file->data;
    if (at == NULL)
        return err_set(err, ERR_INTEGRITY, "the program has no template %s", template);
    for (const char *open = strstr(at, "{{"); open != NULL; open = strstr(at, "{{")) {
        const char *close = strstr(open, "}}");
        const char *value =
            close == NULL ? NULL : value_of(h, open + 2, (size_t)(close - open - 2));
        if (value == NULL)
            return err_set(err, ERR_INTEGRITY, "%s: no such field: %.20s", template, open);
        buf_add(out, at, (size_t)(open - at));
        buf_puts(out, value);
        at = close + 2;
    }
    buf_puts(out, at);
    return 0;
}

static int write_text(const struct harbor *h, const char *path, const char *text, bool runs,
                      struct err *err)
{
    const char *full = arena_printf(h->arena, "%s/%s", h->folder, path);
    int rc = file_write_atomic(full, text, strlen(text), err);
    if (rc == 0 && runs && chmod(full, 0755) != 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", full, strerror(errno));
    return rc;
}

static int write_template(const struct harbor *h, const char *path, const char *template, bool runs,
                          struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int rc = fill(h, template, &text, err);
    return rc < 0 ? rc : write_text(h, path, buf_text(&text), runs, err);
}

/* ---- parts of a task ---- */

/* Letters, digits and single dashes between them, as names of Harbor. */
const char *harbor_folder_name(const struct task *t, struct arena *a)
{
    char *name = arena_strdup(a, t->id), *end = name;
    for (const char *c = t->id; *c != '\0'; c++) {
        if (is_alnum(*c))
            *end++ = to_lower(*c);
        else if (end > name && end[-1] != '-')
            *end++ = '-';
    }
    *end = '\0';
    return name;
}

/* Sizes as the evaluator draws hidden ones for the baseline, from this seed. */
static const char *held_out(const struct harbor *h, struct err *err)
{
    static const char none[] = "# the problem has sizes of its own\n";
    struct buf CLEANUP(buf_release) b = { 0 };
    struct kernel_file baseline;
    if (h->t->module != NULL)
        return none;
    struct kernel_error bad;
    if (kernel_file_parse(h->t->baseline, strlen(h->t->baseline), h->t, h->arena, &baseline, &bad) <
        0) {
        err_set(err, ERR_INTEGRITY, "the baseline of task %s: %s", h->t->id, bad.msg);
        return NULL;
    }
    for (int size = 0; size < HIDDEN_SIZES; size++) {
        int64_t dims[TASK_MAX_DIMS];
        const struct task *other = NULL;
        char text[512];
        if (!task_hidden_dims(h->t, h->o->task_case, &baseline, h->o->seed, (enum hidden_size)size,
                              dims))
            continue;
        if (task_with_dims(h->t, h->o->task_case, dims, h->arena, &other, err) < 0)
            return NULL;
        task_dims_text(other, h->o->task_case, text, sizeof text);
        buf_printf(&b, "%s\n", text);
    }
    return arena_strdup(h->arena, buf_text(&b));
}

/* A module whose class has the candidate's name. */
static const char *renamed(struct arena *a, const char *module)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    for (const char *at = module; *at != '\0';) {
        const bool begins = at == module || !is_word(at[-1]);
        const bool is = begins && str_starts_with(at, "Model") && !is_word(at[5]);
        buf_puts(&b, is ? "ModelNew" : "");
        if (is)
            at += 5;
        else
            buf_putc(&b, *at++);
    }
    return arena_strdup(a, buf_text(&b));
}

static const char *machine(const struct harbor *h)
{
    struct arena *a = h->arena;
    const bool gpu = strcmp(h->o->backend, "cuda") == 0;
    return arena_printf(a, "cpus = %d\nmemory_mb = %d%s%s%s", gpu ? 4 : 2, gpu ? 32768 : 4096,
                        gpu ? "\ngpus = 1" : "", h->o->image == NULL ? "" : "\ndocker_image = ",
                        h->o->image == NULL ? "" : quoted(a, h->o->image));
}

static void set_fields(struct harbor *h)
{
    const struct task *t = h->t;
    struct arena *a = h->arena;
    const bool module = t->module != NULL, gpu = strcmp(h->o->backend, "cuda") == 0;
    const char *candidate = module ? "solution.py" : "solution.cu";
    struct buf CLEANUP(buf_release) prompt = { 0 };
    const char *how = module ? arena_printf(a, "--backend %s", h->o->backend)
                             : arena_printf(a, "--task %s --case %s --backend %s", t->id,
                                            task_case_name(h->o->task_case), h->o->backend);
    prompt_render(t, &prompt);
    set(h, "name", quoted(a, arena_printf(a, "rollbook/%s", harbor_folder_name(t, a))));
    set(h, "description", quoted(a, *t->description != '\0' ? t->description : t->name));
    set(h, "id", quoted(a, t->id));
    set(h, "task_sha256", t->sha256);
    set(h, "version", quoted(a, build_version()));
    set(h, "case", module ? "full" : task_case_name(h->o->task_case));
    set(h, "backend", h->o->backend);
    set(h, "machine", machine(h));
    set(h, "prompt", arena_strdup(a, buf_text(&prompt)));
    struct module_shapes shapes = { .n = 0 };
    if (module)
        module_shapes_read(t->module, a, &shapes);
    set(h, "verifier_s", arena_printf(a, "%zu", shapes.n > 10 ? shapes.n * 90 : 900));
    const char *entry = task_entry(t);
    set(h, "what",
        !module         ? "the kernel file"
        : entry == NULL ? "the module with ModelNew"
                        : arena_printf(a, "the module with the function `%s`", entry));
    set(h, "candidate", candidate);
    set(h, "check",
        arena_printf(a, "rollbook eval /app/%s %s%s", candidate, how,
                     module ? " --problem /app/problem.py" : ""));
    set(h, "judge", arena_printf(a, "%s%s", how, module ? " --problem \"$tests/problem.py\"" : ""));
    set(h, "held_out",
        !module         ? ", and at sizes that you are not told"
        : entry != NULL ? ", and at a shape that you are not told, if the problem has another"
                        : "");
    set(h, "base", module ? TORCH_BASE : gpu ? CUDA_BASE : CPU_BASE);
    set(h, "copies", module ? "COPY problem.py /app/problem.py\n" : "");
    set(h, "most_bytes", arena_printf(a, "%zu", (size_t)2 * KERNEL_MAX_BYTES));
    set(h, "program_sha256", h->o->program_sha256);
}

/* ---- the folder ---- */

/* A link where that can be: the program is the same in every task. */
static int put_program(const struct harbor *h, struct err *err)
{
    const char *to = arena_printf(h->arena, "%s/environment/rollbook", h->folder);
    struct buf CLEANUP(buf_release) program = { .max = MAX_PROGRAM_BYTES };
    if (h->o->links && link(h->o->program, to) == 0)
        return 0;
    int rc = file_read(h->o->program, MAX_PROGRAM_BYTES, &program, err);
    if (rc == 0)
        rc = file_write_atomic(to, buf_text(&program), program.len, err);
    if (rc == 0 && chmod(to, 0755) != 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", to, strerror(errno));
    return rc;
}

static int make_folders(const struct harbor *h, struct err *err)
{
    static const char *const names[] = { "", "/environment", "/tests", "/solution" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *path = arena_printf(h->arena, "%s%s", h->folder, names[i]);
        if (mkdir(path, 0777) != 0)
            return err_set(err, errno == EEXIST ? ERR_USAGE : ERR_INTEGRITY, "%s: %s", path,
                           strerror(errno));
    }
    return 0;
}

static int write_problem(const struct harbor *h, struct err *err)
{
    const char *module = h->t->module;
    int rc = write_text(h, "environment/problem.py", module, false, err);
    if (rc == 0)
        rc = write_text(h, "tests/problem.py", module, false, err);
    return rc < 0 ? rc
                  : write_text(h, "solution/solution.py",
                               renamed(h->arena, module_shown(h->t, h->arena)), false, err);
}

int harbor_write_task(const struct task *t, const struct harbor_options *o, const char *folder,
                      struct arena *a, struct err *err)
{
    static const struct {
        const char *path, *template;
        bool runs;
    } files[] = { { "task.toml", "task.toml", false },
                  { "instruction.md", "instruction.md", false },
                  { "environment/Dockerfile", "Dockerfile", false },
                  { "tests/test.sh", "test.sh", true },
                  { "solution/solve.sh", "solve.sh", true } };
    struct harbor h = { .t = t, .o = o, .folder = folder, .arena = a };
    set_fields(&h);
    const char *sizes = held_out(&h, err);
    int rc = sizes == NULL ? err->code : make_folders(&h, err);
    for (size_t i = 0; i < ARRAY_LEN(files) && rc == 0; i++)
        rc = write_template(&h, files[i].path, files[i].template, files[i].runs, err);
    if (rc == 0)
        rc = write_text(&h, "tests/held_out.txt", sizes, false, err);
    if (rc == 0)
        rc = t->module != NULL ? write_problem(&h, err)
                               : write_text(&h, "solution/solution.cu", t->baseline, false, err);
    return rc < 0 ? rc : put_program(&h, err);
}
