#include "src/learn/lr_schedule.h"

#include <math.h>
#include <string.h>

#include "src/base/mem.h"

static double constant(double done)
{
    (void)done;
    return 1;
}

static double linear(double done)
{
    return 1 - done;
}

static double cosine(double done)
{
    return 0.5 * (1 + cos(acos(-1.0) * done));
}

static const struct lr_schedule schedules[] = {
    { "constant", "1", constant },
    { "linear", "1 - done", linear },
    { "cosine", "(1 + cos(pi done)) / 2", cosine },
};

const struct lr_schedule *lr_schedule_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(schedules);
    return schedules;
}

const struct lr_schedule *lr_schedule_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(schedules); i++)
        if (strcmp(schedules[i].name, name) == 0)
            return &schedules[i];
    return NULL;
}

double lr_schedule_factor(const struct lr_schedule *s, int update, int warmup, int n)
{
    if (update < warmup)
        return (update + 1) / (double)(warmup + 1);
    return n <= warmup ? 1 : s->compute((update - warmup) / (double)(n - warmup));
}
