/*
 * outcome.c - names of outcomes and modes.
 */
#include <math.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"

static const char *const outcome_names[OUTCOME_COUNT] = {
    [OUTCOME_NO_CODE] = "no_code",
    [OUTCOME_PARSE] = "parse",
    [OUTCOME_COMPILE] = "compile",
    [OUTCOME_LAUNCH] = "launch",
    [OUTCOME_CRASH] = "crash",
    [OUTCOME_TIMEOUT] = "timeout",
    [OUTCOME_WRONG_SHAPE] = "wrong_shape",
    [OUTCOME_NAN] = "nan",
    [OUTCOME_MISMATCH] = "mismatch",
    [OUTCOME_CHEAT] = "cheat",
    [OUTCOME_MEASURED] = "measured",
    [OUTCOME_INFRA] = "infra",
};

const char *outcome_name(enum outcome o)
{
    return outcome_names[o];
}

bool outcome_parse(const char *name, enum outcome *out)
{
    for (size_t i = 0; i < OUTCOME_COUNT; i++)
        if (strcmp(outcome_names[i], name) == 0) {
            *out = (enum outcome)i;
            return true;
        }
    return false;
}

static const struct {
    unsigned trials, timed;
} modes[] = {
    [EVAL_FAST] = { 1, 5 },
    [EVAL_FULL] = { 5, 50 },
};
const char *const eval_mode_names[] = { "fast", "full", NULL };

const char *eval_mode_name(enum eval_mode m)
{
    return eval_mode_names[m];
}

bool eval_mode_parse(const char *name, enum eval_mode *out)
{
    for (size_t i = 0; i < ARRAY_LEN(modes); i++)
        if (strcmp(eval_mode_names[i], name) == 0) {
            *out = (enum eval_mode)i;
            return true;
        }
    return false;
}

unsigned eval_mode_trials(enum eval_mode m, int asked)
{
    return asked > 0 ? (unsigned)asked : modes[m].trials;
}

unsigned eval_mode_timed(enum eval_mode m, int asked)
{
    return asked > 0 ? (unsigned)asked : modes[m].timed;
}

double eval_deadline_ms(double usual_ms, int correct_trials, int timed_runs)
{
    double room = modes[EVAL_FULL].trials + modes[EVAL_FULL].timed;
    double asked = eval_mode_trials(EVAL_FULL, correct_trials);
    asked += eval_mode_timed(EVAL_FULL, timed_runs);
    return asked > room ? usual_ms * asked / room : usual_ms;
}
