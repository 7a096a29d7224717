#include "src/base/member.h"

#include <math.h>
#include <string.h>

size_t member_n(const struct member *m, const void *from)
{
    size_t n;
    memcpy(&n, (const char *)from + m->n_offset, sizeof n);
    return n;
}

static int int_at(const void *at)
{
    int v;
    memcpy(&v, at, sizeof v);
    return v;
}

bool member_int(const struct member *m, const void *from, int64_t *out)
{
    const void *at = member_at(m, from);
    bool is_wide = m->kind == MEMBER_INDEX || m->kind == MEMBER_ID;
    int64_t v = 0;
    if (m->kind == MEMBER_BOOL)
        v = *(const bool *)at;
    else if (m->kind == MEMBER_UNSIGNED)
        v = (unsigned)int_at(at);
    else if (is_wide)
        memcpy(&v, at, sizeof v);
    else
        v = int_at(at);
    *out = v;
    if (m->kind == MEMBER_SIGNAL || m->kind == MEMBER_ID)
        return v != 0;
    return v >= 0 || m->kind == MEMBER_INT;
}

double member_real(const struct member *m, const void *from)
{
    double v;
    if (m->kind == MEMBER_DERIVED)
        v = m->derive(from);
    else
        memcpy(&v, member_at(m, from), sizeof v);
    return isfinite(v) ? v : (double)NAN;
}

const char *member_text(const struct member *m, const void *from)
{
    const void *at = member_at(m, from);
    const char *s = at;
    if (m->kind == MEMBER_ENUM)
        return m->enum_name(int_at(at));
    if (m->kind == MEMBER_TEXT)
        memcpy(&s, at, sizeof s);
    return s == NULL || (m->kind == MEMBER_CHARS && *s == '\0') ? NULL : s;
}
