#include "tasks/kernel_file.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "tasks/text/cuda_lex.h"

/* Lines that begin with "//@" behind blanks are ours, all others the compiler's. */

/*
 * A scanner over one line.
 *
 * Functions return 0, or -1 with error filled in: line, and column of the byte where a reader of
 * the line would stop.
 */

struct kernel_scanner {
    const struct task *task;
    struct arena *arena;
    struct kernel_file *out;
    struct kernel_error *error;
    const char *line; /* of the line */
    size_t len;       /* without its end */
    size_t pos;
    size_t line_no;
    struct expr_name dims[TASK_MAX_DIMS];
    size_t n_dims;
};

static int scan_error(struct kernel_scanner *s, size_t offset, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static int scan_error(struct kernel_scanner *s, size_t offset, const char *fmt, ...)
{
    va_list args;
    if (s->error == NULL)
        return -1;
    s->error->line = s->line_no;
    s->error->column = offset + 1;
    va_start(args, fmt);
    vsnprintf(s->error->msg, sizeof(s->error->msg), fmt, args);
    va_end(args);
    return -1;
}

static void scan_blanks(struct kernel_scanner *s)
{
    while (s->pos < s->len && is_blank(s->line[s->pos]))
        s->pos++;
}

/* "'x'", "byte 0x07" or "the end of the line". */
static const char *scan_found(const struct kernel_scanner *s, char out[24])
{
    if (s->pos >= s->len)
        return "the end of the line";
    unsigned char c = (unsigned char)s->line[s->pos];
    if (c > 0x20 && c < 0x7f)
        snprintf(out, 24, "'%c'", c);
    else
        snprintf(out, 24, "byte 0x%02x", c);
    return out;
}

/* Skips blanks; where completes "expected 'c' ...". */
static int scan_expect(struct kernel_scanner *s, char c, const char *where)
{
    char text[24];
    scan_blanks(s);
    if (s->pos >= s->len || s->line[s->pos] != c)
        return scan_error(s, s->pos, "expected '%c' %s, found %s", c, where, scan_found(s, text));
    s->pos++;
    return 0;
}

/* Skips blanks. */
static bool scan_accept(struct kernel_scanner *s, char c)
{
    scan_blanks(s);
    if (s->pos >= s->len || s->line[s->pos] != c)
        return false;
    s->pos++;
    return true;
}

/* 0: none at pos. */
static size_t scan_name_length(const struct kernel_scanner *s)
{
    size_t n = 0;
    while (s->pos + n < s->len && is_word(s->line[s->pos + n]))
        n++;
    return n > 0 && is_digit(s->line[s->pos]) ? 0 : n;
}

static bool scan_word_is(const struct kernel_scanner *s, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(s->line + s->pos, word, len) == 0;
}

static int scan_name(struct kernel_scanner *s, const char *what, const char **out)
{
    char text[24];
    scan_blanks(s);
    size_t len = scan_name_length(s);
    if (len == 0)
        return scan_error(s, s->pos, "expected %s, found %s", what, scan_found(s, text));
    if (len > 127)
        return scan_error(s, s->pos, "%s is longer than 127 bytes", what);
    *out = arena_strndup(s->arena, s->line + s->pos, len);
    s->pos += len;
    return 0;
}

static int scan_expr(struct kernel_scanner *s, const char *what, const struct expr **out)
{
    struct expr_error error;
    size_t used, offset;
    const struct expr *e =
        expr_parse_prefix(s->arena, s->line + s->pos, s->len - s->pos, &used, &error);
    if (e == NULL)
        return scan_error(s, s->pos + error.offset, "%s: %s", what, error.msg);
    const char *unknown = expr_unknown_name(e, s->dims, s->n_dims, &offset);
    if (unknown != NULL)
        return scan_error(s, s->pos + offset, "%s: '%.64s' is not a dimension of task %s", what,
                          unknown, s->task->id);
    s->pos += used;
    *out = e;
    return 0;
}

static int scan_line_end(struct kernel_scanner *s)
{
    char text[24];
    scan_blanks(s);
    if (s->pos < s->len)
        return scan_error(s, s->pos, "unexpected %s behind the directive", scan_found(s, text));
    return 0;
}

static bool is_tensor(const struct task_tensor *t, size_t n, const char *name, size_t *out_index)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(t[i].name, name) == 0) {
            *out_index = i;
            return true;
        }
    }
    return false;
}

