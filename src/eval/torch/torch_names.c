/*
 * torch_names.c - the names of rules and of ways to draw inputs.
 */
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"

static const char *const inputs_names[] = { "suite", "signed", "scaled" };

const char *torch_inputs_name(enum torch_inputs i)
{
    return inputs_names[i];
}

bool torch_inputs_parse(const char *name, enum torch_inputs *out)
{
    for (size_t i = 0; i < ARRAY_LEN(inputs_names); i++)
        if (strcmp(inputs_names[i], name) == 0) {
            *out = (enum torch_inputs)i;
            return true;
        }
    return false;
}

static const char *const rule_names[] = { "own", "kernelbench" };

const char *torch_rule_name(enum torch_rule r)
{
    return rule_names[r];
}

bool torch_rule_parse(const char *name, enum torch_rule *out)
{
    for (size_t i = 0; i < ARRAY_LEN(rule_names); i++)
        if (strcmp(rule_names[i], name) == 0) {
            *out = (enum torch_rule)i;
            return true;
        }
    return false;
}
