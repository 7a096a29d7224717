/*
 * torch_names.c - the names of rules, of ways to draw inputs, and of baselines.
 */
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"

static const char *const inputs_names[] = { "suite", "signed", "scaled" };
static const char *const rule_names[] = { "own", "kernelbench" };
static const char *const baseline_names[] = { "eager", "compile" };

static bool find(const char *const *names, size_t n, const char *name, size_t *out)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) {
            *out = i;
            return true;
        }
    return false;
}

const char *torch_inputs_name(enum torch_inputs i)
{
    return inputs_names[i];
}

bool torch_inputs_parse(const char *name, enum torch_inputs *out)
{
    size_t i;
    bool found = find(inputs_names, ARRAY_LEN(inputs_names), name, &i);
    if (found)
        *out = (enum torch_inputs)i;
    return found;
}

const char *torch_rule_name(enum torch_rule r)
{
    return rule_names[r];
}

bool torch_rule_parse(const char *name, enum torch_rule *out)
{
    size_t i;
    bool found = find(rule_names, ARRAY_LEN(rule_names), name, &i);
    if (found)
        *out = (enum torch_rule)i;
    return found;
}

const char *torch_baseline_name(enum torch_baseline b)
{
    return baseline_names[b];
}

bool torch_baseline_parse(const char *name, enum torch_baseline *out)
{
    size_t i;
    bool found = find(baseline_names, ARRAY_LEN(baseline_names), name, &i);
    if (found)
        *out = (enum torch_baseline)i;
    return found;
}
