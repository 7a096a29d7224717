#include "src/queue/pq_library.h"

#include <stdbool.h>

#include "src/base/err.h"
#include "src/base/library.h"
#include "src/base/mem.h"

struct pq pq;

#define SYMBOL(name)                                                                               \
    {                                                                                              \
#name, offsetof(struct pq, name)                                                           \
    }

int pq_load(struct err *err)
{
    static const struct library_symbol symbols[] = {
        SYMBOL(PQconnectdbParams),
        SYMBOL(PQfinish),
        SYMBOL(PQstatus),
        SYMBOL(PQerrorMessage),
        SYMBOL(PQsocket),
        SYMBOL(PQconninfoParse),
        SYMBOL(PQconninfo),
        SYMBOL(PQconndefaults),
        SYMBOL(PQconninfoFree),
        SYMBOL(PQfreemem),
        SYMBOL(PQexec),
        SYMBOL(PQexecPrepared),
        SYMBOL(PQresultStatus),
        SYMBOL(PQresultErrorField),
        SYMBOL(PQntuples),
        SYMBOL(PQfnumber),
        SYMBOL(PQgetvalue),
        SYMBOL(PQgetisnull),
        SYMBOL(PQclear),
        SYMBOL(PQconsumeInput),
        SYMBOL(PQnotifies),
    };
    static bool done;
    int rc = done ? 0 : library_load("libpq.so.5", symbols, ARRAY_LEN(symbols), &pq, err);
    done = rc == 0;
    return rc < 0 ? err_context(err, "a queue needs libpq (Debian: libpq5)") : 0;
}
