/* task_work.h - what the program's tasks ask of a device. */
#ifndef ROLLBOOK_TASKS_TASK_WORK_H
#define ROLLBOOK_TASKS_TASK_WORK_H

/* Operations and compulsory bytes in a case ("tiny", "cpu", "full"); NaN: unknown.  The full case
 * is that of KernelBench v0.2, also of problems that the program has no task for. */
void task_work(const char *task, const char *task_case, double *out_flops, double *out_bytes);

#endif
