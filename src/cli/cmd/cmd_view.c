/*
 * cmd_view.c - "rollbook view": the pages of a database, from a server of its own.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/tables/table_common.h"
#include "reports/html/site.h"
#include "reports/html/site_live.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/stop_signal.h"
#include "src/cli/table_command.h"
#include "src/http/http.h"
#include "src/server/route.h"
#include "src/server/server.h"
#include "src/store/db.h"
#include "src/store/whole/joined.h"
#include "src/worker/transport.h"

extern char **environ;

#define TOKEN_WORDS 4

struct asked_view {
    const char *listen;
    bool no_browser;
};

struct view_server {
    struct cli *cli;
    struct live *live;
    char token[16 * TOKEN_WORDS + 1];
    const char *cookie; /* "rollbook=TOKEN" */
};

static bool is_same(const char *a, const char *b)
{
    size_t n = strlen(b);
    unsigned differs = strlen(a) < n;
    for (size_t i = 0; i < n && !differs; i++)
        differs |= (unsigned)(a[i] ^ b[i]);
    return differs == 0;
}

/* A browser sends the token once in the address, and from then on as a cookie of this server. */
static bool has_cookie(const struct view_server *v, const struct route_request *q)
{
    const char *at = route_header(q, "Cookie");
    for (; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (is_same(at, v->cookie) && strchr("; ", at[strlen(v->cookie)]) != NULL)
            return true;
    }
    return false;
}

static void answer_text(struct route_answer *out, int status, const char *text)
{
    out->status = status;
    out->content_type = "text/plain; charset=utf-8";
    buf_clear(&out->body);
    buf_puts(&out->body, text);
    buf_putc(&out->body, '\n');
}

static void answer(void *context, const struct route_request *q, struct route_answer *out)
{
    const struct view_server *v = context;
    struct err err = { 0 };
    const char *path = q->path + (q->path[0] == '/');
    if (str_starts_with(q->query, "token=") && is_same(q->query + strlen("token="), v->token) &&
        strlen(q->query) == strlen("token=") + strlen(v->token)) {
        out->header[0] = "Set-Cookie";
        out->header[1] =
            arena_printf(&out->arena, "%s; HttpOnly; SameSite=Strict; Path=/", v->cookie);
        buf_puts(&out->body, "<!DOCTYPE html><html lang=\"en\"><head><title>Rollbook</title><meta "
                             "http-equiv=\"refresh\" content=\"0;url=/index.html\"></head><body><a "
                             "href=\"/index.html\">Runs</a></body></html>\n");
        return;
    }
    if (!has_cookie(v, q)) {
        answer_text(out, 401, "Open the address that 'rollbook view' printed.");
        return;
    }
    out->header[0] = "Content-Security-Policy";
    out->header[1] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                     "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    int rc = live_get(v->live, *path == '\0' ? "index.html" : path, q->query, &out->body,
                      &out->content_type, &err);
    if (rc < 0)
        answer_text(out, rc == ERR_NOMATCH ? 404 : rc == ERR_BUSY ? 503 : 500, err.msg);
}

static void open_browser(struct view_server *v, const char *url)
{
    char program[] = "xdg-open";
    char *address = mem_strdup(url);
    char *argv[] = { program, address, NULL };
    pid_t child;
    if (posix_spawnp(&child, program, NULL, NULL, argv, environ) != 0)
        cli_note(v->cli, "no browser was opened: xdg-open is not installed");
    free(address);
}

static void say_ready(void *context, struct server *server, unsigned port)
{
    struct view_server *v = context;
    const struct asked_view *asked = v->cli->options;
    const char *colon = strrchr(asked->listen, ':');
    const char *url = arena_printf(v->cli->arena, "http://%.*s:%u/?token=%s",
                                   (int)(colon == NULL ? 0 : colon - asked->listen), asked->listen,
                                   port, v->token);
    (void)server;
    printf("%s\n", url);
    fflush(stdout);
    if (!asked->no_browser && isatty(STDOUT_FILENO))
        open_browser(v, url);
}

static void say_problem(void *context, const char *text)
{
    const struct view_server *v = context;
    cli_note(v->cli, "view: %s", text);
}