static bool is_scratch(const struct kernel_file *k, const char *name, size_t *out_index)
{
    for (size_t i = 0; i < k->n_scratch; i++) {
        if (strcmp(k->scratch[i].name, name) == 0) {
            *out_index = i;
            return true;
        }
    }
    return false;
}

static bool is_buffer(const struct kernel_scanner *s, const char *name, struct kernel_arg *out)
{
    if (is_tensor(s->task->inputs, s->task->n_inputs, name, &out->index))
        out->kind = ARG_INPUT;
    else if (is_tensor(s->task->outputs, s->task->n_outputs, name, &out->index))
        out->kind = ARG_OUTPUT;
    else if (is_scratch(s->out, name, &out->index))
        out->kind = ARG_SCRATCH;
    else
        return false;
    return true;
}

/* NULL: the name is free. */
static const char *name_clash(const struct kernel_scanner *s, const char *name)
{
    size_t index;
    if (is_scratch(s->out, name, &index))
        return "a scratch buffer of that name is there already";
    if (is_tensor(s->task->inputs, s->task->n_inputs, name, &index))
        return "an input of the task has that name";
    if (is_tensor(s->task->outputs, s->task->n_outputs, name, &index))
        return "an output of the task has that name";
    for (size_t i = 0; i < s->n_dims; i++)
        if (strcmp(s->dims[i].name, name) == 0)
            return "a dimension of the task has that name";
    return NULL;
}

/* Scratch is memory: it is told by the size of its elements. */
static const struct {
    const char *name;
    enum dtype as;
} more_dtypes[] = {
    { "u64", DTYPE_I64 },  { "i8", DTYPE_U8 },   { "bool", DTYPE_U8 },
    { "bf16", DTYPE_F16 }, { "u16", DTYPE_F16 }, { "i16", DTYPE_F16 },
};

static int expect_dtype(struct kernel_scanner *s, enum dtype *out)
{
    const char *name;
    scan_blanks(s);
    size_t start = s->pos;
    if (scan_name(s, "an element type", &name) < 0)
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(more_dtypes); i++)
        if (strcmp(more_dtypes[i].name, name) == 0) {
            *out = more_dtypes[i].as;
            return 0;
        }
    if (!dtype_parse(name, out))
        return scan_error(s, start,
                          "unknown element type '%.64s' (there are f16, bf16, f32, f64, i8, u8, "
                          "bool, i16, u16, i32, u32, i64, u64)",
                          name);
    return 0;
}

/* A lone name is a buffer or a dimension. */
static int parse_arg(struct kernel_scanner *s, struct kernel_arg *out)
{
    scan_blanks(s);
    size_t len = scan_name_length(s);
    size_t start = s->pos;
    if (len > 0 && len < 128) {
        const char *name = arena_strndup(s->arena, s->line + s->pos, len);
        s->pos += len;
        scan_blanks(s);
        bool lone = s->pos >= s->len || s->line[s->pos] == ',' || s->line[s->pos] == ')';
        if (is_buffer(s, name, out)) {
            if (lone)
                return 0;
            return scan_error(s, start, "buffer '%.64s' cannot stand in an expression", name);
        }
        s->pos = start;
        struct expr_name *end = s->dims + s->n_dims;
        struct expr_name *dim = s->dims;
        while (lone && dim < end && strcmp(dim->name, name) != 0)
            dim++;
        if (lone && dim == end)
            return scan_error(s, start,
                              "'%.64s' is no input, output, dimension or earlier scratch buffer "
                              "of task %s",
                              name, s->task->id);
    }
    out->kind = ARG_EXPR;
    return scan_expr(s, "argument", &out->expr);
}

static int parse_args(struct kernel_scanner *s, struct kernel_launch *k)
{
    char text[24];
    if (scan_accept(s, '<'))
        return scan_error(s, s->pos - 1,
                          "a launch names no template: let an extern \"C\" "
                          "__global__ function call it, and launch that one");
    if (scan_expect(s, '(', "behind the kernel name") < 0)
        return -1;
    if (scan_accept(s, ')'))
        return 0;
    do {
        scan_blanks(s);
        if (k->n_args == KERNEL_MAX_ARGS)
            return scan_error(s, s->pos, "more than %d arguments", KERNEL_MAX_ARGS);
        if (parse_arg(s, &k->args[k->n_args]) < 0)
            return -1;
        k->n_args++;
    } while (scan_accept(s, ','));
    if (!scan_accept(s, ')'))
        return scan_error(s, s->pos, "expected ',' or ')' in the arguments, found %s%s",
                          scan_found(s, text),
                          s->pos < s->len && s->line[s->pos] == '.'
                              ? "; arguments are whole numbers: write 0.01f in the kernel"
                              : "");
    return 0;
}

