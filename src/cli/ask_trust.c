#include "src/cli/ask_trust.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/trust/trust.h"

#define MOST_SHOWN 12
#define MOST_BYTES 600 /* of one value */

static void put_value(struct buf *out, const char *value)
{
    size_t len = strlen(value);
    str_put_terminal_safe(out, value, len > MOST_BYTES ? MOST_BYTES : len);
    if (len > MOST_BYTES)
        buf_printf(out, "... (%zu bytes in all)", len);
}

int ask_trust(void *context, const struct trust_list *unapproved, struct err *err)
{
    const struct cli *cli = context;
    struct buf CLEANUP(buf_release) text = { 0 };
    char answer[16] = "";
    bool can_ask = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    if (cli->common.trust)
        buf_printf(&text, "approved for this database by --trust:\n");
    else
        buf_printf(&text, "this database names programs, hosts or keys to use, and you have not "
                          "approved them on this machine:\n");
    for (size_t i = 0; i < unapproved->n && i < MOST_SHOWN; i++) {
        const struct trust_setting *s = &unapproved->items[i];
        buf_printf(&text, "  %s: ", s->what);
        put_value(&text, s->shown != NULL ? s->shown : s->value);
        buf_putc(&text, '\n');
    }
    if (unapproved->n > MOST_SHOWN)
        buf_printf(&text, "  and %zu more\n", unapproved->n - MOST_SHOWN);
    if (!cli->common.trust || !cli->quiet)
        fputs(buf_text(&text), stderr);
    if (cli->common.trust)
        return 0;
    if (can_ask) {
        fputs("Obey it, now and in later commands? [y/N] ", stderr);
        if (fgets(answer, sizeof(answer), stdin) != NULL &&
            (strcmp(answer, "y\n") == 0 || strcmp(answer, "yes\n") == 0))
            return 0;
    }
    return err_set(
        err, ERR_UNTRUSTED,
        "%s: not approved. If you know who made this database, run the same command with --trust",
        cli->db_path);
}
