/*
 * worker.h - what runs in a worker.
 *
 * A candidate may hang, corrupt memory or kill its process, so nothing it can reach is ours: a
 * worker is a child of the same binary that holds an evaluator and speaks over its pipes only.
 */
#ifndef ROLLBOOK_WORKER_WORKER_H
#define ROLLBOOK_WORKER_WORKER_H

struct err;

/* The device that a worker gets, -1 for the one that the environment names (pure). */
int worker_gpu(unsigned worker, int n_devices, const char *chosen);

/* Greets over out, then answers the jobs that come over in until it is closed (0) or a message is
 * broken (negative). */
int worker_serve(const char *backend, unsigned threads, int in, int out, struct err *err);

/* Entry of the hidden command "worker". */
int worker_main(int argc, char **argv);

#endif
