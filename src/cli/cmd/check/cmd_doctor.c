/*
 * cmd_doctor.c - "rollbook doctor": what works on this machine, and what to do about the rest.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/check/certify.h"
#include "src/cli/cmd/check/doctor.h"
#include "src/cli/command.h"
#include "src/table/fold.h"

struct asked_doctor {
    bool certify;
    const char *backend, *python, *queue;
    unsigned workers;
};

static const char *const backends[] = { "cpu", "cuda", NULL };

#define ROW(member, ...) OPTION(struct asked_doctor, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(certify, "certify", NULL,
        "evaluate kernels whose verdicts are known; status 1 when a verdict is another one"),
    ROW(backend, "backend", "NAME", "with --certify: cpu or cuda", .choices = backends),
    ROW(workers, "workers", "N", "with --certify: worker processes; 0: one a core", .letter = 'j',
        .most = 256),
    ROW(python, "python", "PROGRAM",
        "PyTorch: interpreter to test (default: ROLLBOOK_PYTHON, otherwise python3)"),
    ROW(queue, "queue", "ADDRESS", "also try the queue there (PostgreSQL)"),
};
static const struct asked_doctor standard_doctor = { .backend = "cpu" };

static const char *const health_names[] = { "ok", "missing", "failed" };

static const struct table_column columns[] = {
    { "part", 0, COLUMN_TEXT, "compiler, processor, sandbox, clocks, disk, gpu, pytorch or queue" },
    { "check", 0, COLUMN_TEXT, "the test that was made" },
    { "state", 0, COLUMN_TEXT, "its result", .words = "ok|missing|failed" },
    { "found", 0, COLUMN_TEXT, "the part that was found, or the cause of the failure" },
    { "means", 0, COLUMN_TEXT, "the consequence", "it is ok" },
    { "next", 0, COLUMN_TEXT, "what to do", "nothing is to be done" },
    { "needed", 0, COLUMN_BOOL, "without it nothing can be evaluated on the processor" },
};

static const struct table_shape shape = {
    .schema = "rollbook.doctor/1",
    .rows = "working and missing parts of this machine",
    SHAPE_COLUMNS(columns),
};

static bool is_bad(const struct doctor_finding *x)
{
    return x->health == HEALTH_FAILED || (x->health == HEALTH_MISSING && x->needed);
}

static void print_rows(struct cli *cli, const struct doctor_findings *f)
{
    struct table t;
    table_begin(&t, cli->arena, &shape);
    for (size_t i = 0; i < f->n; i++) {
        const struct doctor_finding *x = &f->items[i];
        struct cell *c = table_row(&t);
        *c++ = cell_text(&t, x->part);
        *c++ = cell_text(&t, x->what);
        *c++ = cell_text(&t, health_names[x->health]);
        *c++ = cell_text(&t, x->found);
        *c++ = x->meaning[0] == '\0' ? cell_na(&t, "it is ok") : cell_text(&t, x->meaning);
        *c++ = x->next == NULL ? cell_na(&t, "nothing is to be done") : cell_text(&t, x->next);
        *c++ = cell_bool(x->needed);
    }
    cli_print_table(cli, &t);
}

/* A line each; below what is not ok, what it means and what to do. */
static void print_text(const struct doctor_findings *f)
{
    struct buf CLEANUP(buf_release) lines = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    for (size_t i = 0; i < f->n; i++) {
        const struct doctor_finding *x = &f->items[i];
        buf_printf(&lines, "%-8s %-10s %-18s ", health_names[x->health], x->part, x->what);
        str_put_terminal_safe(&lines, x->found, strlen(x->found));
        buf_putc(&lines, '\n');
        if (x->health == HEALTH_OK)
            continue;
        buf_printf(&lines, "         %s%s\n", x->needed ? "needed: " : "", x->meaning);
        if (x->next != NULL) {
            buf_puts(&lines, "         next: ");
            str_put_terminal_safe(&lines, x->next, strlen(x->next));
            buf_putc(&lines, '\n');
        }
    }
    fold_lines(&out, cli_terminal_width(stdout), 9, buf_text(&lines));
    fputs(buf_text(&out), stdout);
}

static int run_doctor(struct cli *cli, struct err *err)
{
    const struct asked_doctor *asked = cli->options;
    const struct doctor_asked how = { .python = asked->python,
                                      .queue = asked->queue,
                                      .db = cli->db_path };
    struct doctor_findings f = { .arena = cli->arena };
    size_t bad = 0;
    if (asked->certify)
        return certify(cli, asked->backend, asked->workers, err);
    doctor_processor(&f);
    doctor_clocks(&f);
    doctor_disk(&f, &how);
    doctor_gpu(&f);
    doctor_torch(&f, &how);
    doctor_queue(&f, &how);
    if (cli->format == TABLE_TEXT)
        print_text(&f);
    else
        print_rows(cli, &f);
    for (size_t i = 0; i < f.n; i++)
        bad += is_bad(&f.items[i]);
    return bad == 0 ? 0
                    : err_set(err, ERR_NEGATIVE, "%zu of %zu checks failed or miss a needed part",
                              bad, f.n);
}

const struct command cmd_doctor = {
    .name = "doctor",
    .summary = "check this machine: working parts, missing parts and what to do",
    .usage = "rollbook doctor [--python PROGRAM] [--queue ADDRESS]\n"
             "       rollbook doctor --certify [--backend NAME] [--db FILE]",
    .examples = "  rollbook doctor\n"
                "  rollbook doctor --json\n"
                "  rollbook doctor --certify --backend cuda --db study.db\n",
    .options = OPTION_SET(options, standard_doctor),
    .shape = &shape,
    .run = run_doctor,
};