/* KEY=VALUE */
static int parse_option(struct kernel_scanner *s, struct kernel_launch *k)
{
    struct {
        const char *name;
        const struct expr **value;
        size_t max;
    } const options[] = {
        { "grid", k->grid, 3 },
        { "block", k->block, 3 },
        { "smem", &k->smem, 1 },
    };
    char text[24];
    size_t start = s->pos;
    size_t len = scan_name_length(s);
    if (len == 0)
        return scan_error(s, s->pos, "expected grid=, block= or smem=, found %s",
                          scan_found(s, text));
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (!scan_word_is(s, len, options[i].name))
            continue;
        if (options[i].value[0] != NULL)
            return scan_error(s, start, "%s is given twice", options[i].name);
        s->pos += len;
        if (scan_expect(s, '=', "behind the name of the option") < 0)
            return -1;
        /* E[,E[,E]]; *out_n components. */
        size_t n = 0;
        do {
            if (n == options[i].max)
                return scan_error(s, s->pos - 1, "%s takes %zu component%s", options[i].name,
                                  options[i].max, options[i].max == 1 ? "" : "s");
            if (scan_expr(s, options[i].name, &options[i].value[n]) < 0)
                return -1;
            n++;
        } while (scan_accept(s, ','));
        return 0;
    }
    return scan_error(s, start, "unknown option '%.*s': expected grid, block or smem",
                      (int)(len < 64 ? len : 64), s->line + s->pos);
}

/* Components default to 1, shared memory to 0. */
static void fill_missing(struct kernel_scanner *s, struct kernel_launch *k)
{
    static const char digits[] = "10";
    for (size_t i = 0; i < 3; i++) {
        if (k->grid[i] == NULL)
            k->grid[i] = expr_parse(s->arena, digits, 1, NULL);
        if (k->block[i] == NULL)
            k->block[i] = expr_parse(s->arena, digits, 1, NULL);
    }
    if (k->smem == NULL)
        k->smem = expr_parse(s->arena, digits + 1, 1, NULL);
}

/* KERNEL(ARG, ...) grid=... block=... [smem=...] */
static int parse_launch(struct kernel_scanner *s, size_t directive)
{
    if (s->out->n_launches == KERNEL_MAX_LAUNCHES)
        return scan_error(s, directive, "more than %d launches", KERNEL_MAX_LAUNCHES);
    struct kernel_launch *k = &s->out->launches[s->out->n_launches];
    memset(k, 0, sizeof(*k));
    k->line = s->line_no;
    if (scan_name(s, "the name of a kernel", &k->name) < 0 || parse_args(s, k) < 0)
        return -1;
    for (scan_blanks(s); s->pos < s->len; scan_blanks(s))
        if (parse_option(s, k) < 0)
            return -1;
    if (k->grid[0] == NULL)
        return scan_error(s, s->pos, "launch of '%.64s' lacks grid=", k->name);
    if (k->block[0] == NULL)
        return scan_error(s, s->pos, "launch of '%.64s' lacks block=", k->name);
    fill_missing(s, k);
    s->out->n_launches++;
    return 0;
}

