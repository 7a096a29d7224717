/*
 * worker.h - what runs in a worker.
 *
 * A candidate may hang, corrupt memory or kill its process, so a worker is a child of the same
 * binary that holds an evaluator and speaks over its pipes only.
 */
#ifndef ROLLBOOK_WORKER_WORKER_H
#define ROLLBOOK_WORKER_WORKER_H

struct err;

/* -1: the device that the environment names (pure). */
int worker_gpu(unsigned worker, int n_devices, const char *chosen);

/* Greets, then answers jobs until in is closed (0) or a message is broken (negative). */
int worker_serve(const char *backend, unsigned threads, int in, int out, struct err *err);

/* Runs the hidden command "worker". */
int worker_main(int argc, char **argv);

#endif
