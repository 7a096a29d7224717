/*
 * policy.h - the policy seam: who writes kernels.
 *
 * A policy samples completions with token ids and log-probs, scores tokens, adapts, and saves and
 * loads checkpoints; caps says what it can do.  It never sees the database.  A new policy is one
 * file and one row in policies.c.
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
struct loss_aggregation;
struct policy_loss;
struct task;

enum policy_cap { POLICY_SAMPLE = 1, POLICY_SCORE = 2, POLICY_UPDATE = 4, POLICY_CHECKPOINT = 8 };

struct exchange {
    const char *answer, *feedback;
};

struct sample_request {
    const struct task *task;
    uint64_t run_seed;
    int step, turn, sample; /* turns and samples count from 0 */
    double temperature;     /* 0: greedy */
    const char *prompt;     /* NULL: the policy's own of the task */
    const char *promise;    /* of an attempt that another process announced; NULL: none */
    size_t n_exchanges;     /* oldest first */
    const struct exchange *exchanges;
};

/* assemble_answer makes a candidate of the task's kind (task_kind) of it. */
enum answer_form {
    ANSWER_FILE, /* or a module with ModelNew */
    ANSWER_BODY, /* of the kernel, or of forward */
    ANSWER_CODE, /* the candidate as it is, and nothing around it */
};

struct completion {
    const char *text; /* as emitted */
    size_t text_len;
    const char *finish_reason; /* "stop", ... */
    size_t n_tokens;
    int32_t *token_ids;
    float *logprobs;            /* natural log, of the sampled distribution */
    bool logprobs_have_gaps;    /* more tokens: no sum */
    double logprob_temperature; /* of logprobs; NaN unknown */
    int prompt_tokens;
    int64_t completion_tokens; /* 0: n_tokens; negative: unknown */
    size_t n_dropped;          /* oldest, beyond the context */
    const char *extra;
};

/* Texts are never NULL. */
struct sample_attempt {
    const char *end;    /* http_end_name */
    int status;         /* of HTTP; 0 none */
    const char *detail; /* "" when answered */
    const char *request_id;
    double first_byte_ms, total_ms; /* NaN unknown */
    const char *response;           /* what came */
    size_t response_len;
    bool keep_response;
};

/* Takes completions one by one.  Valid for the call. */
struct sample_sink {
    /* An attempt follows; sha256 is of what is sent. */
    int (*announce)(void *context, size_t request, const char *sha256, struct err *err);
    /* The server's name for the last announced attempt, whose result can be fetched by it later;
     * may be NULL. */
    int (*promised)(void *context, size_t request, const char *promise, struct err *err);
    /* The completion of the request's last announced attempt. */
    int (*done)(void *context, size_t request, const struct completion *c, struct err *err);
    /* Even the last exchange alone exceeds the context: no completion will come. */
    int (*too_long)(void *context, size_t request, struct err *err);
    /* That attempt has ended; told after its completion. */
    int (*ended)(void *context, size_t request, const struct sample_attempt *a, struct err *err);
    /* Everything said before is to be kept. */
    int (*settle)(void *context, struct err *err);
    /* Work to do meanwhile, without waiting; everything is settled.  May be NULL, like watch. */
    int (*beside)(void *context, struct err *err);
    /* Descriptors that announce work for beside; returns how many, up to most. */
    size_t (*watch)(void *context, int *fds, size_t most);
    /* For people, about delays; may be NULL. */
    void (*note)(void *context, const char *text);
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: ERR_INTERRUPTED; may be NULL */
};

struct score_request {
    const struct task *task; /* NULL: not ours */
    const char *prompt;      /* NULL: the policy's own */
    const char *text;        /* NULL: only tokens matter */
    size_t text_len;
    size_t n_tokens;
    const int32_t *token_ids; /* NULL: not known */
    double temperature;
    size_t n_exchanges; /* before the answer, oldest first */
    const struct exchange *exchanges;
};

struct token_scores {
    size_t n_tokens;
    const float *logprobs;  /* natural log, finite; arena */
    double temperature;     /* of logprobs */
    const char *semantics;  /* "raw", ...; NULL: distribution at temperature */
    const char *aligned_by; /* "ids", "text": found tokens; else NULL */
};

struct update_item {
    const struct task *task;
    size_t n_tokens;
    const int32_t *token_ids;
    const float *old_logprobs; /* as sampled */
    double temperature;
    double advantage;
    const double *token_advantages; /* instead; NULL: advantage of each token */
    size_t n_exchanges;             /* before the answer, oldest first */
    const struct exchange *exchanges;
};

struct update_options {
    double learning_rate;                       /* NaN: the policy's default */
    double beta1, beta2, epsilon;               /* Adam; 0.9, 0.999, 1e-8 */
    double schedule;                            /* times the learning rate */
    double weight_decay;                        /* decoupled, of the adaptive parameters */
    const struct policy_loss *loss;             /* NULL: importance_sampling */
    const struct loss_aggregation *aggregation; /* NULL: seq-mean-token-sum */
};

struct update_metrics {
    double loss;       /* before */
    double mean_ratio; /* of exp(new - old) over tokens, before */
    double grad_norm;  /* L2, of loss; NaN, as those below: unknown */
    double kl;         /* mean of ratio - 1 - ln(ratio), after */
    double entropy;    /* mean over tokens, nats, before */
};

/* What a policy of a server wants kept: ids of prompts, and requests other than for samples, each
 * from before it is sent.  What is said is kept at once. */
