#include "src/proxy/spool/url.h"

#include <string.h>

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"

char *url_decode(struct arena *a, const char *s, size_t len, bool plus)
{
    char *out = arena_alloc(a, len + 1);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        int high = i + 2 < len && s[i] == '%' ? hex_value(s[i + 1]) : -1;
        int low = high >= 0 ? hex_value(s[i + 2]) : -1;
        char plain = plus && s[i] == '+' ? ' ' : s[i];
        out[n++] = low >= 0 ? (char)(high * 16 + low) : plain;
        i += low >= 0 ? 2 : 0;
        if (out[n - 1] == '\0')
            return NULL;
    }
    out[n] = '\0';
    return out;
}

int url_query(struct arena *a, const char *target,
              int (*take)(void *context, const char *name, const char *value, struct err *err),
              void *context, struct err *err)
{
    const char *at = strchr(target, '?');
    int rc = 0;
    while (rc >= 0 && at != NULL && *at != '\0') {
        size_t len = strcspn(++at, "&");
        const char *equals = memchr(at, '=', len);
        size_t name_len = equals == NULL ? len : (size_t)(equals - at);
        const char *name = url_decode(a, at, name_len, true);
        const char *value =
            equals == NULL ? "" : url_decode(a, equals + 1, len - name_len - 1, true);
        if (name == NULL || value == NULL)
            return err_set(err, ERR_USAGE, "a NUL in the query");
        if (len > 0)
            rc = take(context, name, value, err);
        at += len;
    }
    return rc;
}
