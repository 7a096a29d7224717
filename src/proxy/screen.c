#include "src/proxy/screen.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/proxy/listener/address.h"

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
