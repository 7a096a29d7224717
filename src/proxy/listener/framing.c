#include "src/proxy/listener/framing.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "src/base/chars.h"
#include "src/http/http.h"

/* A header's name has these characters only. */
static bool is_token(const char *s)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    if (*s == '\0')
        return false;
    for (; *s != '\0'; s++) {
        if (!is_alnum(*s) && strchr(others, *s) == NULL)
            return false;
    }
    return true;
}

static bool is_printable(const char *s)
{
    for (; *s != '\0'; s++)
        if (((unsigned char)*s < ' ' && *s != '\t') || *s == 0x7f)
            return false;
    return true;
}

static bool is_digits(const char *s)
{
    size_t n = strspn(s, "0123456789");
    return n > 0 && n < 19 && s[n] == '\0';
}

/* "." and ".." climb, escaped or not. */
static bool climbs(const char *s, size_t len)
{
    size_t dots = 0;
    for (size_t i = 0; i < len; dots++) {
        if (s[i] == '.')
            i++;
        else if (len - i >= 3 && s[i] == '%' && s[i + 1] == '2' && to_lower(s[i + 2]) == 'e')
            i += 3;
        else
            return false;
    }
    return dots == 1 || dots == 2;
}

static const char *judge_target(const char *target)
{
    if (target[0] != '/')
        return "the target is not a path";
    if (!is_printable(target) || strpbrk(target, " \t\\#") != NULL)
        return "the target holds characters that no path has";
    for (const char *at = target; *at == '/';) {
        size_t len = strcspn(at + 1, "/?");
        const char *slash = at + 1;
        for (size_t i = 0; i + 2 < len; i++)
            if (slash[i] == '%' && slash[i + 1] == '2' && to_lower(slash[i + 2]) == 'f')
                return "the path holds an encoded slash";
        if (climbs(at + 1, len))
            return "the path holds '.' or '..'";
        at += 1 + len;
    }
    return NULL;
}

const char *framing_refuses(const char *target, const struct http_header *headers, size_t n,
                            int *out_status)
{
    int lengths = 0;
    int codings = 0;
    int hosts = 0;
    *out_status = 431;
    if (n > FRAMING_MAX_HEADERS)
        return "there are more than 256 header lines";
    *out_status = 400;
    const char *why = judge_target(target);
    for (size_t i = 0; i < n && why == NULL; i++) {
        const char *name = headers[i].name;
        const char *value = headers[i].value;
        if (!is_token(name))
            why = "a header line's name holds a blank or another character that no name has";
        else if (!is_printable(value))
            why = "a header line holds a control character or goes on in the next line";
        else if (strcasecmp(name, "content-length") == 0)
            why = ++lengths > 1       ? "Content-Length is given twice"
                  : !is_digits(value) ? "Content-Length is no number"
                                      : NULL;
        else if (strcasecmp(name, "transfer-encoding") == 0)
            why = ++codings > 1 || strcasecmp(value, "chunked") != 0
                      ? "of Transfer-Encoding chunked alone is taken, once"
                      : NULL;
        else if (strcasecmp(name, "host") == 0)
            why = ++hosts > 1 ? "Host is given twice" : NULL;
    }
    if (why == NULL && lengths > 0 && codings > 0)
        why = "Content-Length and Transfer-Encoding are given both";
    return why;
}
