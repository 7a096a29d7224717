/*
 * http_transfer.c - one attempt.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/base/chars.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_internal.h"
#include "src/http/http_memory.h"
#include "src/http/http_retry.h"
#include "src/http/redact.h"

#define BODY_KEPT_BYTES ((size_t)1 << 20)

static size_t take_body(char *data, size_t size, size_t n, void *context)
{
    struct http_transfer *t = context;
    size_t len = size * n;
    t->last_byte_ns = clock_monotonic_ns();
    if (t->body.len + len > t->body.max) {
        t->too_large = true;
        return 0;
    }
    buf_add(&t->body, data, len);
    return len;
}

/* NULL: another header. */
static const char *header_value(const char *line, size_t len, const char *name, size_t *out_len)
{
    size_t n = strlen(name);
    if (len <= n || strncasecmp(line, name, n) != 0 || line[n] != ':')
        return NULL;
    const char *value = line + n + 1;
    len -= n + 1;
    while (len > 0 && is_blank(*value)) {
        value++;
        len--;
    }
    while (len > 0 && (unsigned char)value[len - 1] <= ' ')
        len--;
    *out_len = len;
    return value;
}

static void take_request_id(struct http_transfer *t, const char *value, size_t len)
{
    size_t n = len < sizeof(t->request_id) ? len : sizeof(t->request_id) - 1;
    for (size_t i = 0; i < n; i++)
        t->request_id[i] = value[i] > ' ' && value[i] < 0x7f ? value[i] : '?';
    t->request_id[n] = '\0';
}

static size_t take_header(char *line, size_t size, size_t n, void *context)
{
    struct http_transfer *t = context;
    size_t len = 0;
    const char *value;
    t->last_byte_ns = clock_monotonic_ns();
    if (t->first_byte_ns == 0)
        t->first_byte_ns = t->last_byte_ns;
    if ((value = header_value(line, size * n, "retry-after", &len)) != NULL &&
        t->retry_after_ms < 0)
        t->retry_after_ms = http_parse_retry_after(value, len, clock_unix_s());
    else if ((value = header_value(line, size * n, "retry-after-ms", &len)) != NULL) {
        int64_t thousands = http_parse_retry_after(value, len, 0);
        t->retry_after_ms = thousands < 0 ? t->retry_after_ms : thousands / 1000;
    } else if ((value = header_value(line, size * n, "x-should-retry", &len)) != NULL)
        t->must_not_retry = len == 5 && strncasecmp(value, "false", len) == 0;
    else if ((value = header_value(line, size * n, "x-request-id", &len)) != NULL)
        take_request_id(t, value, len);
    return size * n;
}

int http_add_header(struct curl_slist **list, const char *name, const char *middle,
                    const char *value, struct err *err)
{
    size_t bytes = strlen(name) + strlen(middle) + strlen(value) + 1;
    if (strpbrk(name, "\r\n") != NULL || strpbrk(value, "\r\n") != NULL)
        return err_set(err, ERR_USAGE, "a header contains a line break");
    char *line = http_memory_alloc(bytes);
    if (line == NULL)
        return err_set(err, ERR_INTEGRITY, "out of memory for a header");
    char *at = stpcpy(stpcpy(line, name), middle);
    memcpy(at, value, strlen(value) + 1);
    struct curl_slist *longer = curl_slist_append(*list, line);
    http_memory_free(line);
    if (longer == NULL)
        return err_set(err, ERR_INTEGRITY, "out of memory for a header");
    *list = longer;
    return 0;
}

static int add_headers(struct http_transfer *t, const struct http_options *options,
                       const struct http_request *request, struct err *err)
{
    int rc = http_add_header(&t->headers, "Expect", ":", "", err); /* saves a round trip */
    if (rc == 0 && request->body != NULL)
        rc = http_add_header(&t->headers, "Content-Type", ": ", "application/json", err);
    if (rc == 0 && options->key != NULL)
        rc = options->key_header == NULL
                 ? http_add_header(&t->headers, "Authorization: Bearer", " ", options->key, err)
                 : http_add_header(&t->headers, options->key_header, ": ", options->key, err);
    for (size_t i = 0; i < request->n_headers && rc == 0; i++)
        rc = http_add_header(&t->headers, request->headers[i].name, ": ", request->headers[i].value,
                             err);
    return rc;
}

void http_set_bounds(CURL *e, bool local)
{
    curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_TCP_KEEPALIVE, 1L);
    if (local)
        curl_easy_setopt(e, CURLOPT_PROXY, ""); /* else the environment's */
}

