#include "src/learn/guardrail.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

const struct guard_metric guard_metrics[GUARD_METRICS] = {
    [GUARD_REWARD_RATIO] = { "reward_ratio", "mean reward / mean reward of the step before", false,
                             false, 0.1 },
    [GUARD_CORRECT] = { "correct", "share of correct rollouts", false, false, 0.01 },
    [GUARD_LATENCY_RATIO] = { "latency_ratio",
                              "time of correct kernels / their time at step 0, per task", false,
                              true, 1.5 },
    [GUARD_KL] = { "kl", "k3 between the policy before and after the update", true, true, 0.01 },
    [GUARD_GRAD_NORM] = { "grad_norm", "L2 norm of the update's gradient", true, true, 100 },
    [GUARD_ENTROPY] = { "entropy", "nats a token, before the update", true, false, 0.01 },
};

static const char *const action_names[] = { "warn", "rollback", "stop" };

const char *guard_action_name(enum guard_action a)
{
    return action_names[a];
}

static int unknown_metric(const char *text, struct err *err)
{
    struct buf names = { 0 };
    for (size_t i = 0; i < GUARD_METRICS; i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", guard_metrics[i].name);
    int rc = err_set(err, ERR_USAGE,
                     "guardrail '%s' is not METRIC[=BOUND][:warn|rollback|stop]; metrics are %s",
                     text, buf_text(&names));
    buf_release(&names);
    return rc;
}

static int parse_one(struct arena *a, const char *text, struct guardrail *out, struct err *err)
{
    size_t name_len = strcspn(text, "=:");
    const char *colon = strchr(text, ':');
    size_t i = 0;
    while (i < GUARD_METRICS && (strlen(guard_metrics[i].name) != name_len ||
                                 memcmp(guard_metrics[i].name, text, name_len) != 0))
        i++;
    if (i == GUARD_METRICS)
        return unknown_metric(text, err);
    *out = (struct guardrail){ (enum guard_metric_id)i, guard_metrics[i].bound, GUARD_WARN };
    if (text[name_len] == '=') {
        const char *value = text + name_len + 1;
        const char *number = arena_strndup(a, value, strcspn(value, ":"));
        if (!str_to_double(number, &out->bound) || !isfinite(out->bound))
            return unknown_metric(text, err);
    }
    for (i = 0; colon != NULL && i <= ARRAY_LEN(action_names); i++) {
        if (i == ARRAY_LEN(action_names))
            return unknown_metric(text, err);
        if (strcmp(action_names[i], colon + 1) == 0) {
            out->action = (enum guard_action)i;
            break;
        }
    }
    return 0;
}

int guardrail_parse(const char *text, struct guardrail *out, size_t *out_count, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **items = NULL;
    size_t n = text == NULL ? 0 : str_split(&a, text, ',', &items);
    if (n > GUARDS_MOST)
        return err_set(err, ERR_USAGE, "more than %d guardrails", GUARDS_MOST);
    for (size_t i = 0; i < n; i++) {
        int rc = parse_one(&a, items[i], &out[i], err);
        if (rc < 0)
            return rc;
        for (size_t k = 0; k < i; k++)
            if (out[k].metric == out[i].metric && out[k].action == out[i].action)
                return err_set(err, ERR_USAGE, "two guardrails of %s do the same: %s",
                               guard_metrics[out[i].metric].name, items[i]);
    }
    *out_count = n;
    return 0;
}

bool guardrail_fires(const struct guardrail *g, double value)
{
    return guard_metrics[g->metric].above ? value > g->bound : value < g->bound;
}

double guard_latency_ratio(const double *speedups_before, const double *speedups_now,
                           size_t n_tasks)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < n_tasks; i++) {
        if (!(speedups_before[i] > 0) || !(speedups_now[i] > 0))
            continue;
        sum += log(speedups_before[i] / speedups_now[i]);
        n++;
    }
    return n == 0 ? (double)NAN : exp(sum / (double)n);
}
