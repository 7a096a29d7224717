/*
 * sample_formats.h - parse functions of the formats that become sample rows.
 */
#ifndef ROLLBOOK_INGEST_SAMPLE_FORMATS_H
#define ROLLBOOK_INGEST_SAMPLE_FORMATS_H

struct err;
struct ingest_job;
struct ingest_probe;

int samples_parse(struct ingest_job *job, struct err *err);
int completions_parse(struct ingest_job *job, struct err *err);
int robust_kbench_parse(struct ingest_job *job, struct err *err);
int nvbench_parse(struct ingest_job *job, struct err *err);
int google_benchmark_parse(struct ingest_job *job, struct err *err);
int nsys_parse(struct ingest_job *job, struct err *err);
int telemetry_parse(struct ingest_job *job, struct err *err);
int jsonl_parse(struct ingest_job *job, struct err *err);
int csv_parse(struct ingest_job *job, struct err *err);
int rollouts_parse(struct ingest_job *job, struct err *err);

/* ---- sample_recognise.c: why a file looks like the format; NULL when it does not ---- */
const char *samples_recognise(const struct ingest_probe *p);
const char *completions_recognise(const struct ingest_probe *p);
const char *robust_kbench_recognise(const struct ingest_probe *p);
const char *nvbench_recognise(const struct ingest_probe *p);
const char *google_benchmark_recognise(const struct ingest_probe *p);
const char *nsys_recognise(const struct ingest_probe *p);
const char *telemetry_recognise(const struct ingest_probe *p);
const char *rollouts_recognise(const struct ingest_probe *p);

#endif
