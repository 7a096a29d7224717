/*
 * policy.h - the policy seam: who writes kernels.
 *
 * A policy samples completions with token ids and log-probs, scores given tokens under its current
 * checkpoint, adapts, and saves and loads checkpoints; caps says what it can do.  Policies never
 * see the database.  Adding one means one file and one row in policies.c.
 */
#ifndef ROLLBOOK_SAMPLE_POLICY_H
#define ROLLBOOK_SAMPLE_POLICY_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct task;

enum policy_cap { POLICY_SAMPLE = 1, POLICY_SCORE = 2, POLICY_UPDATE = 4, POLICY_CHECKPOINT = 8 };

/* A turn of a conversation that a later one is shown. */
struct exchange {
    const char *answer;   /* of the model */
    const char *feedback; /* what was said about it */
};

struct sample_request {
    const struct task *task;
    uint64_t run_seed;
    int step;
    int turn;           /* of a conversation; 0 is the first */
    int sample;         /* 0-based index within (task, step, turn) */
    double temperature; /* > 0 */
    const char *prompt; /* instead of the policy's own of the task; NULL: that one.  For policies
                         * that draw. */
    size_t n_exchanges; /* shown after the prompt, oldest first; 0 at turn 0 */
    const struct exchange *exchanges;
};

/* What the model was asked to write; what assemble_answer makes of it is a candidate of the task's
 * kind (task_kind). */
enum answer_form {
    ANSWER_FILE, /* a kernel file; of a PyTorch problem a module with ModelNew */
    ANSWER_BODY, /* what stands between the braces of the reference's kernel; the body of forward */
};

struct completion {
    const char *text; /* the raw action as the model emitted it */
    size_t text_len;
    const char *finish_reason; /* "stop", "length", ... */
    size_t n_tokens;
    int32_t *token_ids;
    float *logprobs;            /* natural log, of the distribution that was sampled from */
    bool logprobs_have_gaps;    /* there were more tokens: the log-probs have no sum */
    double logprob_temperature; /* temperature that logprobs refer to; NaN unknown */
    int prompt_tokens;
    int64_t completion_tokens; /* as the server counts them; 0: n_tokens; negative: unknown */
    size_t n_dropped;          /* oldest exchanges left out: the context was exceeded */
    const char *extra;         /* JSON object for the rollout's row; NULL none */
};

/* How an attempt to draw a sample ended.  Texts are never NULL. */
struct sample_attempt {
    const char *end;    /* "answered", "timed out", ... (http_end_name) */
    int status;         /* of HTTP; 0 none */
    const char *detail; /* "" when answered */
    const char *request_id;
    double first_byte_ms, total_ms; /* NaN unknown */
    const char *response;           /* as far as it came */
    size_t response_len;
    bool keep_response;
};

/* Where completions go that arrive one by one.  Valid for the call. */
struct sample_sink {
    /* An attempt is about to be made; what is sent has this sha256. */
    int (*announce)(void *context, size_t request, const char *sha256, struct err *err);
    /* The completion that came of the attempt that was announced last for this request. */
    int (*done)(void *context, size_t request, const struct completion *c, struct err *err);
    /* The model's context is exceeded even with the last exchange alone: no completion will come.
     */
    int (*too_long)(void *context, size_t request, struct err *err);
    /* That attempt has ended; told after the completion, if there is one. */
    int (*ended)(void *context, size_t request, const struct sample_attempt *a, struct err *err);
    /* Everything that was said is to be kept from here on. */
    int (*settle)(void *context, struct err *err);
    /* What there is to do meanwhile, without waiting; called with everything settled.  May be
     * NULL, like watch. */
    int (*beside)(void *context, struct err *err);
    /* Descriptors with work for beside once they can be read; how many, at most most. */
    size_t (*watch)(void *context, int *fds, size_t most);
    /* For people, while it takes longer than it should; may be NULL. */
    void (*note)(void *context, const char *text);
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: ERR_INTERRUPTED soon; may be NULL */
};

/* A sample whose tokens are to be scored. */
struct score_request {
    const struct task *task; /* NULL: not one of ours; the prompt is needed then */
    const char *prompt;      /* what it answered; NULL: the policy's own prompt of the task */
    const char *text;        /* the completion; NULL when only its tokens matter */
    size_t text_len;
    size_t n_tokens;
    const int32_t *token_ids; /* NULL: not known */
    double temperature;       /* that the log-probs should refer to */
};

