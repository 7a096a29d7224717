#include "src/cli/stop_signal.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"

#define SAME_REQUEST_NS INT64_C(300000000)

static volatile sig_atomic_t stop_requested;
static volatile sig_atomic_t waker = -1;
static volatile int64_t first_ns;

static void on_signal(int signal_number)
{
    const uint64_t one = 1;
    int64_t now = clock_monotonic_ns();
    if (first_ns == 0)
        first_ns = now;
    if (now - first_ns >= SAME_REQUEST_NS) {
        (void)signal(signal_number, SIG_DFL);
        (void)raise(signal_number);
    }
    stop_requested = 1;
    if (waker >= 0) {
        ssize_t n = write(waker, &one, sizeof(one));
        (void)n;
    }
}

const volatile sig_atomic_t *stop_on_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = on_signal;
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        sigaction(signals[i], &action, NULL);
    return &stop_requested;
}

void stop_wakes(int fd)
{
    waker = fd;
}
