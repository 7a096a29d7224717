#include "src/cli/output.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"
#include "src/table/fold.h"

/* A serial line does not tell its width; COLUMNS may. */
size_t cli_terminal_width(FILE *to)
{
    struct winsize size = { 0 };
    int64_t columns = 0;
    const char *said = getenv("COLUMNS");
    if (isatty(fileno(to)) != 1)
        return 0;
    if (ioctl(fileno(to), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return said != NULL && str_to_i64(said, &columns) && columns > 0 ? (size_t)columns : 0;
}

static void put_stderr(const char *prefix, const char *text)
{
    struct buf safe = { 0 }, folded = { 0 };
    buf_puts(&safe, prefix);
    str_put_terminal_safe(&safe, text, strlen(text));
    fold_lines(&folded, cli_terminal_width(stderr), 4, buf_text(&safe));
    fputs(buf_text(&folded), stderr);
    buf_release(&folded);
    buf_release(&safe);
}

void output_error(const char *message)
{
    put_stderr("rollbook: ", message);
}

void cli_note(const struct cli *cli, const char *fmt, ...)
{
    char text[2000];
    va_list ap;
    if (cli->quiet)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    put_stderr("", text);
}

int cli_check_output(const struct cli *cli, const char *path, const char *mark, const char *begins,
                     struct err *err)
{
    const struct file_output o = { path, mark, cli->common.replace };
    if (path == NULL || strcmp(path, "-") == 0)
        return 0;
    int rc = file_output_check(&o, begins, strlen(begins), err);
    return rc < 0 ? rc : 0;
}

int cli_write_output(const struct cli *cli, const char *path, const char *mark,
                     const struct buf *bytes, struct err *err)
{
    const struct file_output o = { path, mark, cli->common.replace };
    if (strcmp(path, "-") != 0)
        return file_output_write(&o, bytes->data, bytes->len, err);
    fwrite(bytes->data, 1, bytes->len, stdout);
    return 0;
}

static bool is_repeated(const struct table *t, size_t note)
{
    for (size_t i = 0; i < note; i++)
        if (strcmp(t->notes[i], t->notes[note]) == 0)
            return true;
    return false;
}

void cli_print_table(const struct cli *cli, const struct table *t)
{
    struct buf out = { 0 };
    struct table shown = *t;
    if (cli->input.explain)
        analyze_explain(&shown);
    shown.is_brief = cli->command->table != NULL && !cli->input.explain;
    /* What says nothing beside its rows has its warnings on standard error. */
    const bool warns = shown.is_brief && cli->format == TABLE_TEXT;
    for (size_t i = 0; (warns || cli->format == TABLE_CSV) && i < t->n_notes; i++)
        if (t->ranks[i] == NOTE_WARNING && !is_repeated(t, i))
            cli_note(cli, "warning: %s", t->notes[i]);
    if (cli->format == TABLE_TEXT)
        table_render_within(&shown, cli_terminal_width(stdout), &out);
    else
        table_render(&shown, cli->format, &out);
    fwrite(buf_text(&out), 1, out.len, stdout);
    buf_release(&out);
}

void cli_tell_made(const struct cli *cli, const char *path, const struct made_count *counts,
                   size_t n)
{
    static const struct table_column columns[] = { { "path", 0 }, { "what", 0 }, { "n", 0 } };
    struct table t;
    bool is_file = strcmp(path, "-") != 0;
    if (is_file)
        cli_note(cli, "wrote %s", path);
    for (size_t i = 0; i < n; i++)
        cli_note(cli, "%s: %" PRId64, counts[i].what, counts[i].n);
    if (cli->format != TABLE_JSON || !is_file)
        return;
    table_init(&t, cli->arena, "rollbook.made/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, path);
        c[1] = cell_text(&t, counts[i].what);
        c[2] = cell_int(counts[i].n);
    }
    cli_print_table(cli, &t);
}
