#include "src/queue/pq_library.h"

#include <stdbool.h>

#include "src/base/err.h"
#include "src/base/library.h"
#include "src/base/mem.h"

struct pq pq;

int pq_load(struct err *err)
{
    static const struct library_symbol symbols[] = {
#define SYMBOL(type, name, parameters) { #name, offsetof(struct pq, name) },
        PQ_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    static bool done;
    int rc = done ? 0 : library_load("libpq.so.5", symbols, ARRAY_LEN(symbols), &pq, err);
    done = rc == 0;
    return rc < 0 ? err_context(err, "a queue needs libpq (Debian: libpq5)") : 0;
}
