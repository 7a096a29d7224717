/*
 * mcp_config.c - what each client's configuration wants.  Pure.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/json/json.h"
#include "src/mcp/mcp_internal.h"

const char *const mcp_clients[] = { "claude", "codex", "cursor", "vscode", NULL };

/* A basic string of TOML is written as one of JSON. */
static void put_toml(struct buf *out, const char *program, const char *db_path)
{
    buf_puts(out, "# ~/.codex/config.toml\n[mcp_servers.rollbook]\ncommand = ");
    buf_put_json_string(out, program, strlen(program));
    buf_puts(out, "\nargs = [\"mcp\", \"--db\", ");
    buf_put_json_string(out, db_path, strlen(db_path));
    buf_puts(out, "]\ntool_timeout_sec = 600\n");
}

/* Claude Code and Cursor call the member mcpServers, VS Code servers; a wrong one is ignored in
 * silence. */
static void put_json(struct buf *out, const char *member, const char *program, const char *db_path)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    struct json *us = json_add_object(json_add_object(root, member), "rollbook");
    json_add_string(us, "type", "stdio");
    json_add_string(us, "command", program);
    struct json *args = json_add_array(us, "args");
    json_add_string(args, NULL, "mcp");
    json_add_string(args, NULL, "--db");
    json_add_string(args, NULL, db_path);
    json_print(root, false, out);
    buf_putc(out, '\n');
}

int mcp_config_put(const char *client, const char *program, const char *db_path, struct buf *out,
                   struct err *err)
{
    if (strcmp(client, "codex") == 0)
        put_toml(out, program, db_path);
    else if (strcmp(client, "vscode") == 0)
        put_json(out, "servers", program, db_path);
    else if (strcmp(client, "claude") == 0 || strcmp(client, "cursor") == 0)
        put_json(out, "mcpServers", program, db_path);
    else
        return err_set(err, ERR_USAGE, "unknown client '%.40s': claude, codex, cursor or vscode",
                       client);
    return 0;
}