static void set_waker(void *context, int fd)
{
    (void)context;
    stop_wakes(fd);
}

static int serve_pages(struct view_server *v, const char *spool, struct err *err)
{
    const struct asked_view *asked = v->cli->options;
    const struct route rows[] = { { .method = "GET",
                                    .path = "/",
                                    .needs = ROUTE_NO_TOKEN | ROUTE_BELOW,
                                    .answer = answer,
                                    .context = v,
                                    .help = "the pages" } };
    const struct route_table tables[] = { { rows, ARRAY_LEN(rows) } };
    const struct server_options options = { .listen = asked->listen,
                                            .db_path = v->cli->db_path,
                                            .reads_only = true,
                                            .spool = spool,
                                            .run = "view",
                                            .token = v->token,
                                            .max_body = (size_t)1 << 20,
                                            .first_byte_ms = 60000,
                                            .stall_ms = 60000,
                                            .max_spool = (uint64_t)1 << 20,
                                            .grace_ms = 1000,
                                            .transport = transport_local,
                                            .workers = 1,
                                            .queue = 1,
                                            .evaluate_ms = 1000,
                                            .argv = cli_argv_json(v->cli),
                                            .tables = tables,
                                            .n_tables = ARRAY_LEN(tables) };
    const struct server_hooks hooks = { .ready = say_ready,
                                        .note = say_problem,
                                        .stop = stop_on_signals(),
                                        .set_waker = set_waker,
                                        .context = v };
    struct server_summary summary = { 0 };
    return server_run(&options, &hooks, &summary, err);
}

static int run_view(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *read;
    int rc = table_command_read(cli, &in, &read, err);
    if (rc == 0 && joined_is(cli->db_path))
        rc = err_set(err, ERR_USAGE,
                     "%s: view shows one database; 'rollbook site DIR' writes pages of several",
                     cli->db_path);
    if (rc < 0)
        return rc;
    const char *slash = strrchr(cli->db_path, '/');
    const struct site site = { .title = slash == NULL ? cli->db_path : slash + 1,
                               .names = in.runs,
                               .baseline = in.baseline,
                               .baseline_hardware = in.baseline_hardware };
    struct view_server v = { .cli = cli };
    for (size_t i = 0; i < TOKEN_WORDS; i++)
        snprintf(v.token + 16 * i, 17, "%016llx", (unsigned long long)rng_secret());
    v.cookie = arena_printf(cli->arena, "rollbook=%s", v.token);
    (void)signal(SIGPIPE, SIG_IGN);
    db_close(cli->db); /* each page opens it */
    cli->db = NULL;
    /* The server keeps a folder for exchanges; here it stays empty. */
    const char *folder = NULL, *temporary = getenv("TMPDIR");
    const char *place = arena_printf(cli->arena, "%s/rollbook-view",
                                     temporary == NULL || *temporary == '\0' ? "/tmp" : temporary);
    rc = file_draft_folder(place, cli->arena, &folder, err);
    if (rc < 0)
        return rc;
    struct err none = { 0 };
    v.live = live_new(&site, cli->db_path);
    rc = serve_pages(&v, folder, err);
    live_free(v.live);
    (void)file_draft_folder_end(folder, place, ERR_NEGATIVE, &none);
    return rc;
}

#define ROW(member, ...) OPTION(struct asked_view, member, __VA_ARGS__)
static const struct option rows[] = {
    ROW(listen, "listen", "HOST:PORT", "port 0: any, and shown", .letter = 'l'),
    ROW(no_browser, "no-browser", NULL, "print the address only"),
    TABLE_RUNS_OPTIONS,
    TABLE_BASELINE_OPTIONS,
};
static const struct asked_view standard = { .listen = "127.0.0.1:0" };

const struct command cmd_view = {
    .name = "view",
    .summary = "show the database in a browser, also while a run goes on",
    .usage = "rollbook view [--listen HOST:PORT] [--no-browser] [--run NAME,...]",
    .examples = "  rollbook view --db study.db\n"
                "  ssh -L 8791:127.0.0.1:8791 host rollbook view --listen 127.0.0.1:8791 "
                "--no-browser --db study.db\n",
    .flags = CMD_READS,
    .options = OPTION_SET(rows, standard),
    .run = run_view,
};
