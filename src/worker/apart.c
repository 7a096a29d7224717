#define _GNU_SOURCE /* pipe2 */
#include "src/worker/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/file.h"

struct apart_told {
    int rc;
    struct err err;
};

static void answer_and_close(const struct apart_work *work, int to)
{
    struct apart_told told = { 0 };
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* until somebody has the answer */
    told.rc = work->answer(work->context, &told.err);
    if (fflush(stdout) != 0 || ferror(stdout) != 0)
        told.rc =
            err_set(&told.err, ERR_INTEGRITY, "the result cannot be written: %s", strerror(errno));
    (void)fflush(stderr);
    /* Whoever reads our output waits for its end. */
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i <= STDERR_FILENO && null >= 0; i++)
        (void)dup2(null, i);
    (void)prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    (void)fd_write_all(to, &told, sizeof(told));
    (void)close(to);
    work->close(work->context);
}

static int ended_early(pid_t pid, struct err *err)
{
    int status = 0;
    (void)waitpid(pid, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
        (void)raise(SIGPIPE); /* nobody reads the result */
    return err_set(err, ERR_INTEGRITY, "the process that does the work ended (%s %d)",
                   WIFSIGNALED(status) ? "signal" : "status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

int apart_run(const struct apart_work *work, struct err *err)
{
    int ends[2];
    struct apart_told told = { 0 };
    size_t have = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_set(err, ERR_INTEGRITY, "pipe: %s", strerror(errno));
    (void)fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        (void)close(ends[0]);
        answer_and_close(work, ends[1]);
        _exit(0);
    }
    (void)close(ends[1]);
    while (pid > 0 && have < sizeof(told)) {
        ssize_t n = read(ends[0], (char *)&told + have, sizeof(told) - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    (void)close(ends[0]);
    if (pid < 0)
        return err_set(err, ERR_INTEGRITY, "fork: %s", strerror(errno));
    if (have < sizeof(told))
        return ended_early(pid, err);
    *err = told.err;
    return told.rc;
}
