#include "analysis/stat/stat_logprob.h"

#include <math.h>

struct stat_logprob stat_logprob(const float *logprobs, size_t n, size_t n_bytes, double threshold)
{
    const double undefined = (double)NAN;
    struct stat_logprob s = { .n_tokens = n };
    double sum = 0;
    s.mean = s.min = s.perplexity = s.bits_per_byte = undefined;
    for (size_t i = 0; i < n; i++) {
        double lp = (double)logprobs[i];
        if (!isfinite(lp) || lp <= STAT_LOGPROB_SENTINEL) {
            s.n_unknown++;
            continue;
        }
        sum += lp;
        s.n_below += lp < threshold;
        s.min = isnan(s.min) || lp < s.min ? lp : s.min;
    }
    size_t known = n - s.n_unknown;
    if (known == 0)
        return s;
    s.mean = sum / (double)known;
    s.perplexity = exp(-s.mean);
    if (s.n_unknown == 0 && n_bytes > 0)
        s.bits_per_byte = -sum / log(2.0) / (double)n_bytes;
    return s;
}
