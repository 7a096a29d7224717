/*
 * log_route.h - POST /log: rollouts of a training loop on another host, as src/log stores them.
 */
#ifndef ROLLBOOK_SERVER_LOG_ROUTE_H
#define ROLLBOOK_SERVER_LOG_ROUTE_H

struct route_answer;
struct route_request;
struct server;

/* The body is a log (src/log/log_rows.h), whole: its head, then lines.  202: it is on the disk of
 * this host, and rows follow. */
void log_route_answer(void *context, const struct route_request *q, struct route_answer *out);
/* Takes what an earlier process left in the folder of logs. */
void log_route_begin(struct server *s);

#endif