struct token_scores {
    size_t n_tokens;
    const float *logprobs;  /* natural log, finite; in the arena */
    double temperature;     /* that they refer to */
    const char *semantics;  /* "raw", ...; NULL: of the distribution at the temperature */
    const char *aligned_by; /* "ids" or "text" where a server's tokens had to be found; else NULL */
};

/* One sample of an adaptation batch. */
struct update_item {
    const struct task *task;
    size_t n_tokens;
    const int32_t *token_ids;
    const float *old_logprobs; /* as sampled */
    double temperature;
    double advantage;
};

struct update_options {
    double learning_rate;         /* NaN: the policy's own default */
    double beta1, beta2, epsilon; /* Adam; 0.9, 0.999, 1e-8 */
};

struct update_metrics {
    double loss;       /* -sum over tokens of ratio * advantage, divided by the items */
    double mean_ratio; /* mean of exp(new - old) over tokens, before the update */
    double grad_norm;  /* L2 norm of the gradient of loss */
    double kl;         /* mean of ratio - 1 - ln(ratio) over tokens, after the update */
    double entropy;    /* mean token entropy before the update, nats */
};

struct policy;

struct policy_vtable {
    const char *name;
    const char *summary; /* one line for help */
    unsigned caps;       /* enum policy_cap */
    /* config: JSON text or NULL for defaults. */
    int (*open)(const char *config, struct policy **out, struct err *err);
    void (*close)(struct policy *p);
    /* NULL: files. */
    enum answer_form (*answer_form)(struct policy *p);
    /* Renders the prompt text of a task. */
    int (*prompt)(struct policy *p, const struct task *task, struct buf *out, struct err *err);
    int (*sample)(struct policy *p, const struct sample_request *requests, size_t n,
                  struct arena *a, struct completion *out, struct err *err);
    /* Instead of sample, for policies that take time or money: each completion is handed over when
     * it has come, in any order.  On an error others may have been handed over. */
    int (*draw)(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err);
    /* Log-probs of given tokens under the current checkpoint.  ERR_NODATA: not of this sample, as
     * its tokens do not line up with the policy's; others may do. */
    int (*score)(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err);
    int (*update)(struct policy *p, const struct update_item *items, size_t n,
                  const struct update_options *options, struct update_metrics *out,
                  struct err *err);
    /* The whole adaptive state incl. optimiser moments, as bytes; deterministic. */
    int (*save)(struct policy *p, struct buf *out, struct err *err);
    int (*load)(struct policy *p, const void *data, size_t len, struct err *err);
    /* Identity of the unadapted model: sha256 hex over everything that shapes its samples. */
    int (*model_hash)(struct policy *p, char out[65], struct err *err);
    /* Name of the model; NULL: the policy's.  Lives as long as the policy. */
    const char *(*model_name)(struct policy *p);
    /* For policies behind a server; NULL otherwise.  caps of the table is what such a policy can do
     * at most, open_caps what this one can; server_facts is a JSON object of what its server is and
     * can.  Its scores refer to temperature 1 and need the sample's texts. */
    unsigned (*open_caps)(struct policy *p);
    const char *(*server_facts)(struct policy *p);
    /* Appends a JSON object of the settings that shape an answer: not how many requests go at a
     * time, nor how long they may take. */
    void (*sampling_facts)(struct policy *p, struct buf *out);
};

/* A policy object begins with its table. */
struct policy {
    const struct policy_vtable *vtable;
};

/* What this open policy can do. */
unsigned policy_caps(struct policy *p);
const struct policy_vtable *policy_find(const char *name); /* NULL when unknown */
const struct policy_vtable *const *policy_all(size_t *out_count);

/*
 * assemble: from a raw completion to a kernel file.  Takes the text as is when it is one, or the
 * code of its fences.  *out_action is what was extracted, *out_code the kernel file; both NULL with
 * 0 returned when the completion holds no code.
 */
int assemble(const char *completion, size_t len, struct arena *a, const char **out_action,
             const char **out_code, struct err *err);
/* The same for an answer of the form that was asked for, about a task (NULL: any that comes with
 * the program).  Statements become a kernel file of the task (body.h), or a module around the
 * problem's own class (forward_body.h); a whole file is taken where a body was asked for. */
int assemble_answer(enum answer_form form, const struct task *task, const char *completion,
                    size_t len, struct arena *a, const char **out_action, const char **out_code,
                    struct err *err);

#endif
