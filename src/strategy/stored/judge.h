/*
 * judge.h - a language model's opinion of stored rollouts.
 *
 * Each rollout with code is asked about once under a setup (model, template, sampling settings); an
 * answer that cannot be read is asked for again, and after the last try the rollout has a row that
 * says so.  Requests are written down before they are sent, and what came is committed before
 * anything further is asked, so that a call that was killed is continued by the next one.
 */
#ifndef ROLLBOOK_STRATEGY_STORED_JUDGE_H
#define ROLLBOOK_STRATEGY_STORED_JUDGE_H

#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

#define JUDGE_DEFAULT_TEMPLATE "judge/default"
#define JUDGE_DEFAULT_TRIES    3

struct judge;

struct judge_options {
    const char *policy;        /* one that draws answers to a prompt of ours */
    const char *policy_config; /* JSON text */
    const char *template_name; /* as in prompt.h, with {{candidate}} */
    double temperature;
    uint64_t seed;
    int tries;    /* answers that are read before one is given up; at least 1 */
    size_t limit; /* rollouts to ask about now; 0: all */
};

struct judge_result {
    const char *model; /* lives as long as the judge */
    char setup_sha256[65];
    size_t n_rollouts;     /* of the run */
    size_t n_without_code; /* of them: nothing to ask about */
    size_t n_unknown_task; /* of them: their task is none of ours, so there is no question */
    size_t n_known;        /* judged before under this setup */
    size_t n_judged;       /* by this call */
    size_t n_malformed;    /* of these without an answer that could be read */
    size_t n_requests;     /* sent by this call */
    size_t n_left;         /* beyond limit */
};

/* Options are borrowed while it is open.  ERR_USAGE for a policy that answers no prompt of ours or
 * a template that does not exist. */
int judge_open(struct db *db, const struct judge_options *options, struct judge **out,
               struct err *err);
void judge_close(struct judge *j); /* NULL is fine */
/* Asks about the rollouts of a run that were not judged under this setup.  ERR_USAGE for a template
 * that does not show the candidate; ERR_NODATA when no rollout has code; ERR_INTEGRITY with the
 * server's words when some were not answered. */
int judge_ask(struct judge *j, const char *run, struct judge_result *out, struct err *err);

#endif
