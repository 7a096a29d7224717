#include "src/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int(err_set)(struct err *err, enum err_code code, const char *fmt, ...)
{
    if (err == NULL)
        return code;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
    va_end(ap);
    err->code = code;
    return code;
}

int(err_context)(struct err *err, const char *fmt, ...)
{
    char prefix[600];
    char old[sizeof(err->msg)];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(prefix, sizeof(prefix), fmt, ap);
    va_end(ap);
    memcpy(old, err->msg, sizeof(old));
    snprintf(err->msg, sizeof(err->msg), "%s: %.*s", prefix,
             (int)(sizeof(err->msg) - sizeof(prefix) - 3), old);
    return err->code;
}

int err_exit_status(int code)
{
    if (code >= 0)
        return 0;
    return code == ERR_INTERRUPTED ? 130 : -code;
}
