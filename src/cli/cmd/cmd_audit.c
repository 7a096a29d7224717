/*
 * cmd_audit.c - audit: findings about runs that nobody should believe.
 */
#include "analysis/tables/compare/table_claims.h"
#include "analysis/tables/table_audit.h"
#include "src/cli/table_command.h"

static int run_audit(struct cli *cli, struct err *err)
{
    const struct table_audit_options *o = cli->options;
    if (!o->list)
        return table_command_run(cli, err);
    const struct table_input in = { .arena = cli->arena };
    return table_command_print(cli, &table_audit_checks, &in, NULL, err);
}

const struct command cmd_audit = {
    .name = "audit",
    .summary = "find results that should not be believed; exit 1 when there are any",
    .usage = "rollbook audit [--run NAME] [options]",
    .examples = "  rollbook audit\n"
                "  rollbook audit --run codex --max-speedup 50 --json\n"
                "  rollbook audit --run musa --baseline torch_eager\n"
                "  rollbook audit --list\n",
    .flags = CMD_READS,
    .table = &table_audit,
    .run = run_audit,
};

/* The older name of rollbook claims, which scripts know. */
const struct command cmd_analyze_audit = {
    .name = "analyze audit",
    .summary = "the same as rollbook claims",
    .usage = "rollbook analyze audit BUNDLE.json [--explain]",
    .examples = "  rollbook claims tests/fixtures/claims/study.json\n",
    .flags = CMD_HIDDEN,
    .min_args = 1,
    .max_args = 1,
    .table = &table_claims,
    .run = table_command_run,
};
