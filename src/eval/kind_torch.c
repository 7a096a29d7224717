/*
 * kind_torch.c - a PyTorch module (class ModelNew), checked against a problem's module.
 *
 * src/eval/torch checks such a text in processes of its own, so there is nothing to compile or run
 * here.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/candidate_kinds.h"

static bool is_recognised(const char *text, size_t len)
{
    return text_line_begins(text, len, "class ModelNew");
}

static bool prepare(const struct candidate_text *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why)
{
    why->outcome = OUTCOME_PARSE;
    if (s->len == 0 || strspn(s->text, " \t\r\n\v\f") == s->len) {
        why->outcome = OUTCOME_NO_CODE;
        snprintf(why->message, sizeof why->message, "there is no code");
        return false;
    }
    const char *zero = memchr(s->text, '\0', s->len);
    if (zero != NULL) {
        snprintf(why->message, sizeof why->message, "the text contains a zero byte (byte %zu)",
                 (size_t)(zero - s->text));
        return false;
    }
    if (s->task->module == NULL) {
        snprintf(why->message, sizeof why->message,
                 "this is a PyTorch module, which is checked against a problem's module: rollbook "
                 "eval FILE --problem PROBLEM.py");
        return false;
    }
    *out = arena_alloc(a, sizeof **out);
    (*out)->launches = -1;
    return true;
}

const struct candidate_kind kind_torch = {
    .name = "torch",
    .what = "a PyTorch module",
    .has_text = true,
    .recognise = is_recognised,
    .prepare = prepare,
};
