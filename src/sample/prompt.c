#include "src/sample/prompt.h"

#include <limits.h>
#include <stdbool.h>

#include "src/base/buf.h"
#include "tasks/task.h"

static const char format_text[] =
    "Write one CUDA C file of device code. Each kernel is extern \"C\" __global__; there is no "
    "host\n"
    "code. Say how the kernels are launched, in order, by comment lines at the start:\n"
    "\n"
    "//@ scratch NAME DTYPE[COUNT]\n"
    "//@ launch KERNEL(ARGUMENT, ...) grid=X[,Y[,Z]] block=X[,Y[,Z]] [smem=BYTES]\n"
    "\n"
    "Counts, grid, block and smem are integer expressions over the dimensions with + - * / %,\n"
    "parentheses, min, max, ceil_div(a, b) and next_pow2(a). Arguments are inputs, outputs and\n"
    "scratch buffers (pointers) or such expressions (integers). Scratch holds arbitrary values at\n"
    "first. Every element of every output must be written, for all of the sizes.\n"
    "Answer with the file in one code block.\n";

static void put_tensor(const char *role, const struct task_tensor *x, struct buf *out)
{
    buf_printf(out, "- %s %s: %s[", role, x->name, dtype_name(x->dtype));
    for (size_t d = 0; d < x->rank; d++)
        buf_printf(out, "%s%s", d > 0 ? ", " : "", x->shape_text[d]);
    buf_puts(out, "], row-major\n");
}

static void put_sizes(const struct task *t, enum task_case c, struct buf *out)
{
    buf_printf(out, "- sizes (%s):", task_case_name(c));
    for (size_t d = 0; d < t->n_dims; d++)
        buf_printf(out, "%s %s = %lld", d > 0 ? "," : "", t->dims[d],
                   (long long)t->dim_values[c][d]);
    buf_printf(out, "; every |got - want| <= %g + %g * |want|\n", t->atol[c], t->rtol);
}

void prompt_render(const struct task *task, struct buf *out)
{
    buf_printf(out, "Optimise a GPU kernel: %s\n\n%s\n\n", task->name, task->description);
    for (size_t i = 0; i < task->n_inputs; i++)
        put_tensor("input", &task->inputs[i], out);
    for (size_t i = 0; i < task->n_outputs; i++)
        put_tensor("output", &task->outputs[i], out);
    put_sizes(task, CASE_CPU, out);
    put_sizes(task, CASE_FULL, out);
    buf_printf(out, "\n%s\nThe reference kernel, which yours is timed against:\n\n```cuda\n%s",
               format_text, task->baseline);
    if (out->len == 0 || out->data[out->len - 1] != '\n')
        buf_putc(out, '\n');
    buf_puts(out, "```\n");
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int prompt_count_words(const char *text, size_t len)
{
    int n = 0;
    for (size_t i = 0; i < len && n < INT_MAX; i++) {
        if (!is_space(text[i]) && (i == 0 || is_space(text[i - 1])))
            n++;
    }
    return n;
}
