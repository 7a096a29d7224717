#include "analysis/select/select_strategy.h"

#include <string.h>

#include "src/base/mem.h"

#define LOGPROB "log-probs"
#define TOKENS  "token log-probs"

static const struct select_strategy strategies[] = {
    { "best-correct", "fastest correct sample: the oracle", MEASURE_SPEEDUP, -1, WIDTH_ALL, false,
      "" },
    { "random-correct", "any correct sample", MEASURE_NONE, 1, WIDTH_ONE, false, "" },
    { "confidence-guided", "highest mean log-prob", MEASURE_MEAN, -1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided", "lowest mean log-prob", MEASURE_MEAN, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided-top3", "fastest of the 3 lowest mean log-probs", MEASURE_MEAN, 1,
      WIDTH_THREE, false, LOGPROB },
    { "random-m", "fastest of m random correct samples", MEASURE_NONE, 1, WIDTH_M, false, "" },
    { "confidence-top-m", "fastest of the m highest mean log-probs", MEASURE_MEAN, -1, WIDTH_M,
      false, LOGPROB },
    { "surprisal-top-m", "fastest of the m lowest mean log-probs", MEASURE_MEAN, 1, WIDTH_M, false,
      LOGPROB },
    { "surprisal-sum", "lowest sum of log-probs", MEASURE_SUM, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-length-normalised", "lowest sum of log-probs / tokens^A", MEASURE_NORMALISED, 1,
      WIDTH_ONE, false, "log-probs and token counts" },
    { "surprisal-tail-mean", "lowest mean over the least likely tokens", MEASURE_TAIL, 1, WIDTH_ONE,
      false, TOKENS },
    { "surprisal-token-max", "least likely single token", MEASURE_MIN, 1, WIDTH_ONE, false,
      TOKENS },
    { "majority-hash", "code that most samples share (--identity)", MEASURE_TWINS, -1, WIDTH_ONE,
      false, "stored code" },
    { "shortest", "fewest bytes of code", MEASURE_BYTES, 1, WIDTH_ONE, false, "stored code" },
    { "fewest-tokens", "fewest tokens of the completion", MEASURE_TOKENS, 1, WIDTH_ONE, false,
      "token counts" },
    { "earliest", "first correct sample", MEASURE_ORDER, 1, WIDTH_ONE, false, "" },
    { "deployable-random", "fastest correct of m random samples", MEASURE_NONE, 1, WIDTH_M, true,
      "" },
    { "deployable-confidence", "fastest correct of the m highest mean log-probs of all samples",
      MEASURE_MEAN, -1, WIDTH_M, true, LOGPROB },
    { "deployable-surprisal", "fastest correct of the m lowest mean log-probs of all samples",
      MEASURE_MEAN, 1, WIDTH_M, true, LOGPROB },
};

const struct select_strategy *select_strategies(size_t *out_count)
{
    *out_count = ARRAY_LEN(strategies);
    return strategies;
}

const struct select_strategy *select_strategy_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++) {
        if (strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    }
    return NULL;
}

const char *select_domain_name(bool deployable)
{
    return deployable ? "all" : "correct";
}

size_t select_width_of(const struct select_strategy *s, size_t m, size_t n)
{
    size_t width = n;
    switch (s->width) {
    case WIDTH_ONE:
        width = 1;
        break;
    case WIDTH_THREE:
        width = 3;
        break;
    case WIDTH_M:
        width = m;
        break;
    case WIDTH_ALL:
        break;
    }
    return width < n ? width : n;
}
