#include "src/cli/cmd/trial_options.h"

#include "src/base/err.h"

static int read_count(const struct cli *cli, const char *option, int most, int *out,
                      struct err *err)
{
    int64_t n = opt_int(cli, option);
    if (n < 0 || n > most || (n == 0 && opt_given(cli, option)))
        return err_set(err, ERR_USAGE, "--%s: %lld is not between 1 and %d", option, (long long)n,
                       most);
    *out = (int)n;
    return 0;
}

int trial_options_read(const struct cli *cli, struct trial_options *out, struct err *err)
{
    struct trial_options o = { .correct_trials = 0 };
    if (!eval_mode_parse(opt_text(cli, "mode"), &o.mode))
        return err_set(err, ERR_USAGE, "--mode: '%s' is neither fast nor full",
                       opt_text(cli, "mode"));
    int rc = read_count(cli, "correct-trials", EVAL_MOST_TRIALS, &o.correct_trials, err);
    if (rc == 0)
        rc = read_count(cli, "timed-runs", EVAL_MOST_TIMED, &o.timed_runs, err);
    if (rc == 0)
        *out = o;
    return rc;
}
