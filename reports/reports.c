/*
 * reports.c - the rows.
 */
#include "reports/reports.h"

#include <string.h>

#include "reports/ttt_vs_bon.h"
#include "src/base/mem.h"

static const struct report reports[] = {
    { "ttt-vs-bon", "test-time training against best-of-n: numbers, four figures, methods",
      "all complete runs of the strategies best-of-n and ttt", report_ttt_vs_bon },
};

const struct report *report_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(reports);
    return reports;
}

const struct report *report_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(reports); i++) {
        if (strcmp(reports[i].name, name) == 0)
            return &reports[i];
    }
    return NULL;
}
