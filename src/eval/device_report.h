/*
 * device_report.h - what devices are here, for people and for records of measurements.
 */
#ifndef ROLLBOOK_EVAL_DEVICE_REPORT_H
#define ROLLBOOK_EVAL_DEVICE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct gpu;

struct device_fact {
    char device[16];   /* "cpu", "cuda:0" */
    char property[48]; /* "name", "l2_cache", ... */
    char text[200];    /* "": a number, or unknown */
    double number;     /* NaN: a text, or unknown */
    const char *unit;  /* "MHz", ...; "" */
};

#define DEVICE_MAX_FACTS 512 /* some 30 of each of 16 GPUs */

struct device_report {
    size_t n;
    struct device_fact facts[DEVICE_MAX_FACTS];
};

/*
 * Describes every device that a backend could use.  What the cuda backend lacks is a fact
 * ("available": "no CUDA driver here: ..."), so that this cannot fail.  measure adds the measured
 * copy rate and clocks, which takes the GPU for about a second.
 */
void device_report(bool measure, struct device_report *out);

/* Adds what is known of a GPU without work on it, but for its counters. */
void device_report_gpu(struct device_report *r, const struct gpu *g, const char *device);

#endif
