/* Linked into every program of a build with -fsanitize-coverage=trace-pc: which blocks a test
   reaches. One byte for each address of the program's code, in a file of REACH_FOLDER that is named
   after the program, so that what children reach counts and a killed process has told everything.
   Without REACH_FOLDER, for what other programs load, it says nothing. */
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void __sanitizer_cov_trace_pc(void);

#ifdef REACH_FOLDER
extern const char __executable_start[], etext[];
static uint8_t *reached;

__attribute__((constructor(101))) static void open_map(void)
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
        reached = map == MAP_FAILED ? NULL : map;
    }
    close(fd);
}

void __sanitizer_cov_trace_pc(void)
{
    size_t at = (size_t)((const char *)__builtin_return_address(0) - __executable_start);
    if (reached != NULL && at < (size_t)(etext - __executable_start))
        reached[at] = 1;
}
#else
void __sanitizer_cov_trace_pc(void)
{
}
#endif
