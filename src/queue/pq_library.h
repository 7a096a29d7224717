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

/* Type, name, parameters. */
#define PQ_FUNCTIONS(X)                                                                            \
    X(PGconn *, PQconnectdbParams,                                                                 \
      (const char *const *keywords, const char *const *values, int expand))                        \
    X(void, PQfinish, (PGconn * c))                                                                \
    X(int, PQstatus, (const PGconn *c))                                                            \
    X(char *, PQerrorMessage, (const PGconn *c))                                                   \
    X(int, PQsocket, (const PGconn *c))                                                            \
    X(struct pq_option *, PQconninfoParse, (const char *text, char **message))                     \
    X(struct pq_option *, PQconninfo, (PGconn * c))                                                \
    X(struct pq_option *, PQconndefaults, (void))                                                  \
    X(void, PQconninfoFree, (struct pq_option * o))                                                \
    X(void, PQfreemem, (void *p))                                                                  \
    X(PGresult *, PQexec, (PGconn * c, const char *text))                                          \
    X(PGresult *, PQexecPrepared,                                                                  \
      (PGconn * c, const char *name, int n, const char *const *values, const int *lengths,         \
       const int *formats, int format))                                                            \
    X(int, PQresultStatus, (const PGresult *r))                                                    \
    X(char *, PQresultErrorField, (const PGresult *r, int field))                                  \
    X(int, PQntuples, (const PGresult *r))                                                         \
    X(int, PQfnumber, (const PGresult *r, const char *name))                                       \
    X(char *, PQgetvalue, (const PGresult *r, int row, int column))                                \
    X(int, PQgetisnull, (const PGresult *r, int row, int column))                                  \
    X(void, PQclear, (PGresult * r))                                                               \
    X(int, PQconsumeInput, (PGconn * c))                                                           \
    X(struct pq_notify *, PQnotifies, (PGconn * c))

struct pq {
#define PQ_MEMBER(type, name, parameters) type(*name) parameters;
    PQ_FUNCTIONS(PQ_MEMBER)
#undef PQ_MEMBER
};

extern struct pq pq;

/* ERR_USAGE: not installed. */
int pq_load(struct err *err);

#endif
