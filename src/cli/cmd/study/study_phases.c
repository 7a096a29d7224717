#include "src/cli/cmd/study/study_phases.h"

#include "src/base/mem.h"

const struct study_phase_row study_phases[STUDY_PHASES] = {
    [STUDY_TEACHER] = { "teacher", STUDY_TRAIN, -1, "rollouts of the unadapted policy, for SFT" },
    [STUDY_SFT] = { "sft", STUDY_TRAIN, -1, "cross-entropy on the teacher's correct rollouts" },
    [STUDY_RLVR] = { "rlvr", STUDY_TRAIN, STUDY_SFT,
                     "reinforcement learning by the evaluator's rewards, after SFT" },
    [STUDY_BEST_OF_N] = { "best-of-n", STUDY_EVAL, -1,
                          "independent samples of the unadapted policy" },
    [STUDY_TTT] = { "ttt", STUDY_EVAL, -1,
                    "test-time training; its step is chosen on other samples (BoA)" },
    [STUDY_SDPO] = { "sdpo", STUDY_EVAL, -1,
                     "self-distillation; the teacher reads feedback and an answer" },
    [STUDY_SDPO_PROMPT] = { "sdpo-prompt", STUDY_EVAL, -1,
                            "the same; the teacher reads a sentence more" },
    [STUDY_TRAINED] = { "trained", STUDY_EVAL, STUDY_RLVR,
                        "independent samples of the policy after RLVR" },
};

const char *study_run_name(struct arena *a, const char *study, const char *phase, int64_t seed)
{
    return arena_printf(a, "%s-%s-%lld", study, phase, (long long)seed);
}
