#define _GNU_SOURCE
#include "src/server/secrets.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/http/redact.h"
#include "src/json/json.h"
#include "src/server/listener/address.h"
#include "src/server/spool/tags.h"

static const char *const headers[] = { "authorization", "proxy-authorization", "x-api-key",
                                       "api-key",       "x-goog-api-key",      "cookie",
                                       "x-auth-token",  "x-rollbook-token",    "x-functions-key" };

static const char *const members[] = { "key",          "api_key", "api-key", "apikey",
                                       "access_token", "token",   "sig" };

static bool is_listed(const char *s, size_t len, const char *const list[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == len && strncasecmp(list[i], s, len) == 0)
            return true;
    return false;
}

bool secrets_is_header(const char *name)
{
    return is_listed(name, strlen(name), headers, ARRAY_LEN(headers));
}

static void add(struct secrets *s, const char *text, size_t len, struct arena *a)
{
    if (!redact_can_hide(text, len))
        return;
    if (s->n == s->room) {
        struct secret *more = arena_array(a, s->room = s->room * 2 + 8, sizeof(*more));
        if (s->n > 0)
            memcpy(more, s->items, s->n * sizeof(*more));
        s->items = more;
    }
    size_t at = s->n++; /* longer first: a hidden part leaves the rest */
    for (; at > 0 && s->items[at - 1].len < len; at--)
        s->items[at] = s->items[at - 1];
    s->items[at] = (struct secret){ .text = arena_strndup(a, text, len), .len = len };
}

void secrets_add_header(struct secrets *s, const char *value, struct arena *a)
{
    for (const char *at = value; *at != '\0';) {
        size_t len = strcspn(at, " ,;");
        const char *equals = memchr(at, '=', len);
        add(s, at, len, a);
        if (equals != NULL && (size_t)(equals - at) + 1 < len)
            add(s, equals + 1, len - (size_t)(equals - at) - 1, a);
        at += len;
        at += strspn(at, " ,;");
    }
}

/* With escapes, the server reads another text. */
static void add_value(struct secrets *s, const char *text, size_t len, struct arena *a)
{
    const char *decoded = url_decode(a, text, len, true);
    add(s, text, len, a);
    if (decoded != NULL && (strlen(decoded) != len || memcmp(decoded, text, len) != 0))
        add(s, decoded, strlen(decoded), a);
}

static bool is_key_member(const char *name, size_t len, struct arena *a)
{
    const char *decoded = url_decode(a, name, len, true);
    return decoded != NULL && is_listed(decoded, strlen(decoded), members, ARRAY_LEN(members));
}

void secrets_add_query(struct secrets *s, const char *target, struct arena *a)
{
    const char *at = strchr(target, '?');
    while (at != NULL && *at != '\0') {
        at++;
        size_t len = strcspn(at, "&");
        const char *equals = memchr(at, '=', len);
        if (equals != NULL && is_key_member(at, (size_t)(equals - at), a))
            add_value(s, equals + 1, len - (size_t)(equals - at) - 1, a);
        at += len;
    }
}

/* Few bodies have such a member, so most are not parsed. */
static bool may_hold_key(const char *body, size_t len)
{
    static const char *const ends[] = { "key\"", "token\"", "uthorization\"", "secret\"",
                                        "password\"" };
    for (size_t i = 0; i < ARRAY_LEN(ends); i++)
        if (memmem(body, len, ends[i], strlen(ends[i])) != NULL)
            return true;
    return false;
}

void secrets_add_body(struct secrets *s, const char *body, size_t len, struct arena *a)
{
    static const char *const names[] = { "key",           "api_key",    "api-key", "apikey",
                                         "access_token",  "auth_token", "token",   "authorization",
                                         "client_secret", "secret",     "password" };
    struct err ignored = { 0 };
    if (len == 0 || !may_hold_key(body, len))
        return;
    struct arena CLEANUP(arena_release) own = { 0 };
    const struct json *root = json_parse_arena("body", 1, body, len, &own, &ignored);
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m)) {
        const char *value = NULL;
        if (json_key(m) != NULL && json_string(m, &value) &&
            is_listed(json_key(m), strlen(json_key(m)), names, ARRAY_LEN(names)))
            secrets_add_header(s, value, a);
    }
}

bool secrets_hide(const struct secrets *s, char *text, size_t len)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++)
        any |= redact(text, len, s->items[i].text, s->items[i].len);
    return any;
}

size_t secrets_held(const struct secrets *s, const char *text, size_t len)
{
    size_t held = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t n = redact_held(text, len, s->items[i].text, s->items[i].len);
        held = n > held ? n : held;
    }
    return held;
}

/* Takes as long whatever the two have in common. */
static bool is_same(const char *given, const char *token)
{
    char a[65];
    char b[65];
    unsigned differences = 0;
    sha256_hex(given, strlen(given), a);
    sha256_hex(token, strlen(token), b);
    for (size_t i = 0; i < sizeof(a); i++)
        differences |= (unsigned)(unsigned char)a[i] ^ (unsigned)(unsigned char)b[i];
    return differences == 0;
}

static bool has_token(const struct screen *s, const struct screen_request *r)
{
    const char *bearer = "Bearer ";
    size_t n = strlen(bearer);
    if (r->token != NULL)
        return is_same(r->token, s->token);
    return r->is_ours && r->authorization != NULL &&
           strncasecmp(r->authorization, bearer, n) == 0 && is_same(r->authorization + n, s->token);
}

const char *screen_refuses(const struct screen *s, const struct screen_request *r, int *out_status)
{
    *out_status = 403;
    if (s->loopback && (r->host == NULL || !address_is_loopback_host(r->host)))
        return "the Host header does not name this machine";
    /* "http://HOST" of the very address that was asked. */
    if (r->origin != NULL && !(r->host != NULL && str_starts_with(r->origin, "http://") &&
                               strcasecmp(r->origin + strlen("http://"), r->host) == 0))
        return "requests from pages of other origins are refused";
    if (s->token == NULL || r->is_health || has_token(s, r))
        return NULL;
    *out_status = 401;
    return "the token is missing or wrong: X-Rollbook-Token";
}