struct policy_request {
    const char *operation; /* "score", "forward", "forward_backward", "optim_step" */
    const char *content_sha256;
    size_t n_sequences, n_tokens;
};
struct policy_record {
    /* 1: ids are known, 0: they are not. */
    int (*find_prompt)(void *context, const char *sha256, struct arena *a, int32_t **out,
                       size_t *out_count, struct err *err);
    int (*keep_prompt)(void *context, const char *sha256, const char *tokenizer, const int32_t *ids,
                       size_t n, struct err *err);
    /* 1: the server owes a killed process the result of the same request, by this name. */
    int (*find_promise)(void *context, const struct policy_request *q, struct arena *a,
                        int64_t *out_id, const char **out_promise, struct err *err);
    int (*sent)(void *context, const struct policy_request *q, int64_t *out_id, struct err *err);
    int (*promised)(void *context, int64_t id, const char *promise, struct err *err);
    int (*ended)(void *context, int64_t id, const char *failure, struct err *err); /* NULL: well */
    void *context;
};

struct policy;

/* So many scores are asked for ahead. */
#define POLICY_SCORES_AHEAD ((size_t)256)

struct policy_vtable {
    const char *name;
    const char *summary; /* one line */
    unsigned caps;       /* enum policy_cap */
    /* config is JSON text; NULL: defaults. */
    int (*open)(const char *config, struct policy **out, struct err *err);
    void (*close)(struct policy *p);
    /* NULL: files. */
    enum answer_form (*answer_form)(struct policy *p);
    /* Writes the prompt of a task. */
    int (*prompt)(struct policy *p, const struct task *task, struct buf *out, struct err *err);
    int (*sample)(struct policy *p, const struct sample_request *requests, size_t n,
                  struct arena *a, struct completion *out, struct err *err);
    /* Instead of sample, where it takes time or money: hands over each completion when it comes,
     * in any order, perhaps some before an error. */
    int (*draw)(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err);
    /* Log-probs of given tokens under the current checkpoint.  ERR_NODATA: this sample's tokens
     * do not line up with the policy's; others may. */
    int (*score)(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err);
    /* Of requests that score will be asked for next: a server then computes them side by side.
     * NULL: nothing would be gained. */
    int (*score_ahead)(struct policy *p, const struct score_request *q, size_t n, struct err *err);
    int (*update)(struct policy *p, const struct update_item *items, size_t n,
                  const struct update_options *options, struct update_metrics *out,
                  struct err *err);
    /* All adaptive state with optimiser moments; deterministic. */
    int (*save)(struct policy *p, struct buf *out, struct err *err);
    int (*load)(struct policy *p, const void *data, size_t len, struct err *err);
    /* The parameters become (1 - share) of what they are + share of those saved; moments stay.
     * NULL: it cannot. */
    int (*blend)(struct policy *p, const void *data, size_t len, double share, struct err *err);
    /* The optimiser's moments as at the start; what was learned stays. */
    void (*reset_optimiser)(struct policy *p);
    /* sha256 hex of everything that shapes the samples of the unadapted model. */
    int (*model_hash)(struct policy *p, char out[65], struct err *err);
    /* The policy's lifetime; NULL: the policy's own name. */
    const char *(*model_name)(struct policy *p);
    /* NULL without a server.  caps is the most that such a policy can do, open_caps what this
     * one can; server_facts is a JSON object about its server.  Its scores refer to temperature
     * 1 and need the sample's texts. */
    unsigned (*open_caps)(struct policy *p);
    const char *(*server_facts)(struct policy *p);
    /* Uses it from now on; borrowed.  NULL: it keeps nothing. */
    void (*keep_record)(struct policy *p, const struct policy_record *record);
    /* Appends the settings that shape an answer as a JSON object, without concurrency and time
     * limits. */
    void (*sampling_facts)(struct policy *p, struct buf *out);
};

/* A policy begins with its table. */
struct policy {
    const struct policy_vtable *vtable;
};

/* Of this open policy. */
unsigned policy_caps(struct policy *p);
const struct policy_vtable *policy_find(const char *name); /* NULL: unknown */
/* "vllm" becomes openai with that server where it listens by itself, if config does not say where.
 * Other names are left. */
int policy_named(const char **name, const char **config, struct arena *a, struct err *err);
/* ERR_USAGE with the names that there are. */
int policy_unknown(const char *name, struct err *err);
/* Scores of n requests, asked for side by side where that helps. */
struct score_asker {
    /* Writes request i into the arena, which lasts until its scores were taken: 1, or 0 when there
     * is nothing to ask. */
    int (*ask)(void *context, size_t i, struct arena *a, struct score_request *out,
               struct err *err);
    /* rc is how the policy answered request i, with why in err; scores last for the call.  What it
     * returns ends the asking or, as 0, lets it go on. */
    int (*take)(void *context, size_t i, int rc, const struct token_scores *scores,
                struct err *err);
    void *context;
};
int policy_ask_scores(struct policy *p, size_t n, const struct score_asker *asker, struct err *err);
/* The same of requests at hand; one without tokens is left at 0 tokens. */
int policy_scores(struct policy *p, const struct score_request *q, size_t n, struct arena *a,
                  struct token_scores *out, struct err *err);
/* Scores with log-probs of their own. */
struct token_scores token_scores_copy(const struct token_scores *of, struct arena *a);
const struct policy_vtable *const *policy_all(size_t *out_count);
int64_t sample_seed(const struct sample_request *q); /* servers take 31 bits */

struct raw_answer {
    enum answer_form form;
    const struct task *task; /* NULL: any embedded one */
    const char *text;
    size_t len;
};
/*
 * From a raw completion to a kernel file: the text itself, or the code of its fences; statements
 * become a kernel file or a module (forward_body.h), and a whole file may be a body.  *out_action
 * is what was extracted, *out_code the file; both NULL with 0 returned when there is no code.
 */
int assemble_answer(const struct raw_answer *of, struct arena *a, const char **out_action,
                    const char **out_code, struct err *err);

#endif
