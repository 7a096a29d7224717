#include "src/eval/contract/eval_verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"

void verdict_add(struct verdict *v, struct evidence row)
{
    struct eval_result *out = v->out;
    if (out->n_evidence == v->capacity) {
        size_t capacity = v->capacity * 2 + 16;
        struct evidence *more = arena_array(v->arena, capacity, sizeof *more);
        if (out->n_evidence != 0)
            memcpy(more, out->evidence, out->n_evidence * sizeof *more);
        out->evidence = more;
        v->capacity = capacity;
    }
    if (row.detail != NULL)
        row.detail = arena_strdup(v->arena, row.detail);
    out->evidence[out->n_evidence++] = row;
}

void verdict_decide(struct verdict *v, enum outcome o, const char *cheat_kind, const char *fmt, ...)
{
    char msg[480];
    va_list args;
    if (v->decided)
        return;
    va_start(args, fmt);
    vsnprintf(msg, sizeof msg, fmt, args);
    va_end(args);
    v->decided = true;
    v->out->outcome = o;
    v->out->cheat_kind = cheat_kind;
    v->out->message = arena_strdup(v->arena, msg);
}
