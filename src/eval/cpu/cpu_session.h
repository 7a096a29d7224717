/*
 * cpu_session.h - the checker's end of a runner.
 */
#ifndef ROLLBOOK_EVAL_CPU_CPU_SESSION_H
#define ROLLBOOK_EVAL_CPU_CPU_SESSION_H

#include "src/eval/contract/backend.h"
#include "src/eval/process/cpu_buffers.h"
#include "src/eval/process/sandbox.h"

/* Kept, because making memory costs more than most kernels. */
#define SPARE_FILES 3
struct spare_files {
    struct shared_file files[SPARE_FILES];
    const struct sandbox_rooms *rooms;
    char cold[1 << 20]; /* writing it takes the place of what caches hold */
};

int cpu_session_load(struct spare_files *spare, const struct session_spec *spec,
                     struct kernel_session **out, struct launch_report *report, struct err *err);
int cpu_session_launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                       struct launch_report *report, struct err *err);
void cpu_session_move(struct kernel_session *s, struct launch_report *report);
void cpu_session_set_deadline(struct kernel_session *s, int64_t deadline_ns);
void cpu_session_unload(struct kernel_session *s);

#endif
