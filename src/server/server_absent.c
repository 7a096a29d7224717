/*
 * server_absent.c - stands in for server.c, routes.c and listener.c where libmicrohttpd was not
 * there.
 */
#include "src/base/err.h"
#include "src/server/server.h"

int server_run(const struct server_options *options, const struct server_hooks *hooks,
               struct server_summary *out, struct err *err)
{
    (void)options;
    (void)hooks;
    *out = (struct server_summary){ 0 };
    return err_set(err, ERR_USAGE,
                   "this program was built without libmicrohttpd: install libmicrohttpd-dev and "
                   "build again");
}
