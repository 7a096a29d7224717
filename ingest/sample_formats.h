/*
 * sample_formats.h - parse functions of the formats that become sample rows.
 */
#ifndef ROLLBOOK_INGEST_SAMPLE_FORMATS_H
#define ROLLBOOK_INGEST_SAMPLE_FORMATS_H

struct err;
struct ingest_job;

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

#endif
