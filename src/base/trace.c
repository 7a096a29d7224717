#include "src/base/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"

#define MAX_STAGES 64

enum trace_mode { TRACE_UNKNOWN, TRACE_OFF, TRACE_ON, TRACE_DEVICE };

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
                                               : TRACE_ON;
    }
    return mode;
}

bool trace_is_on(void)
{
    return current_mode() != TRACE_OFF;
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
