#include "src/cli/lookup.h"

#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/cli/command_options.h"

static int match_words(const struct command *command, size_t n_words, char **words)
{
    size_t first = strcspn(command->name, " ");
    const char *second = command->name[first] == ' ' ? command->name + first + 1 : NULL;
    if (n_words == 0 || strlen(words[0]) != first || strncmp(words[0], command->name, first) != 0)
        return 0;
    if (second == NULL)
        return 1;
    return n_words >= 2 && strcmp(words[1], second) == 0 ? 2 : 0;
}

const struct command *lookup_command(size_t n_words, char **words, int *out_matched)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    const struct command *best = NULL;
    *out_matched = 0;
    for (size_t i = 0; i < n; i++) {
        int matched = match_words(all[i], n_words, words);
        if (matched > *out_matched) {
            *out_matched = matched;
            best = all[i];
        }
    }
    /* "run" takes no argument, so another word is a wrong name of its group. */
    if (*out_matched == 1 && best->max_args == 0 && n_words >= 2 && words[1][0] != '-' &&
        lookup_is_group(best->name))
        return NULL;
    return best;
}

bool lookup_is_group(const char *word)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if (str_starts_with(all[i]->name, word) && all[i]->name[strlen(word)] == ' ')
            return true;
    return false;
}

/* first NULL offers each first word. */
static void offer(struct nearest *near, const char *first)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        char word[64];
        size_t len = strcspn(all[i]->name, " ");
        if ((all[i]->flags & CMD_HIDDEN) != 0)
            continue;
        snprintf(word, sizeof(word), "%.*s", (int)len, all[i]->name);
        if (first == NULL)
            nearest_offer(near, word);
        else if (strcmp(first, word) == 0 && all[i]->name[len] == ' ')
            nearest_offer(near, all[i]->name + len + 1);
    }
}

/* For a name without its first word: "best-of-n". */
static const char *whole_name(const char *second)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        const char *space = strchr(all[i]->name, ' ');
        if (space != NULL && strcmp(space + 1, second) == 0)
            return all[i]->name;
    }
    return NULL;
}

/* What people type for a command that has another name. */
static const struct {
    const char *word, *command;
} other_words[] = {
    { "list", "runs" },
    { "ls", "runs" },
    { "status", "runs" },
    { "import", "ingest" },
    { "load", "ingest" },
    { "create", "init" },
    { "new", "init" },
    { "plot", "figure" },
    { "draw", "figure" },
    { "query", "sql" },
    { "bench", "eval" },
    { "benchmark", "eval" },
    { "test", "eval" },
    { "evaluate", "eval" },
    { "check", "eval" },
    { "sample", "run" },
    { "generate", "run" },
    { "browse", "view" },
    { "web", "view" },
    { "dump", "export" },
    { "migrate", "init --migrate" },
    { "compare", "analyze compare" },
    { "pdf", "report" },
    { "stats", "analyze summary" },
    { "results", "runs" },
};

static const char *other_word(const char *word)
{
    for (size_t i = 0; i < ARRAY_LEN(other_words); i++)
        if (strcmp(other_words[i].word, word) == 0)
            return other_words[i].command;
    return NULL;
}

static int unknown_member(const char *group, const char *member, struct err *err)
{
    struct nearest near;
    nearest_init(&near, member);
    offer(&near, group);
    err_set(err, ERR_USAGE, "unknown command '%s %s'; 'rollbook %s -h' lists its names", group,
            member, group);
    if (near.name[0] != '\0')
        err_set(err, ERR_USAGE, "unknown command '%s %s'; did you mean '%s %s'?", group, member,
                group, near.name);
    else if (strcmp(group, "run") == 0)
        err_set(err, ERR_USAGE,
                "'%s' is not a strategy; 'rollbook run -h' lists them. If it is the name of a run: "
                "rollbook show run %s, or rollbook run --resume %s",
                member, member, member);
    return ERR_USAGE;
}

int lookup_unknown(size_t n_words, char **words, struct err *err)
{
    struct nearest near;
    const char *whole = whole_name(words[0]), *other = other_word(words[0]);
    if (lookup_is_group(words[0]) && n_words >= 2)
        return unknown_member(words[0], words[1], err);
    if (other != NULL)
        return err_set(err, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", words[0], other);
    nearest_init(&near, words[0]);
    offer(&near, NULL);
    if (near.name[0] == '\0' && whole != NULL)
        return err_set(err, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", words[0], whole);
    err_set(err, ERR_USAGE, "unknown command '%s'; 'rollbook help' lists them", words[0]);
    return err_suggest(err, &near);
}

/* What people type for an option that has another name. */
static const struct {
    const char *word, *option, *say;
} other_options[] = {
    { "model", "policy-config", "--policy-config '{\"model\": \"NAME\"}'" },
    { "base-url", "policy-config",
      "--policy-config '{\"base_url\": \"http://127.0.0.1:8000/v1\"}'" },
    { "url", "policy-config", "--policy-config '{\"base_url\": \"http://127.0.0.1:8000/v1\"}'" },
    { "n", "k", "--k N" },
    { "samples", "k", "--k N" },
    { "num-samples", "k", "--k N" },
    { "rollouts", "k", "--k N" },
    { "level", "split", "--split or --tasks" },
    { "out", "output", "--output FILE" },
    { "gpu", "backend", "--backend cuda" },
    { "cuda", "backend", "--backend cuda" },
    { "epochs", "steps", "--steps N" },
    { "database", "db", "--db PATH" },
    { "verbose", "explain", "--explain" },
};

static const struct option *find_option(const struct option_set *set, const char *name)
{
    for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static bool is_option_of(const struct command *command, const char *name)
{
    const struct option_set own = command_options(command);
    return find_option(&own, name) != NULL || find_option(&common_options, name) != NULL;
}

/* A command of the same first word that has the option; NULL: none. */
static const struct command *other_owner(const struct command *command, const char *name)
{
    size_t n, len = strcspn(command->name, " ");
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if ((all[i]->flags & CMD_HIDDEN) == 0 && strncmp(all[i]->name, command->name, len) == 0 &&
            all[i]->name[len] == ' ' && is_option_of(all[i], name))
            return all[i];
    return NULL;
}

int lookup_unknown_option(const struct command *command, const char *name, const char *near,
                          struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(other_options); i++)
        if (strcmp(other_options[i].word, name) == 0 &&
            is_option_of(command, other_options[i].option))
            return err_set(err, ERR_USAGE, "unknown option --%s; did you mean %s?", name,
                           other_options[i].say);
    if (*near != '\0')
        return err_set(err, ERR_USAGE, "unknown option --%s; did you mean --%s?", name, near);
    const struct command *other = other_owner(command, name);
    if (other != NULL)
        return err_set(err, ERR_USAGE,
                       "'%s' has no option --%s; '%s' has it. 'rollbook %s -h' lists the options",
                       command->name, name, other->name, command->name);
    return err_set(err, ERR_USAGE, "'%s' has no option --%s; 'rollbook %s -h' lists the options",
                   command->name, name, command->name);
}
