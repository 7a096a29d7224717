#include "analysis/kinds/table_kinds.h"

#include <string.h>

#include "src/base/mem.h"

#define KINDS(ROW)                                                                                 \
    ROW(runs)                                                                                      \
    ROW(fastp)                                                                                     \
    ROW(summary)                                                                                   \
    ROW(scaling)                                                                                   \
    ROW(equivalent_k)                                                                              \
    ROW(selection)                                                                                 \
    ROW(cheapest)                                                                                  \
    ROW(beside)                                                                                    \
    ROW(calibration)                                                                               \
    ROW(declaration)                                                                               \
    ROW(judge)                                                                                     \
    ROW(turns)                                                                                     \
    ROW(advantages)                                                                                \
    ROW(trajectory)                                                                                \
    ROW(sharpening)                                                                                \
    ROW(compare)                                                                                   \
    ROW(diversity)                                                                                 \
    ROW(completions)                                                                               \
    ROW(sweep)                                                                                     \
    ROW(checker)                                                                                   \
    ROW(failures)                                                                                  \
    ROW(shapes)                                                                                    \
    ROW(training)                                                                                  \
    ROW(cost)                                                                                      \
    ROW(hardware)                                                                                  \
    ROW(timing)                                                                                    \
    ROW(claims)                                                                                    \
    ROW(audit)                                                                                     \
    ROW(audit_checks)                                                                              \
    ROW(picks)

#define DECLARE(name) extern const struct table_kind table_##name;
KINDS(DECLARE)

#define ADDRESS(name) &table_##name,
static const struct table_kind *const kinds[] = { KINDS(ADDRESS) };

const struct table_kind *const *table_kinds(size_t *out_count)
{
    *out_count = ARRAY_LEN(kinds);
    return kinds;
}

const struct table_shape *table_shape_find(const char *schema, const struct table_kind **out_kind)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        for (size_t k = 0; kinds[i]->shapes[k] != NULL; k++) {
            if (strcmp(kinds[i]->shapes[k]->schema, schema) != 0)
                continue;
            if (out_kind != NULL)
                *out_kind = kinds[i];
            return kinds[i]->shapes[k];
        }
    }
    return NULL;
}

const struct table_shape *table_shape_explaining(const char *schema)
{
    return table_shape_explained(table_shape_find(schema, NULL));
}
