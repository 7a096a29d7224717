#include "src/strategy/owner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"

/* Field 22 of /proc/PID/stat, counted behind the command's parenthesis; 0: gone. */
static unsigned long long start_time(long pid)
{
    char path[64];
    struct buf text = { 0 };
    struct err ignored;
    unsigned long long ticks = 0;
    snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
    if (file_read(path, 65536, &text, &ignored) == 0) {
        const char *p = strrchr(buf_text(&text), ')');
        for (int field = 2; p != NULL && field < 22; field++) {
            p = strchr(p, ' ');
            if (p != NULL)
                p++;
        }
        if (p != NULL)
            ticks = strtoull(p, NULL, 10);
    }
    buf_release(&text);
    return ticks;
}

static void name_process(long pid, char out[128])
{
    char boot[40];
    struct buf text = { 0 };
    struct err ignored;
    snprintf(boot, 40, "unknown");
    if (file_read("/proc/sys/kernel/random/boot_id", 4096, &text, &ignored) == 0 && text.len >= 36)
        snprintf(boot, 40, "%.36s", buf_text(&text));
    buf_release(&text);
    snprintf(out, 128, "%s:%ld:%llu", boot, pid, start_time(pid));
}

void owner_self(char out[128])
{
    name_process((long)getpid(), out);
}

long owner_pid(const char *owner)
{
    const char *p = strchr(owner, ':');
    return p == NULL ? 0 : strtol(p + 1, NULL, 10);
}

bool owner_is_alive(const char *owner)
{
    char now[128];
    long pid = owner_pid(owner);
    if (pid <= 0 || start_time(pid) == 0)
        return false;
    name_process(pid, now);
    return strcmp(now, owner) == 0;
}
