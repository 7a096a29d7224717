/*
 * http_client.c - a client and its defaults.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_internal.h"
#include "src/http/http_memory.h"
#include "src/http/redact.h"

#define MAX_IN_FLIGHT 1024

static const char *const end_names[] = { "answered",  "no connection", "timed out", "cut",
                                         "too large", "untrusted",     "failed" };
_Static_assert(ARRAY_LEN(end_names) == HTTP_N_ENDS, "every end has a name");

const char *http_end_name(enum http_end end)
{
    return end_names[end];
}

static int64_t or_default(int64_t value, int64_t otherwise)
{
    return value > 0 ? value : otherwise;
}

static int check_key(const char *key, struct err *err)
{
    for (const char *p = key; p != NULL && *p != '\0'; p++)
        if (*p <= ' ' || *p > '~')
            return err_set(
                err, ERR_USAGE,
                "the key contains a space, a control character or a character beyond ASCII");
    const size_t len = key == NULL ? 0 : strlen(key);
    if (len > 0 && !redact_can_hide(key, len) && !redact_is_placeholder(key, len))
        return err_set(
            err, ERR_USAGE,
            "the key has fewer than %d characters besides backslashes: hiding so short a "
            "text would change honest answers. For a server without keys, name none or "
            "set EMPTY",
            REDACT_LEAST_BYTES);
    return 0;
}

int http_init_libcurl(struct err *err)
{
    static bool done;
    int rc = http_load_libcurl(err);
    if (rc < 0)
        return rc;
    if (!done && curl_global_init_mem(CURL_GLOBAL_DEFAULT, http_memory_alloc, http_memory_free,
                                      http_memory_realloc, http_memory_strdup,
                                      http_memory_calloc) != CURLE_OK)
        return err_set(err, ERR_INTEGRITY, "libcurl does not start");
    done = true;
    return 0;
}

int http_open(const struct http_options *options, struct http_client **out, struct err *err)
{
    int rc = check_key(options->key, err);
    if (rc == 0)
        rc = http_init_libcurl(err);
    if (rc < 0)
        return rc;
    struct http_client *c = mem_alloc(sizeof(*c));
    c->options = *options;
    c->options.max_in_flight = (size_t)or_default((int64_t)c->options.max_in_flight, 16);
    if (c->options.max_in_flight > MAX_IN_FLIGHT)
        c->options.max_in_flight = MAX_IN_FLIGHT;
    c->options.connect_ms = or_default(c->options.connect_ms, 10000);
    c->options.first_byte_ms = or_default(c->options.first_byte_ms, 600000);
    c->options.stall_ms = or_default(c->options.stall_ms, 60000);
    c->options.attempt_ms = or_default(c->options.attempt_ms, 900000);
    c->options.give_up_ms = or_default(c->options.give_up_ms, 1800000);
    c->options.max_attempts = (int)or_default(c->options.max_attempts, 8);
    c->options.response_limit =
        (size_t)or_default((int64_t)c->options.response_limit, (int64_t)256 << 20);
    c->key = options->key == NULL ? NULL : http_memory_strdup(options->key);
    c->options.key = c->key;
    c->transfers = mem_array(c->options.max_in_flight, sizeof(*c->transfers));
    c->multi = curl_multi_init();
    http_limit_init(&c->limit, c->options.max_in_flight);
    rng_init(&c->jitter, options->seed, RNG_TRIAL, 0, 0, 0);
    if (c->multi == NULL || (options->key != NULL && c->key == NULL)) {
        http_close(c);
        return err_set(err, ERR_INTEGRITY, "libcurl gives no handle");
    }
    curl_multi_setopt(c->multi, CURLMOPT_MAXCONNECTS, (long)c->options.max_in_flight);
    *out = c;
    return 0;
}

void http_close(struct http_client *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < c->options.max_in_flight; i++) {
        if (c->transfers[i].busy)
            curl_multi_remove_handle(c->multi, c->transfers[i].easy);
        http_transfer_release(&c->transfers[i]);
    }
    curl_multi_cleanup(c->multi);
    http_memory_free(c->key);
    free(c->transfers);
    free(c);
}

/*
 * Which addresses a request may go to.
 */

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
