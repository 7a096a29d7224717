/*
 * mcp_internal.h - what the parts of src/mcp share.
 */
#ifndef ROLLBOOK_MCP_MCP_INTERNAL_H
#define ROLLBOOK_MCP_MCP_INTERNAL_H

#include <pthread.h>
#include <stdint.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/mcp/mcp.h"
#include "src/mcp/wall.h"
#include "src/server/evaluate_here.h"
#include "src/server/route.h"

struct db;
struct json;
struct task;

#define MCP_OLDEST "2024-11-05"
#define MCP_LATEST "2025-11-25"

struct mcp {
    struct mcp_options options;
    struct server *server;
    struct wall wall; /* of the option */
    struct arena arena;
    char *root; /* resolved; NULL: none; owned */
    struct route routes[2];
    pthread_mutex_t mutex;        /* guards the rest */
    struct mcp_session *sessions; /* of HTTP */
    size_t n_sessions;
};

struct open_call {
    const char *id; /* JSON text; borrowed */
    struct server_call handle;
    struct open_call *next;
};

#define MCP_CANCELLED 512

struct mcp_session {
    struct mcp *mcp;
    char name[64]; /* of HTTP's header, and of its run */
    const char *run;
    pthread_mutex_t mutex; /* guards the rest */
    char revision[16];
    char client[128]; /* "claude-code 2.1" */
    bool ended;
    size_t n_users; /* requests of HTTP that hold it; guarded by mcp, like the next two */
    bool is_gone;   /* ended; no request finds it */
    int64_t used_ns;
    struct open_call *calls;
    /* Cancelled before their thread had begun; the oldest are forgotten.  Owned. */
    char *cancelled[MCP_CANCELLED];
    size_t n_cancelled;
    char **submitted; /* tasks; owned */
    size_t n_submitted;
    struct mcp_session *next;
};

/* Where details are. */
struct mcp_link {
    const char *uri, *name, *help;
};
#define MCP_LINKS 8

/* A call of a tool: what it was given and what it says. */
struct mcp_call {
    struct mcp *mcp;
    struct mcp_session *session;
    struct server_call *handle;
    const struct json *arguments; /* checked against the tool's parameters */
    struct arena *a;
    struct db *db;   /* mcp_database */
    struct buf text; /* the answer */
    struct mcp_link links[MCP_LINKS];
    size_t n_links;
    const char *next;      /* of a failure: what to do; NULL: nothing to say */
    char began_at[32];     /* UTC */
    int64_t evaluation_id; /* that it made; 0: none */
    struct json *facts;    /* of the answer, for programs; NULL: none */
};

enum mcp_type { MCP_TEXT, MCP_INT };

struct mcp_param {
    const char *name;
    enum mcp_type type;
    bool needed;
    const char *help;
    int64_t least, most;      /* of MCP_INT; of MCP_TEXT the most bytes */
    const char *const *words; /* NULL-ended; NULL: any */
};

struct mcp_tool {
    const char *name, *title, *help;
    const struct mcp_param *params;
    size_t n_params;
    bool evaluates; /* makes rows */
    int (*run)(struct mcp_call *c, struct err *err);
};

/* Revisions of the protocol. */
bool mcp_knows_revision(const char *name);

const struct mcp_tool *mcp_tool_find(const char *name);
void mcp_tools_put(struct json *list);
/* ERR_USAGE in words for the agent. */
int mcp_arguments_check(const struct mcp_tool *t, const struct json *arguments, struct err *err);

const char *mcp_text(const struct mcp_call *c, const char *name); /* NULL: not given */
int64_t mcp_number(const struct mcp_call *c, const char *name, int64_t otherwise);
int mcp_database(struct mcp_call *c, struct err *err); /* opens c->db */
/* ERR_NOMATCH, with the next step. */
int mcp_find_task(struct mcp_call *c, const char *name, const struct task **out, struct err *err);
void mcp_link(struct mcp_call *c, const char *uri, const char *name, const char *help);
/* Text that any client takes, at most so many bytes. */
void mcp_put_clean(struct mcp_call *c, const char *text, size_t max);

/* One tool each. */
int tool_task(struct mcp_call *c, struct err *err);
int tool_evaluate(struct mcp_call *c, struct err *err);
int tool_profile(struct mcp_call *c, struct err *err);
int tool_history(struct mcp_call *c, struct err *err);
int tool_best(struct mcp_call *c, struct err *err);
int tool_diff(struct mcp_call *c, struct err *err);
int tool_noise(struct mcp_call *c, struct err *err);
int tool_submit(struct mcp_call *c, struct err *err);

/* A stored evaluation that this session may see; texts in the arena. */
struct seen_evaluation {
    int64_t id;
    bool is_own; /* of this session's run */
    const char *run, *task, *outcome, *cheat_kind, *message, *code, *code_sha256, *why_no_speedup;
    const char *mode, *task_case, *backend, *device, *rule, *verdict_sha256, *purpose;
    bool correct;
    double speedup, lower, upper, runtime_us, baseline_us; /* NaN: unknown */
    int launch_count;
};
/* ERR_NOMATCH: there is none, or the wall hides it (in the same words). */
int mcp_see(struct mcp_call *c, int64_t id, struct seen_evaluation *out, struct err *err);
/* "1.37 (1.21 to 1.55)", "-" */
void mcp_put_speedup(struct buf *out, double speedup, double lower, double upper);
/* Whether their times may be compared: one device, one case. */
bool mcp_is_same_place(const struct seen_evaluation *a, const struct seen_evaluation *b);
/* What the second brought against the first, as a clause. */
void mcp_put_change(struct buf *out, const struct seen_evaluation *before,
                    const struct seen_evaluation *after);

/* The JSON of resources/list, resources/templates/list; of resources/read one text. */
void mcp_resources_put(struct json *list);
void mcp_templates_put(struct json *list);
int mcp_resource_read(struct mcp_call *c, const char *uri, struct buf *out, struct err *err);

#endif
