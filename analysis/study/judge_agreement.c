#include "analysis/study/judge_agreement.h"

#include <math.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

static const struct {
    const char *name, *event;
} questions[JUDGE_QUESTIONS] = {
    [JUDGE_CORRECTNESS] = { "correctness", "correct" },
    [JUDGE_COMPILABILITY] = { "compilability", "compiled" },
    [JUDGE_SPEED] = { "speed", "fast" },
};

const char *judge_question_name(enum judge_question q)
{
    return questions[q].name;
}

const char *judge_event_name(enum judge_question q)
{
    return questions[q].event;
}

bool judge_event(const struct judged *x, enum judge_question q, struct speed_rule rule)
{
    switch (q) {
    case JUDGE_CORRECTNESS:
        return x->correct;
    case JUDGE_COMPILABILITY:
        return x->compiled;
    case JUDGE_SPEED:
        return x->correct && speedup_is_fast(x->speedup, rule.p, rule.ge);
    case JUDGE_QUESTIONS:
        break;
    }
    return false;
}

size_t judge_forecasts(const struct judged *x, size_t n, enum judge_question q,
                       struct speed_rule rule, struct stat_forecast *out)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i].stated[q]))
            out[m++] =
                (struct stat_forecast){ x[i].stated[q], judge_event(&x[i], q, rule), x[i].task };
    return m;
}

static double share(double part, double whole)
{
    return whole > 0.0 ? part / whole : STAT_NAN;
}

static void derive(struct judge_confusion *c)
{
    double n = (double)c->n;
    double yes = (double)(c->tp + c->fp);
    double happened = (double)(c->tp + c->fn);
    double tp = (double)c->tp;
    double tn = (double)c->tn;
    double chance = share(yes * happened + (n - yes) * (n - happened), n * n);
    double spread = sqrt(yes) * sqrt(happened) * sqrt(n - yes) * sqrt(n - happened);
    c->accuracy = share(tp + tn, n);
    c->precision = share(tp, yes);
    c->recall = share(tp, happened);
    c->specificity = share(tn, n - happened);
    c->f1 = share(2.0 * tp, yes + happened);
    c->kappa = chance < 1.0 ? (c->accuracy - chance) / (1.0 - chance) : STAT_NAN;
    c->mcc = share(tp * tn - (double)c->fp * (double)c->fn, spread);
}

struct judge_confusion judge_confuse(const struct stat_forecast *x, size_t n, double cut, bool ge)
{
    struct judge_confusion c = { .n = n };
    for (size_t i = 0; i < n; i++) {
        bool yes = ge ? x[i].confidence >= cut : x[i].confidence > cut;
        c.tp += yes && x[i].event;
        c.fp += yes && !x[i].event;
        c.fn += !yes && x[i].event;
        c.tn += !yes && !x[i].event;
    }
    derive(&c);
    return c;
}

/* task n_tasks: all. */
static size_t pairs_of(const struct judged *x, size_t n, size_t task, size_t n_tasks,
                       double *stated, double *speedup)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        bool timed = x[i].correct && isfinite(x[i].speedup) && !isnan(x[i].stated[JUDGE_SPEED]);
        if (!timed || (task < n_tasks && x[i].task != task))
            continue;
        stated[m] = x[i].stated[JUDGE_SPEED];
        speedup[m++] = x[i].speedup;
    }
    return m;
}

static int correlate(const double *x, const double *y, size_t n, struct arena *arena,
                     struct stat_correlation *out, struct err *err)
{
    *out = (struct stat_correlation){ STAT_NAN, STAT_NAN, n };
    return n < 2 ? 0 : stat_spearman(x, y, n, arena, out, err);
}

int judge_rank(const struct judged *x, size_t n, size_t n_tasks, double level,
               struct judge_rank *out, struct err *err)
{
    CLEANUP(arena_release) struct arena work = { 0 };
    double *stated = arena_array(&work, n + 1, sizeof(*stated));
    double *speedup = arena_array(&work, n + 1, sizeof(*speedup));
    struct stat_correlation *groups = arena_array(&work, n_tasks + 1, sizeof(*groups));
    size_t m = pairs_of(x, n, n_tasks, n_tasks, stated, speedup);
    int rc = correlate(stated, speedup, m, &work, &out->pooled, err);
    for (size_t t = 0; t < n_tasks && rc == 0; t++) {
        m = pairs_of(x, n, t, n_tasks, stated, speedup);
        rc = correlate(stated, speedup, m, &work, &groups[t], err);
    }
    if (rc == 0)
        out->within = stat_fisher_combine(groups, NULL, n_tasks, 0, level);
    return rc;
}
