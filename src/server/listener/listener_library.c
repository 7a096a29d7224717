#define LISTENER_OWN_NAMES
#include "src/server/listener/listener_library.h"

#include <stdbool.h>

#include "src/base/err.h"
#include "src/base/library.h"
#include "src/base/mem.h"

struct listener_library listener_library;

int listener_load_library(struct err *err)
{
    static const struct library_symbol symbols[] = {
#define SYMBOL(name) { #name, offsetof(struct listener_library, name) },
        LISTENER_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    static bool done;
    int rc = done ? 0
                  : library_load("libmicrohttpd.so.12", symbols, ARRAY_LEN(symbols),
                                 &listener_library, err);
    done = rc == 0;
    return rc;
}
