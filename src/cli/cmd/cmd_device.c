/*
 * cmd_device.c - "rollbook device": what evaluations can run on here.
 */
#include <math.h>
#include <stdlib.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/eval/device_report.h"

struct asked_device {
    bool measure;
    const char *python;
};

static const struct option options[] = {
    OPTION(struct asked_device, measure, "measure", NULL,
           "also measure copy rate and clocks of the GPUs"),
    OPTION(struct asked_device, python, "python", "PROGRAM",
           "PyTorch: interpreter to test (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_device standard_device = { .measure = false };

static const struct table_column columns[] = {
    { "device", 0 },
    { "property", 0 },
    { "value", 0 },
    { "unit", 0 },
};

static struct cell value_cell(struct table *t, const struct device_fact *f)
{
    if (f->text[0] != '\0')
        return cell_text(t, f->text);
    return isnan(f->number) ? cell_na(t, "unknown") : cell_real(f->number);
}

static int run_device(struct cli *cli, struct err *err)
{
    const struct asked_device *asked = cli->options;
    struct table t;
    struct device_report *r = arena_alloc(cli->arena, sizeof *r);
    const char *python = asked->python;
    if (python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the interpreter cannot be named");
    device_report(asked->measure, r);
    table_init(&t, cli->arena, "rollbook.device/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < r->n; i++) {
        struct cell *c = table_row(&t);
        *c++ = cell_text(&t, r->facts[i].device);
        *c++ = cell_text(&t, r->facts[i].property);
        *c++ = value_cell(&t, &r->facts[i]);
        *c++ = cell_text(&t, r->facts[i].unit);
    }
    cli_print_table(cli, &t);
    return 0;
}

const struct command cmd_device = {
    .name = "device",
    .summary = "show the devices that can evaluate kernels on this machine",
    .usage = "rollbook device [--measure] [--python PROGRAM]",
    .examples = "  rollbook device\n"
                "  rollbook device --measure --json\n",
    .options = OPTION_SET(options, standard_device),
    .run = run_device,
};
