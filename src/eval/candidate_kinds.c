#include "src/eval/candidate_kinds.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

extern const struct candidate_kind kind_torch, kind_kernel_file, kind_library;

/* They are asked in this order whether a text is theirs. */
static const struct candidate_kind *kinds[] = {
    NULL,        /* of a test */
    &kind_torch, /* its texts may hold kernels */
    &kind_kernel_file,
    &kind_library,
};

void candidate_kind_add(const struct candidate_kind *kind)
{
    kinds[0] = kind;
}

const struct candidate_kind *candidate_kind_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (kinds[i] != NULL && strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

const struct candidate_kind *candidate_kind_of(const char *text, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (kinds[i] != NULL && kinds[i]->recognise != NULL && kinds[i]->recognise(text, len))
            return kinds[i];
    return &kind_kernel_file;
}

const char *candidate_explain(const char *text, size_t len)
{
    const char *said = NULL;
    for (size_t i = 0; i < ARRAY_LEN(kinds) && said == NULL; i++)
        if (kinds[i] != NULL && kinds[i]->explain != NULL)
            said = kinds[i]->explain(text, len);
    return said;
}

void candidate_kind_names(struct buf *out)
{
    const char *separator = "";
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (kinds[i] != NULL) {
            buf_printf(out, "%s%s", separator, kinds[i]->name);
            separator = ", ";
        }
}

bool text_line_begins(const char *text, size_t len, const char *what)
{
    const char *end = text + len;
    size_t n = strlen(what);
    for (const char *at = text; at < end; at++) {
        while (at < end && is_blank(*at))
            at++;
        if ((size_t)(end - at) >= n && memcmp(at, what, n) == 0)
            return true;
        at = memchr(at, '\n', (size_t)(end - at));
        if (at == NULL)
            break;
    }
    return false;
}
