/*
 * mcp.h - the Model Context Protocol: what a coding agent calls, as JSON-RPC 2.0 messages.
 *
 * Revisions 2024-11-05 to 2025-11-25.  An agent's session is a run of strategy "session", whose
 * turns are its evaluations.  Evaluations go through the server of this process; everything else is
 * read from the database.
 */
#ifndef ROLLBOOK_MCP_MCP_H
#define ROLLBOOK_MCP_MCP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;
struct mcp;
struct mcp_session;
struct route_table;
struct server;
struct server_options;

struct mcp_options {
    const char *db_path;
    const char *run;      /* of every session; NULL: each has its own */
    const char *held_out; /* a split besides those of the database; NULL: none */
    const char *backend;  /* where none is asked for: "cpu", "cuda" */
    const char *root;     /* a folder whose files may be evaluated by path; NULL: none */
};

int mcp_new(const struct mcp_options *options, struct mcp **out, struct err *err);
void mcp_free(struct mcp *m); /* NULL is fine */
/* Before the first message.  Threads may hand messages in from then on. */
void mcp_bind(struct mcp *m, struct server *s);

struct mcp_session *mcp_session_new(struct mcp *m);
void mcp_session_free(struct mcp_session *s); /* NULL is fine; no message of it is being handled */
/* Calls that were handed in are cancelled, later ones as well. */
void mcp_session_end(struct mcp_session *s);

/* Handles one message, or a batch, and appends the answer: nothing for notifications.  May take as
 * long as an evaluation.  Any bytes are fine. */
void mcp_message(struct mcp_session *s, const char *text, size_t len, struct buf *out);
/* True: the message is answered at once, and its order matters. */
bool mcp_is_quick(const char *text, size_t len);

struct mcp_streams {
    int in, out;
    const volatile sig_atomic_t *stop;             /* non-zero: end */
    void (*note)(void *context, const char *text); /* one line; from any thread */
    void *context;
};
/* A process of its own for one agent: until its input ends. */
int mcp_process_run(const struct mcp_options *options, const struct server_options *server,
                    const struct mcp_streams *streams, struct err *err);

/* Messages as lines, until in ends or stop is not zero.  What was begun then is stored. */
int mcp_stdio_run(struct mcp *m, int in, int out, const volatile sig_atomic_t *stop,
                  struct err *err);
/* POST, GET and DELETE of /mcp (streamable HTTP, answers as JSON). */
struct route_table mcp_routes(struct mcp *m);

/* What a client's configuration needs to start "program mcp".  ERR_USAGE: no such client. */
int mcp_config_put(const char *client, const char *program, const char *db_path, struct buf *out,
                   struct err *err);
extern const char *const mcp_clients[], *const mcp_backends[]; /* NULL-ended */

/* "  NAME  title" lines of the tools. */
void mcp_tools_list(struct buf *out);

#endif
