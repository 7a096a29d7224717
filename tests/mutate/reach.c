/* Linked into every program of a build with -finstrument-functions: which functions a test enters.
   One byte for each address of the program's code, in a file of REACH_FOLDER that is named after
   the program, so that what children enter counts and a killed process has told everything. */
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __executable_start[], etext[];
static uint8_t *entered;

#ifndef REACH_FOLDER
#define REACH_FOLDER "."
#endif
#define PLAIN __attribute__((no_instrument_function))

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

__attribute__((constructor(101))) PLAIN static void open_map(void)
{
    char program[PATH_MAX];
    char path[PATH_MAX * 2];
    ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
    size_t size = (size_t)(etext - __executable_start);
    if (n < 0)
        return;
    program[n] = '\0';
    snprintf(path, sizeof(path), "%s/%s", REACH_FOLDER, strrchr(program, '/') + 1);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    if (ftruncate(fd, (off_t)size) == 0) {
        void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        entered = map == MAP_FAILED ? NULL : map;
    }
    close(fd);
}

PLAIN void __cyg_profile_func_enter(void *function, void *caller)
{
    size_t at = (size_t)((const char *)function - __executable_start);
    (void)caller;
    if (entered != NULL && at < (size_t)(etext - __executable_start))
        entered[at] = 1;
}

PLAIN void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