static int parse_directive(struct kernel_scanner *s)
{
    char text[24];
    scan_blanks(s);
    size_t start = s->pos;
    size_t len = scan_name_length(s);
    if (len == 0)
        return scan_error(s, start, "expected launch or scratch behind //@, found %s",
                          scan_found(s, text));
    if (scan_word_is(s, len, "launch")) {
        s->pos += len;
        return parse_launch(s, start);
    }
    if (scan_word_is(s, len, "scratch")) {
        s->pos += len;
        /* NAME DTYPE[EXPR] */
        struct kernel_scratch b = { .line = s->line_no };
        if (s->out->n_scratch == KERNEL_MAX_SCRATCH)
            return scan_error(s, start, "more than %d scratch buffers", KERNEL_MAX_SCRATCH);
        scan_blanks(s);
        size_t name_at = s->pos;
        if (scan_name(s, "the name of a scratch buffer", &b.name) < 0)
            return -1;
        const char *clash = name_clash(s, b.name);
        if (clash != NULL)
            return scan_error(s, name_at, "scratch '%.64s': %s", b.name, clash);
        if (expect_dtype(s, &b.dtype) < 0 || scan_expect(s, '[', "behind the element type") < 0 ||
            scan_expr(s, "scratch size", &b.elements) < 0 ||
            scan_expect(s, ']', "behind the scratch size") < 0 || scan_line_end(s) < 0)
            return -1;
        s->out->scratch[s->out->n_scratch++] = b;
        return 0;
    }
    return scan_error(s, start, "unknown directive '%.*s': expected launch or scratch",
                      (int)(len < 64 ? len : 64), s->line + start);
}

static int parse_line(struct kernel_scanner *s)
{
    const char *nul = memchr(s->line, '\0', s->len);
    if (nul != NULL)
        return scan_error(s, (size_t)(nul - s->line), "NUL byte in the kernel file");
    if (s->len > 0 && s->line[s->len - 1] == '\r')
        s->len--;
    s->pos = lex_plan_mark(s->line, s->len);
    return s->pos == 0 ? 0 : parse_directive(s);
}

static int whole_file_error(struct kernel_error *error, const char *msg)
{
    if (error != NULL) {
        error->line = error->column = 0;
        snprintf(error->msg, sizeof(error->msg), "%s", msg);
    }
    return -1;
}

int kernel_file_parse(const char *text, size_t len, const struct task *task, struct arena *a,
                      struct kernel_file *out, struct kernel_error *error)
{
    if (len > KERNEL_MAX_BYTES)
        return whole_file_error(error, "kernel file is larger than 1 MiB");
    memset(out, 0, sizeof(*out));
    char *copy = arena_strndup(a, text, len);
    if (strncmp(copy, "\xef\xbb\xbf", 3) == 0)
        memset(copy, ' ', 3); /* the mark of UTF-8, which editors of some systems write */
    out->source = text = copy;
    out->source_len = len;
    struct kernel_scanner s = { .task = task, .arena = a, .out = out, .error = error };
    s.n_dims = task_names(task, CASE_TINY, s.dims);
    for (size_t at = 0; at < len; at += s.len + 1) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line_len = end != NULL ? (size_t)(end - (text + at)) : len - at;
        s.line = text + at;
        s.len = line_len;
        s.line_no++;
        if (parse_line(&s) < 0)
            return -1;
        s.len = line_len;
    }
    if (out->n_launches == 0)
        return whole_file_error(error, "no launch: the file needs a line "
                                       "\"//@ launch KERNEL(...) grid=... block=...\" "
                                       "(rollbook prompt show TASK describes the form)");
    return 0;
}

/*
 * Evaluate a launch plan for one case against the limits of a device.
 *
 * Compute capability 9.0 (CUDA C++ programming guide, table of technical specifications) gives the
 * limits for every backend, so that a kernel file is valid on all or none.
 */

#define MAX_THREADS_PER_BLOCK 1024
#define MAX_SMEM_BYTES        232448
#define MAX_SCRATCH_BYTES     (INT64_C(1) << 30)

static const int64_t grid_limits[3] = { 2147483647, 65535, 65535 };
static const int64_t block_limits[3] = { 1024, 1024, 64 };

struct planner {
    const struct kernel_file *kernel;
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names;
    struct kernel_error *error;
};

/* Behind the blanks of its line. */
static size_t directive_column(const struct kernel_file *k, size_t line)
{
    const char *p = k->source;
    for (; line > 1; line--) {
        const char *end = memchr(p, '\n', (size_t)(k->source + k->source_len - p));
        if (end == NULL)
            return 1;
        p = end + 1;
    }
    return strspn(p, " \t") + 1;
}

static int __attribute__((format(printf, 3, 4)))
plan_error(struct planner *p, size_t line, const char *fmt, ...)
{
    va_list args;
    if (p->error == NULL)
        return -1;
    p->error->line = line;
    p->error->column = directive_column(p->kernel, line);
    va_start(args, fmt);
    vsnprintf(p->error->msg, sizeof(p->error->msg), fmt, args);
    va_end(args);
    return -1;
}

