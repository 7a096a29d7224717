/*
 * cmd_task_inputs.c - "rollbook task inputs": a task's inputs and right results as NumPy files.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/eval/eval.h"
#include "tasks/task.h"
#include "tasks/task_shape.h"

enum input_draw { DRAW_USUAL, DRAW_SECOND };
enum computed_by { BY_ORACLE, BY_REFERENCE };

struct asked_task_inputs {
    enum task_case task_case;
    const char *dims, *seed, *out;
    int64_t trial;
    enum input_draw draw;
    enum computed_by by;
};

#define NPY_HEADER_UNIT 64

static const struct table_column columns[] = {
    { "task", 0 },  { "tensor", 0 }, { "role", 0 },     { "dtype", 0 },
    { "shape", 0 }, { "sizes", 0 },  { "elements", 0 }, { "file", 0 },
};

struct dump {
    struct cli *cli;
    const struct task *task;
    enum task_case task_case;
    uint64_t seed, trial;
    const char *folder;
    struct table table;
};

static const char *npy_type(enum dtype t)
{
    switch (t) {
    case DTYPE_F32:
        return "<f4";
    case DTYPE_F64:
        return "<f8";
    case DTYPE_F16:
        return "<f2";
    case DTYPE_I32:
        return "<i4";
    case DTYPE_U32:
        return "<u4";
    case DTYPE_I64:
        return "<i8";
    case DTYPE_U8:
        return "|u1";
    }
    return NULL;
}

static int put_shape(const struct dump *d, const struct task_tensor *x, const char *end,
                     struct buf *out, struct err *err)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n = task_names(d->task, d->task_case, names);
    for (size_t i = 0; i < x->rank; i++) {
        int64_t extent;
        if (expr_eval(x->shape[i], names, n, &extent, NULL) < 0)
            return err_set(err, ERR_INTEGRITY, "%s: tensor %s has no extent", d->task->id, x->name);
        buf_printf(out, "%s%" PRId64, i == 0 ? "" : ", ", extent);
    }
    buf_puts(out, end);
    return 0;
}

/* Version 1.0: magic, length of the header, a Python dictionary padded with spaces, the elements.
 */
/* A tensor with its values. */
struct filled {
    const struct task_tensor *x;
    const char *role; /* "input" or "output" */
    enum dtype dtype;
    const void *data;
    int64_t n;
};

static int npy_text(const struct dump *d, const struct filled *f, struct buf *out, struct err *err)
{
    const struct task_tensor *x = f->x;
    struct buf CLEANUP(buf_release) head = { 0 };
    buf_printf(&head, "{'descr': '%s', 'fortran_order': False, 'shape': (", npy_type(f->dtype));
    int rc = put_shape(d, x, x->rank == 1 ? ",), }" : "), }", &head, err);
    if (rc < 0)
        return rc;
    while ((10 + head.len + 1) % NPY_HEADER_UNIT != 0)
        buf_putc(&head, ' ');
    buf_putc(&head, '\n');
    buf_add(out, "\x93NUMPY\x01\x00", 8);
    buf_putc(out, (char)(head.len & 0xff));
    buf_putc(out, (char)(head.len >> 8));
    buf_add(out, head.data, head.len);
    buf_add(out, f->data, (size_t)f->n * dtype_size(f->dtype));
    return 0;
}

static int write_tensor(struct dump *d, const struct filled *f, struct err *err)
{
    const struct task_tensor *x = f->x;
    struct buf CLEANUP(buf_release) b = { 0 }, CLEANUP(buf_release) shape = { 0 };
    const char *path = arena_printf(d->cli->arena, "%s/%s.npy", d->folder, x->name);
    char sizes[256];
    int rc = npy_text(d, f, &b, err);
    buf_putc(&shape, '[');
    if (rc == 0)
        rc = put_shape(d, x, "]", &shape, err);
    if (rc == 0 && b.overflow)
        return err_set(err, ERR_USAGE,
                       "%s: tensor %s is larger than %zu MiB; choose sizes with --dims",
                       d->task->id, x->name, BUF_DEFAULT_MAX >> 20);
    if (rc == 0)
        rc = cli_write_output(d->cli, path, NULL, &b, err);
    if (rc < 0)
        return rc;
    task_dims_text(d->task, d->task_case, sizes, sizeof sizes);
    struct cell *row = table_row(&d->table);
    row[0] = cell_text(&d->table, d->task->id);
    row[1] = cell_text(&d->table, x->name);
    row[2] = cell_text(&d->table, f->role);
    row[3] = cell_text(&d->table, dtype_name(f->dtype));
    row[4] = cell_json(&d->table, buf_text(&shape));
    row[5] = cell_text(&d->table, sizes);
    row[6] = cell_int(f->n);
    row[7] = cell_text(&d->table, path);
    return 0;
}

static int make_inputs(struct dump *d, struct arena *a, const void **inputs, struct err *err)
{
    const struct task *t = d->task;
    int rc = 0;
    for (size_t i = 0; i < t->n_inputs && rc == 0; i++) {
        const struct task_tensor *x = &t->inputs[i];
        int64_t n;
        if ((rc = task_elements(t, d->task_case, x, &n, err)) < 0)
            return rc;
        void *room = arena_array(a, (size_t)n, dtype_size(x->dtype));
        inputs[i] = room;
        rc = task_fill_input(t, d->task_case, i, d->seed, d->trial, room, n, err);
        if (rc == 0)
            rc = write_tensor(d, &(struct filled){ x, "input", x->dtype, room, n }, err);
    }
    return rc;
}

