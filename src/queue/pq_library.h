/*
 * pq_library.h - libpq, opened when it is first needed; private to src/queue.
 *
 * These are our own declarations of a small stable interface, so nothing of PostgreSQL is needed
 * to build.
 */
#ifndef ROLLBOOK_QUEUE_PQ_LIBRARY_H
#define ROLLBOOK_QUEUE_PQ_LIBRARY_H

#include <stddef.h>

struct err;

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

enum { PQ_CONNECTION_OK = 0, PQ_COMMAND_OK = 1, PQ_TUPLES_OK = 2 };

struct pq_option {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
};

struct pq_notify {
    char *relname;
    int be_pid;
    char *extra;
    struct pq_notify *next;
};

struct pq {
    PGconn *(*PQconnectdbParams)(const char *const *keywords, const char *const *values,
                                 int expand);
    void (*PQfinish)(PGconn *c);
    int (*PQstatus)(const PGconn *c);
    char *(*PQerrorMessage)(const PGconn *c);
    int (*PQsocket)(const PGconn *c);
    struct pq_option *(*PQconninfoParse)(const char *text, char **message);
    struct pq_option *(*PQconninfo)(PGconn *c);
    struct pq_option *(*PQconndefaults)(void);
    void (*PQconninfoFree)(struct pq_option *o);
    void (*PQfreemem)(void *p);
    PGresult *(*PQexec)(PGconn *c, const char *text);
    PGresult *(*PQexecPrepared)(PGconn *c, const char *name, int n, const char *const *values,
                                const int *lengths, const int *formats, int format);
    int (*PQresultStatus)(const PGresult *r);
    char *(*PQresultErrorField)(const PGresult *r, int field);
    int (*PQntuples)(const PGresult *r);
    int (*PQfnumber)(const PGresult *r, const char *name);
    char *(*PQgetvalue)(const PGresult *r, int row, int column);
    int (*PQgetisnull)(const PGresult *r, int row, int column);
    void (*PQclear)(PGresult *r);
    int (*PQconsumeInput)(PGconn *c);
    struct pq_notify *(*PQnotifies)(PGconn *c);
};

extern struct pq pq;

/* ERR_USAGE: not installed. */
int pq_load(struct err *err);

#endif