static int plan_value(struct planner *p, size_t line, const char *what, const struct expr *e,
                      int64_t *out)
{
    struct expr_error error;
    if (expr_eval(e, p->names, p->n_names, out, &error) < 0)
        return plan_error(p, line, "%s: %s", what, error.msg);
    return 0;
}

static int plan_extent(struct planner *p, const struct kernel_launch *k, const char *what,
                       const struct expr *const e[3], const int64_t limits[3], uint32_t out[3])
{
    for (size_t i = 0; i < 3; i++) {
        int64_t value;
        char name[16];
        snprintf(name, sizeof(name), "%s.%c", what, "xyz"[i]);
        if (plan_value(p, k->line, name, e[i], &value) < 0)
            return -1;
        if (value < 1 || value > limits[i])
            return plan_error(p, k->line, "launch %.64s: %s is %lld, must be 1 to %lld", k->name,
                              name, (long long)value, (long long)limits[i]);
        out[i] = (uint32_t)value;
    }
    return 0;
}

static int plan_launch(struct planner *p, const struct kernel_launch *k, struct launch *out)
{
    int64_t smem;
    out->name = k->name;
    out->n_args = k->n_args;
    if (plan_extent(p, k, "grid", k->grid, grid_limits, out->grid) < 0 ||
        plan_extent(p, k, "block", k->block, block_limits, out->block) < 0)
        return -1;
    uint64_t threads = (uint64_t)out->block[0] * out->block[1] * out->block[2];
    if (threads > MAX_THREADS_PER_BLOCK)
        return plan_error(p, k->line, "launch %.64s: block has %llu threads, at most %d", k->name,
                          (unsigned long long)threads, MAX_THREADS_PER_BLOCK);
    if (plan_value(p, k->line, "smem", k->smem, &smem) < 0)
        return -1;
    if (smem < 0 || smem > MAX_SMEM_BYTES)
        return plan_error(p, k->line, "launch %.64s: smem is %lld bytes, must be 0 to %d", k->name,
                          (long long)smem, MAX_SMEM_BYTES);
    out->smem_bytes = (uint32_t)smem;
    for (size_t i = 0; i < k->n_args; i++) {
        out->args[i] = (struct launch_arg){ .kind = k->args[i].kind, .index = k->args[i].index };
        if (k->args[i].kind == ARG_EXPR &&
            plan_value(p, k->line, "argument", k->args[i].expr, &out->args[i].value) < 0)
            return -1;
    }
    return 0;
}

static int plan_scratch(struct planner *p, const struct kernel_scratch *s, int64_t *total_bytes,
                        int64_t *out_elements)
{
    int64_t bytes;
    if (plan_value(p, s->line, "scratch size", s->elements, out_elements) < 0)
        return -1;
    if (*out_elements < 1)
        return plan_error(p, s->line, "scratch %.64s has %lld elements, must be 1 or more", s->name,
                          (long long)*out_elements);
    if (__builtin_mul_overflow(*out_elements, (int64_t)dtype_size(s->dtype), &bytes) ||
        __builtin_add_overflow(bytes, *total_bytes, total_bytes) ||
        *total_bytes > MAX_SCRATCH_BYTES)
        return plan_error(p, s->line, "scratch %.64s brings scratch above %lld bytes in all",
                          s->name, (long long)MAX_SCRATCH_BYTES);
    return 0;
}

int kernel_plan(const struct kernel_file *k, const struct task *task, enum task_case c,
                struct launch_plan *out, struct kernel_error *error)
{
    struct planner p = { .kernel = k, .error = error };
    int64_t scratch_bytes = 0;
    p.n_names = task_names(task, c, p.names);
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i < k->n_scratch; i++) {
        out->scratch_dtype[i] = k->scratch[i].dtype;
        if (plan_scratch(&p, &k->scratch[i], &scratch_bytes, &out->scratch_elements[i]) < 0)
            return -1;
    }
    for (size_t i = 0; i < k->n_launches; i++)
        if (plan_launch(&p, &k->launches[i], &out->launches[i]) < 0)
            return -1;
    out->n_scratch = k->n_scratch;
    out->n_launches = k->n_launches;
    return 0;
}
