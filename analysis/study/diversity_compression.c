#include "analysis/study/diversity_compression.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/deflate.h"
#include "src/base/mem.h"

size_t diversity_compressed_size(const char *text, size_t len)
{
    return len > 2 * DIVERSITY_WINDOW ? 0 : deflate_size(text, len);
}

static double distance(const struct code_text *x, const struct code_text *y, double cx, double cy,
                       char *both)
{
    if (x->len > 0)
        memcpy(both, x->text, x->len);
    if (y->len > 0)
        memcpy(both + x->len, y->text, y->len);
    double joined = (double)diversity_compressed_size(both, x->len + y->len);
    return (joined - (cx < cy ? cx : cy)) / (cx > cy ? cx : cy);
}

double diversity_compression(const struct code_text *texts, size_t n)
{
    struct stat_sum sum = { 0 };
    size_t pairs = 0;
    char *both = mem_alloc(DIVERSITY_WINDOW);
    double *alone = mem_array(n + 1, sizeof(*alone));
    for (size_t i = 0; i < n; i++)
        alone[i] = texts[i].len <= DIVERSITY_WINDOW
                       ? (double)diversity_compressed_size(texts[i].text, texts[i].len)
                       : 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            if (texts[i].len > DIVERSITY_WINDOW || texts[k].len > DIVERSITY_WINDOW ||
                texts[i].len + texts[k].len > DIVERSITY_WINDOW)
                continue;
            stat_sum_add(&sum, distance(&texts[i], &texts[k], alone[i], alone[k], both));
            pairs++;
        }
    }
    free(both);
    free(alone);
    return pairs > 0 ? stat_sum_value(&sum) / (double)pairs : STAT_NAN;
}