int http_transfer_prepare(struct http_transfer *t, const struct http_options *options,
                          const struct http_request *request, struct err *err)
{
    bool local = false;
    int rc = http_check_url(request->url, options->key != NULL, &local, err);
    if (rc < 0)
        return rc;
    if (t->easy == NULL && (t->easy = curl_easy_init()) == NULL)
        return err_set(err, ERR_INTEGRITY, "libcurl gives no handle");
    curl_easy_reset(t->easy);
    curl_slist_free_all(t->headers);
    t->headers = NULL;
    /* The next answer will hardly need as much. */
    if (t->body.capacity > BODY_KEPT_BYTES)
        buf_release(&t->body);
    else
        buf_clear(&t->body);
    t->body.max = options->response_limit;
    t->too_large = t->must_not_retry = false;
    t->first_byte_ns = t->last_byte_ns = 0;
    t->retry_after_ms = -1;
    t->request_id[0] = t->detail[0] = '\0';
    CURL *e = t->easy;
    http_set_bounds(e, local);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)options->connect_ms);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, t);
    curl_easy_setopt(e, CURLOPT_ERRORBUFFER, t->detail);
    curl_easy_setopt(e, CURLOPT_PRIVATE, t);
    curl_easy_setopt(e, CURLOPT_USERAGENT, "rollbook");
    curl_easy_setopt(e, CURLOPT_BUFFERSIZE, 1L << 17);
    rc = add_headers(t, options, request, err);
    curl_easy_setopt(t->easy, CURLOPT_URL, request->url);
    curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
    if (request->body != NULL) {
        curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
        curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, request->body);
    }
    curl_easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, request->method);
    t->sent_ns = clock_monotonic_ns();
    return rc;
}

void http_transfer_release(struct http_transfer *t)
{
    curl_easy_cleanup(t->easy);
    curl_slist_free_all(t->headers);
    buf_release(&t->sent);
    buf_release(&t->body);
    *t = (struct http_transfer){ 0 };
}

const char *http_transfer_overdue(const struct http_transfer *t, const struct http_options *options,
                                  int64_t now_ns)
{
    const int64_t ms = 1000000;
    if (now_ns - t->sent_ns > options->attempt_ms * ms)
        return "the attempt took too long";
    if (t->first_byte_ns == 0 && now_ns - t->sent_ns > options->first_byte_ms * ms)
        return "no answer began in time";
    if (t->first_byte_ns != 0 && now_ns - t->last_byte_ns > options->stall_ms * ms)
        return "the answer stalled";
    return NULL;
}

/* Others are HTTP_FAILED. */
static const struct {
    CURLcode code;
    enum http_end end;
} ends[] = {
    { CURLE_OK, HTTP_ANSWERED },
    { CURLE_COULDNT_RESOLVE_HOST, HTTP_NO_CONNECTION },
    { CURLE_COULDNT_RESOLVE_PROXY, HTTP_NO_CONNECTION },
    { CURLE_COULDNT_CONNECT, HTTP_NO_CONNECTION },
    { CURLE_OPERATION_TIMEDOUT, HTTP_TIMED_OUT },
    { CURLE_PARTIAL_FILE, HTTP_CUT },
    { CURLE_GOT_NOTHING, HTTP_CUT },
    { CURLE_RECV_ERROR, HTTP_CUT },
    { CURLE_SEND_ERROR, HTTP_CUT },
    { CURLE_PEER_FAILED_VERIFICATION, HTTP_UNTRUSTED },
    { CURLE_SSL_CACERT_BADFILE, HTTP_UNTRUSTED },
    { CURLE_SSL_ISSUER_ERROR, HTTP_UNTRUSTED },
};

enum http_end http_end_of_code(CURLcode code)
{
    for (size_t i = 0; i < ARRAY_LEN(ends); i++)
        if (ends[i].code == code)
            return ends[i].end;
    return HTTP_FAILED;
}

static enum http_end end_of(const struct http_transfer *t, CURLcode code, const char *overdue)
{
    if (t->too_large)
        return HTTP_TOO_LARGE;
    return overdue != NULL ? HTTP_TIMED_OUT : http_end_of_code(code);
}

/* A server may repeat the key, which must not be stored. */
static bool hide_key(char *text, size_t len, const char *key)
{
    return key != NULL && len > 0 && redact(text, len, key, strlen(key));
}

void http_transfer_answer(struct http_transfer *t, const struct http_options *options,
                          CURLcode code, const char *overdue, int64_t now_ns,
                          struct http_answer *out)
{
    long status = 0;
    long new_connections = 0;
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(t->easy, CURLINFO_NUM_CONNECTS, &new_connections);
    hide_key(t->detail, strlen(t->detail), options->key);
    hide_key(t->request_id, strlen(t->request_id), options->key);
    *out = (struct http_answer){
        .end = end_of(t, code, overdue),
        .status = (int)status,
        .attempt = t->attempt,
        .redacted = hide_key(t->body.data, t->body.len, options->key),
        .body = buf_text(&t->body),
        .body_len = t->body.len,
        .request_id = t->request_id,
        .retry_after_ms = t->retry_after_ms,
        .first_byte_ms =
            t->first_byte_ns == 0 ? (double)NAN : (double)(t->first_byte_ns - t->sent_ns) * 1e-6,
        .total_ms = (double)(now_ns - t->sent_ns) * 1e-6,
        .reused = new_connections == 0 && status != 0,
    };
    if (out->end == HTTP_TOO_LARGE)
        out->detail = "the answer is larger than allowed";
    else if (overdue != NULL)
        out->detail = overdue;
    else if (code != CURLE_OK)
        out->detail = t->detail[0] != '\0' ? t->detail : curl_easy_strerror(code);
    else
        out->detail = "";
    out->final = t->must_not_retry || !http_may_retry(out);
}
