#include "src/eval/contract/compile_log.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/mem.h"

static const char *nearest_place(const char *log, const char *end)
{
    const char *found = NULL;
    for (const char *p = strstr(log, "kernel.cu"); p != NULL; p = strstr(p + 1, "kernel.cu"))
        if ((p[9] == ':' || p[9] == '(') && (p < end || found == NULL))
            found = p;
    return found;
}

/* An error in a device header gets the nearest line of the kernel file. */
const char *compile_log_first_error(const char *log, struct arena *a)
{
    static const char silent[] =
        "the compiler ended without a word: over its limits of processor time, memory or file "
        "size";
    const char *error = strstr(log, "error: ");
    const char *undefined = strstr(log, "undefined reference to ");
    if (error == NULL && undefined != NULL) /* the linker names no line */
        return arena_strndup(a, undefined, strcspn(undefined, "\n"));
    const char *start = error != NULL ? error : log;
    while (start > log && start[-1] != '\n')
        start--;
    size_t n = strcspn(start, "\n");
    if (n == 0)
        return silent;
    const char *place = error != NULL ? nearest_place(log, error) : NULL;
    if (place == NULL || strncmp(start, "kernel.cu:", 10) == 0 ||
        strncmp(start, "kernel.cu(", 10) == 0)
        return arena_strndup(a, start, n < 400 ? n : 400);
    size_t digits = strspn(place + 10, "0123456789");
    return arena_printf(a, "kernel.cu:%.*s: %.*s", (int)(digits < 10 ? digits : 10), place + 10,
                        (int)strcspn(error, "\n"), error);
}

bool compile_log_names_error(const char *log)
{
    return strstr(log, "Killed") == NULL && strstr(log, "annot allocate memory") == NULL &&
           (strstr(log, "error: ") != NULL || strstr(log, "Error: ") != NULL ||
            strstr(log, "undefined reference to ") != NULL);
}
