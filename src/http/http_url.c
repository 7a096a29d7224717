/*
 * http_url.c - which addresses a request may go to.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/http/http_internal.h"
#include "src/http/http_memory.h"

static bool is_local_host(const char *host)
{
    unsigned rest = 0;
    if (strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0)
        return true;
    if (strncmp(host, "127.", 4) != 0)
        return false;
    for (const char *p = host; *p != '\0'; p++) {
        if (*p != '.' && (*p < '0' || *p > '9'))
            return false;
        rest += *p == '.';
    }
    return rest == 3;
}

static char *part_of(CURLU *u, CURLUPart part)
{
    char *text = NULL;
    return curl_url_get(u, part, &text, 0) == CURLUE_OK ? text : NULL;
}

/* libcurl's normal form leaves no other reading of the URL. */
static int check_parts(CURLU *u, const char *shown, bool with_key, bool *out_local, struct err *err)
{
    char *scheme = part_of(u, CURLUPART_SCHEME);
    char *host = part_of(u, CURLUPART_HOST);
    char *user = part_of(u, CURLUPART_USER);
    char *password = part_of(u, CURLUPART_PASSWORD);
    int rc = 0;
    bool local = host != NULL && is_local_host(host);
    bool plain = scheme != NULL && strcmp(scheme, "http") == 0;
    if (scheme == NULL || host == NULL || (!plain && strcmp(scheme, "https") != 0))
        rc = err_set(err, ERR_USAGE, "%s: a URL has to begin with http:// or https://", shown);
    else if (user != NULL || password != NULL)
        rc = err_set(err, ERR_USAGE,
                     "a URL carries a user or password: keys belong into the environment");
    else if (with_key && plain && !local)
        rc = err_set(err, ERR_USAGE, "%s: a key does not travel over plain http to another machine",
                     shown);
    else
        *out_local = local;
    curl_free(scheme);
    curl_free(host);
    curl_free(user);
    curl_free(password);
    return rc;
}

int http_check_url(const char *url, bool with_key, bool *out_local, struct err *err)
{
    int loaded = http_load_libcurl(err);
    CURLU *u = loaded == 0 ? curl_url() : NULL;
    if (loaded < 0)
        return loaded;
    if (u == NULL)
        return err_set(err, ERR_INTEGRITY, "out of memory for a URL");
    CURLUcode code = curl_url_set(u, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME);
    int rc = code == CURLUE_OK
                 ? check_parts(u, url, with_key, out_local, err)
                 : err_set(err, ERR_USAGE, "%s: no URL (%s)", url, curl_url_strerror(code));
    curl_url_cleanup(u);
    return rc;
}
