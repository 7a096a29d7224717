#include "src/eval/torch/torch_share.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/eval/contract/evaluation.h"
#include "src/json/json.h"

#define MOST_LIBRARIES 32 /* as many rows as launches.py tells */
#define MOST_SHOWN     400

struct library {
    const char *name;
    bool own;
    double us, launches;
};

struct shares {
    struct library libraries[MOST_LIBRARIES];
    size_t n;
    double own_us, all_us;
};

static bool read_row(const struct json *row, struct library *out)
{
    return json_bool(json_get(row, "own"), &out->own) &&
           json_number(json_get(row, "us"), &out->us) && isfinite(out->us) && out->us >= 0 &&
           json_number(json_get(row, "n"), &out->launches) && out->launches >= 1;
}

/* NULL: read. */
static const char *read_shares(const struct json *launched, struct shares *out)
{
    static const char not_ours[] = "the candidate's process told something else";
    const struct json *rows = json_get(launched, "kernels");
    const char *why_not = NULL;
    *out = (struct shares){ 0 };
    if (json_string(json_get(launched, "why_not"), &why_not))
        return why_not;
    if (rows == NULL || json_type(rows) != JSON_ARRAY || json_count(rows) > MOST_LIBRARIES)
        return not_ours;
    for (const struct json *row = json_first(rows); row != NULL; row = json_next(row)) {
        struct library one = { 0 };
        size_t i = 0;
        if (!read_row(row, &one))
            return not_ours;
        if (!json_string(json_get(row, "library"), &one.name))
            return "the stack does not tell who launched a kernel";
        while (i < out->n &&
               (strcmp(out->libraries[i].name, one.name) != 0 || out->libraries[i].own != one.own))
            i++;
        if (i == out->n)
            out->libraries[out->n++] = (struct library){ .name = one.name, .own = one.own };
        out->libraries[i].us += one.us;
        out->libraries[i].launches += one.launches;
        out->all_us += one.us;
        out->own_us += one.own ? one.us : 0;
    }
    return out->all_us > 0 && isfinite(out->all_us) ? NULL : "no kernel ran";
}

static void say_libraries(const struct shares *s, struct buf *out)
{
    for (size_t i = 0; i < s->n; i++)
        buf_printf(out, "%s%.60s %.3f (%.0f%s)",
                   i > 0 ? ", " : "of the kernels' time: ", s->libraries[i].name,
                   s->libraries[i].us / s->all_us, s->libraries[i].launches,
                   s->libraries[i].own ? ", own" : "");
}

void torch_share_note(struct verdict *v, const struct json *launched, const char *why_not)
{
    struct shares s;
    struct buf said = { .max = MOST_SHOWN };
    if (why_not == NULL)
        why_not = read_shares(launched, &s);
    if (why_not == NULL) {
        v->out->own_share = s.own_us / s.all_us;
        say_libraries(&s, &said);
    }
    verdict_add(v, (struct evidence){ "own_share", v->out->own_share, 1, "share", why_not == NULL,
                                      why_not != NULL ? why_not : buf_text(&said) });
    if (why_not == NULL)
        verdict_add(v, (struct evidence){ "forbid_torch_compute", 1 - v->out->own_share, 0, "share",
                                          !(s.own_us < s.all_us),
                                          "kernels of others; this decides nothing" });
    buf_release(&said);
}
