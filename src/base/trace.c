#include "src/base/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"

#define MAX_STAGES 64

static const char *const phase_names[] = {
#define TRACE_PHASE_NAME(id, name) [id] = (name),
    TRACE_PHASES(TRACE_PHASE_NAME)
#undef TRACE_PHASE_NAME
};

static struct {
    struct trace_phases sums;
    enum trace_phase now;
    int64_t since_ns; /* 0: not begun */
} phases = { .now = PHASE_OTHER };

const char *trace_phase_name(enum trace_phase p)
{
    return phase_names[p];
}

/* Time until now belongs to the phase that is there. */
static void add_phase(void)
{
    int64_t now_ns = clock_monotonic_ns();
    if (phases.since_ns != 0) {
        phases.sums.ns[phases.now] += now_ns - phases.since_ns;
        phases.sums.all_ns += now_ns - phases.since_ns;
    }
    phases.since_ns = now_ns;
}

void trace_begin(void)
{
    phases.sums = (struct trace_phases){ .all_ns = 0 };
    phases.now = PHASE_OTHER;
    phases.since_ns = clock_monotonic_ns();
}

enum trace_phase trace_enter(enum trace_phase p)
{
    enum trace_phase before = phases.now;
    add_phase();
    phases.sums.n[p]++;
    phases.now = p;
    return before;
}

void trace_leave(enum trace_phase before)
{
    add_phase();
    phases.now = before;
}

void trace_leave_ptr(const enum trace_phase *before)
{
    trace_leave(*before);
}

void trace_phases_read(struct trace_phases *out)
{
    add_phase();
    *out = phases.sums;
}

enum trace_mode { TRACE_UNKNOWN, TRACE_OFF, TRACE_ON, TRACE_DEVICE, TRACE_PHASES_ALONE };

struct trace_stage {
    const char *name;
    int64_t n, ns, most_ns;
};

static enum trace_mode mode;
static struct trace_stage stages[MAX_STAGES];
static int n_stages;

static enum trace_mode current_mode(void)
{
    if (mode == TRACE_UNKNOWN) {
        const char *text = getenv("ROLLBOOK_TRACE");
        mode = text == NULL || text[0] == '\0' ? TRACE_OFF
               : strcmp(text, "device") == 0   ? TRACE_DEVICE
               : strcmp(text, "phases") == 0   ? TRACE_PHASES_ALONE
                                               : TRACE_ON;
    }
    return mode;
}

bool trace_is_on(void)
{
    return current_mode() == TRACE_ON || current_mode() == TRACE_DEVICE;
}

bool trace_waits(void)
{
    return current_mode() == TRACE_DEVICE;
}

int64_t trace_start(void)
{
    return trace_is_on() ? clock_monotonic_ns() : 0;
}

void trace_stop(const char *stage, int64_t start_ns)
{
    if (trace_is_on())
        trace_add(stage, clock_monotonic_ns() - start_ns);
}

void trace_add(const char *stage, int64_t ns)
{
    int i = 0;
    if (!trace_is_on())
        return;
    while (i < n_stages && strcmp(stages[i].name, stage) != 0)
        i++;
    if (i == MAX_STAGES)
        return;
    if (i == n_stages)
        stages[n_stages++] = (struct trace_stage){ .name = stage };
    stages[i].n++;
    stages[i].ns += ns;
    stages[i].most_ns = ns > stages[i].most_ns ? ns : stages[i].most_ns;
}

void trace_print(const char *title)
{
    if (!trace_is_on() || n_stages == 0)
        return;
    fprintf(stderr, "trace %s\n%-28s %6s %10s %10s %10s\n", title, "stage", "times", "ms",
            "us each", "us most");
    for (int i = 0; i < n_stages; i++)
        fprintf(stderr, "%-28s %6lld %10.3f %10.1f %10.1f\n", stages[i].name,
                (long long)stages[i].n, (double)stages[i].ns / 1e6,
                (double)stages[i].ns / 1e3 / (double)stages[i].n, (double)stages[i].most_ns / 1e3);
    n_stages = 0;
}

bool trace_tells_phases(void)
{
    return current_mode() == TRACE_PHASES_ALONE;
}

void trace_phases_print(const char *title)
{
    struct trace_phases p;
    if (!trace_tells_phases())
        return;
    trace_phases_read(&p);
    char text[4096]; /* written at once: several processes write here */
    int n = snprintf(text, sizeof text, "phases of %s, %.3f ms\n%-28s %6s %10s %6s\n", title,
                     (double)p.all_ns / 1e6, "phase", "times", "ms", "%");
    for (int i = 0; i < TRACE_N_PHASES && n > 0 && (size_t)n < sizeof text; i++)
        if (p.ns[i] > 0)
            n += snprintf(text + n, sizeof text - (size_t)n, "%-28s %6lld %10.3f %6.1f\n",
                          phase_names[i], (long long)p.n[i], (double)p.ns[i] / 1e6,
                          100.0 * (double)p.ns[i] / (double)p.all_ns);
    fflush(stderr);
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody reads it */
}