static int make_results(struct dump *d, const void *const *inputs, double *const *outputs,
                        struct err *err)
{
    const struct asked_task_inputs *asked = d->cli->options;
    struct evaluator *e = NULL;
    if (asked->by == BY_REFERENCE)
        return task_reference(d->task, d->task_case, inputs, outputs, err);
    int rc = evaluator_open("cpu", &e, err);
    if (rc == 0)
        rc = evaluator_apply(
            e, &(struct apply){ d->task->oracle, d->task, d->task_case, inputs, true, outputs },
            err);
    evaluator_close(e);
    return rc;
}

static int write_all(struct dump *d, struct err *err)
{
    struct arena a CLEANUP(arena_release) = { 0 };
    const struct task *t = d->task;
    const void *inputs[TASK_MAX_TENSORS];
    double *outputs[TASK_MAX_TENSORS];
    int64_t n[TASK_MAX_TENSORS];
    int rc = make_inputs(d, &a, inputs, err);
    for (size_t o = 0; o < t->n_outputs && rc == 0; o++) {
        rc = task_elements(t, d->task_case, &t->outputs[o], &n[o], err);
        outputs[o] = rc == 0 ? arena_array(&a, (size_t)n[o], sizeof(double)) : NULL;
    }
    if (rc == 0)
        rc = make_results(d, inputs, outputs, err);
    for (size_t o = 0; o < t->n_outputs && rc == 0; o++)
        rc = write_tensor(
            d, &(struct filled){ &t->outputs[o], "output", DTYPE_F64, outputs[o], n[o] }, err);
    return rc;
}

static int read_draw(struct dump *d, struct err *err)
{
    const struct asked_task_inputs *asked = d->cli->options;
    if (!str_to_u64(asked->seed, &d->seed))
        return err_set(err, ERR_USAGE, "--seed: '%s' is not a number from 0 to 2^64-1",
                       asked->seed);
    d->trial = (uint64_t)asked->trial | (asked->draw == DRAW_SECOND ? TASK_SECOND_DRAW : 0);
    if ((d->trial & TASK_SECOND_DRAW) != 0 && !d->task->has_second)
        return err_set(err, ERR_NOMATCH, "%s has no second draw", d->task->id);
    return 0;
}

static int read_task(struct dump *d, struct err *err)
{
    const struct asked_task_inputs *asked = d->cli->options;
    const char *dims = asked->dims;
    int64_t values[TASK_MAX_DIMS];
    d->task_case = asked->task_case;
    int rc = task_find(d->cli->args[0], d->cli->arena, &d->task, err);
    if (rc == 0 && dims != NULL)
        rc = task_dims_parse(d->task, d->task_case, dims, values, err);
    if (rc == 0 && dims != NULL)
        rc = task_with_dims(d->task, d->task_case, values, d->cli->arena, &d->task, err);
    return rc;
}

static int run_inputs(struct cli *cli, struct err *err)
{
    const struct asked_task_inputs *asked = cli->options;
    struct dump d = { .cli = cli, .folder = asked->out };
    int rc = read_task(&d, err);
    if (rc == 0)
        rc = read_draw(&d, err);
    if (rc == 0 && mkdir(d.folder, 0777) != 0 && errno != EEXIST)
        rc = err_set(err, ERR_USAGE, "--out %s: %s", d.folder, strerror(errno));
    table_init(&d.table, cli->arena, "rollbook.task.inputs/1", columns, ARRAY_LEN(columns));
    if (rc == 0)
        rc = write_all(&d, err);
    if (rc == 0)
        cli_print_table(cli, &d.table);
    return rc;
}

#define ROW(member, ...) OPTION(struct asked_task_inputs, member, __VA_ARGS__)
static const char *const draws[] = { "usual", "second", NULL };
static const char *const computed_bys[] = { "oracle", "reference", NULL };
static const struct option options[] = {
    ROW(task_case, "case", "CASE", "sizes: tiny, cpu or full", .letter = 'c',
        .choices = task_case_names),
    ROW(dims, "dims", "SIZES", "other sizes than the case's, e.g. m=512,k=4096"),
    ROW(seed, "seed", "N", "seed of the inputs", .letter = 's'),
    ROW(trial, "trial", "N", "which run's inputs", .least = 0, .most = INT64_MAX),
    ROW(draw, "draw", "DRAW", "usual, or second: another scale and special values",
        .choices = draws),
    OPTION(struct asked_task_inputs, by, "by", "WHAT",
           "computes the results: oracle (the kernel that candidates must agree with) or reference "
           "(C)",
           .choices = computed_bys),
    ROW(out, "out", "FOLDER", "where TENSOR.npy are written", .letter = 'o'),
};
static const struct asked_task_inputs standard_task_inputs = {
    .task_case = CASE_CPU, .seed = "1", .draw = DRAW_USUAL, .by = BY_ORACLE, .out = "."
};

const struct command cmd_task_inputs = {
    .name = "task inputs",
    .summary = "write a task's inputs and their right results as NumPy files",
    .usage = "rollbook task inputs ID [--case CASE] [--dims SIZES] [--seed N] [--draw DRAW] "
             "[--out FOLDER]",
    .examples = "  rollbook task inputs l1/33 --seed 7 --out data\n"
                "  rollbook task inputs 75 --case tiny --dims n=3,h=17 --draw second --out data\n",
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_task_inputs),
    .run = run_inputs,
};
