/*
 * http_key.c - keys come from the environment and leave it.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "src/http/http.h"
#include "src/http/http_memory.h"

char *http_key_take(const char *variable)
{
    char *value = getenv(variable);
    if (value == NULL || value[0] == '\0')
        return NULL;
    char *copy = http_memory_strdup(value);
    /* /proc and core files show the text, not only its entry. */
    if (copy != NULL)
        memset(value, 0, strlen(value));
    unsetenv(variable);
    return copy;
}

void http_key_free(char *key)
{
    http_memory_free(key);
}

void http_hide_process(void)
{
    prctl(PR_SET_DUMPABLE, 0);
}
