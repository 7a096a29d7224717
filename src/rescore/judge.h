/*
 * judge.h - a language model's opinion of stored rollouts.
 *
 * Each rollout with code is asked about once under a setup (model, template, sampling settings).
 * An unreadable answer is asked for again; the last try leaves a row that says so.  Requests are
 * stored before they are sent, and answers before anything further is asked, so a killed call is
 * continued by the next one.
 */
#ifndef ROLLBOOK_RESCORE_JUDGE_H
#define ROLLBOOK_RESCORE_JUDGE_H

#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

#define JUDGE_DEFAULT_TEMPLATE "judge/default"
#define JUDGE_DEFAULT_TRIES    3

struct judge;

struct judge_options {
    const char *policy;        /* answers our prompts */
    const char *policy_config; /* JSON */
    const char *template_name; /* prompt.h, with {{candidate}} */
    double temperature;
    uint64_t seed;
    int tries;    /* at least 1 */
    size_t limit; /* of rollouts to ask about; 0: all */
};

struct judge_result {
    const char *model; /* owned by the judge */
    char setup_sha256[65];
    size_t n_rollouts;
    size_t n_without_code; /* nothing to ask */
    size_t n_unknown_task; /* not our task */
    size_t n_known;        /* judged under this setup before */
    size_t n_judged;
    size_t n_malformed; /* of these, without readable answer */
    size_t n_requests;
    size_t n_left; /* beyond limit */
};

/* Options are borrowed while it is open.  ERR_USAGE: the policy answers no prompt of ours, or
 * there is no such template. */
int judge_open(struct db *db, const struct judge_options *options, struct judge **out,
               struct err *err);
void judge_close(struct judge *j); /* NULL is fine */
/* Asks about rollouts of a run that are not judged under this setup.  ERR_USAGE: the template
 * does not show the candidate; ERR_NODATA: no rollout has code; ERR_INTEGRITY, with the server's
 * words: some were not answered. */
int judge_ask(struct judge *j, const char *run, struct judge_result *out, struct err *err);

#endif
