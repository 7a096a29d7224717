#include "src/cli/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"

static void put_stderr(const char *prefix, const char *text)
{
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, text, strlen(text));
    fprintf(stderr, "%s%s\n", prefix, buf_text(&safe));
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

/* A serial line does not tell its width; COLUMNS may. */
size_t cli_terminal_width(void)
{
    struct winsize size = { 0 };
    int64_t columns = 0;
    const char *said = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) != 1)
        return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return said != NULL && str_to_i64(said, &columns) && columns > 0 ? (size_t)columns : 0;
}

void cli_print_table(const struct cli *cli, const struct table *t)
{
    struct buf out = { 0 };
    struct table shown = *t;
    if (cli->input.explain)
        analyze_explain(&shown);
    if (cli->format == TABLE_TEXT)
        table_render_within(&shown, cli_terminal_width(), &out);
    else
        table_render(&shown, cli->format, &out);
    fwrite(buf_text(&out), 1, out.len, stdout);
    buf_release(&out);
}
