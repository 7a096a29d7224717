/*
 * task_work.h - what the tasks that this program knows ask of a device.
 */
#ifndef ROLLBOOK_TASKS_TASK_WORK_H
#define ROLLBOOK_TASKS_TASK_WORK_H

/* Algorithmic operations and compulsory bytes at the sizes of a case ("tiny", "cpu", "full"); NaN
 * for tasks and cases that are not known. */
void task_work(const char *task, const char *task_case, double *out_flops, double *out_bytes);

#endif
