/*
 * served.h - a policy of a server, asked for samples and scores, and all that comes of it as one
 * text.
 */
#ifndef ROLLBOOK_TESTS_SERVED_H
#define ROLLBOOK_TESTS_SERVED_H

#include "src/sample/policy.h"
#include "tasks/task.h"
#include "tests/unit/sample/scripted_server.h"

/* A sink (policy.h) that writes down what it is told, and as what samples came. */
static inline int told_announce(void *context, size_t request, const char *sha256, struct err *err)
{
    (void)err;
    buf_printf(context, "  announced %zu %.8s\n", request, sha256);
    return 0;
}

static inline int told_promised(void *context, size_t request, const char *promise, struct err *err)
{
    (void)err;
    buf_printf(context, "  promised %zu %s\n", request, promise);
    return 0;
}

static inline int told_done(void *context, size_t request, const struct completion *c,
                            struct err *err)
{
    struct buf *out = context;
    (void)err;
    buf_printf(out, "  done %zu '%.*s' %s, %d and %d tokens, dropped %zu, at %g%s:", request,
               (int)c->text_len, c->text, c->finish_reason, c->prompt_tokens,
               (int)c->completion_tokens, c->n_dropped, c->logprob_temperature,
               c->logprobs_have_gaps ? ", with gaps" : "");
    for (size_t i = 0; i < c->n_tokens; i++) {
        if (c->token_ids != NULL)
            buf_printf(out, " %d", c->token_ids[i]);
        if (c->logprobs != NULL)
            buf_printf(out, " (%g)", (double)c->logprobs[i]);
    }
    /* How long it took is nobody's to know. */
    const char *latency = c->extra == NULL ? NULL : strstr(c->extra, "\"latency_ms\":");
    if (latency != NULL)
        buf_printf(out, " %.*s...%s\n", (int)(latency - c->extra), c->extra,
                   latency + strcspn(latency, ",}"));
    else
        buf_printf(out, " %s\n", c->extra == NULL ? "-" : c->extra);
    return 0;
}

static inline int told_too_long(void *context, size_t request, struct err *err)
{
    (void)err;
    buf_printf(context, "  too long %zu\n", request);
    return 0;
}

static inline int told_ended(void *context, size_t request, const struct sample_attempt *a,
                             struct err *err)
{
    (void)err;
    buf_printf(context, "  ended %zu %s %d '%s' %s%s%s '%.*s'\n", request, a->end, a->status,
               a->detail, a->request_id, a->first_byte_ms >= 0 ? ", began" : "",
               a->keep_response ? ", keep" : "", (int)a->response_len, a->response);
    return 0;
}

static inline int told_settle(void *context, struct err *err)
{
    (void)err;
    buf_puts(context, "  settle\n");
    return 0;
}

static inline void told_note(void *context, const char *text)
{
    buf_printf(context, "  note: %s\n", text);
}

static inline struct sample_sink telling_sink(struct buf *out)
{
    return (struct sample_sink){ .announce = told_announce,
                                 .promised = told_promised,
                                 .done = told_done,
                                 .too_long = told_too_long,
                                 .ended = told_ended,
                                 .settle = told_settle,
                                 .note = told_note,
                                 .context = out };
}

static struct buf out; /* of a test */

static inline void put_end(const char *what, int rc, const struct err *err)
{
    struct buf CLEANUP(buf_release) told = { 0 };
    script_add_log(&told);
    buf_printf(&told, "%s: %d%s%s\n", what, rc, rc < 0 ? " " : "", rc < 0 ? err->msg : "");
    script_add_text(&out, buf_text(&told));
}

/* The same task each time: samples of one share requests. */
static inline const struct task *task_of(const char *id)
{
    static struct arena a;
    static const struct task *first, *second;
    const struct task **t = strcmp(id, "l1/4") == 0 ? &first : &second;
    struct err err = { 0 };
    if (*t == NULL && task_find(id, &a, t, &err) != 0)
        fail_msg("%s", err.msg);
    return *t;
}

/* A template of one letter makes prompts short. */
static char template_path[] = "/tmp/rollbook-served-test.XXXXXX";

static inline int served_setup(void **state)
{
    int fd = mkstemp(template_path);
    (void)state;
    return fd >= 0 && write(fd, "T", 1) == 1 && close(fd) == 0 ? script_setup(state) : -1;
}

static inline int served_teardown(void **state)
{
    unlink(template_path);
    return script_teardown(state);
}

static inline int forget(void **state)
{
    (void)state;
    buf_release(&out);
    return 0;
}

#define SERVED_TEST(name) cmocka_unit_test_teardown(name, forget)

static const struct exchange exchanges[] = { { "A", "F" }, { "B", "G" } };

static inline struct sample_request request_of(int sample, size_t n_exchanges)
{
    return (struct sample_request){ .task = task_of("l1/4"),
                                    .run_seed = 42,
                                    .sample = sample,
                                    .temperature = 1,
                                    .n_exchanges = n_exchanges,
                                    .exchanges = exchanges };
}

static inline void draw(struct policy *p, const char *what, const struct sample_request *q,
                        size_t n)
{
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) told = { 0 };
    const struct sample_sink sink = telling_sink(&told);
    int rc = p->vtable->draw(p, q, n, &sink, &err);
    put_end(what, rc, &err);
    script_add_text(&out, buf_text(&told));
}

static inline void score(struct policy *p, const char *what, const struct score_request *q)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct token_scores s = { 0 };
    struct err err = { 0 };
    int rc = p->vtable->score(p, q, &a, &s, &err);
    put_end(what, rc, &err);
    for (size_t i = 0; i < s.n_tokens && rc == 0; i++)
        buf_printf(&out, "  %g", (double)s.logprobs[i]);
    if (rc == 0)
        buf_printf(&out, " at %g, %s, by %s\n", s.temperature, s.semantics, s.aligned_by);
}

#endif
