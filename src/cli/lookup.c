#include "src/cli/lookup.h"

#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/base/str.h"

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
    return ERR_USAGE;
}

int lookup_unknown(size_t n_words, char **words, struct err *err)
{
    struct nearest near;
    const char *whole = whole_name(words[0]);
    if (lookup_is_group(words[0]) && n_words >= 2)
        return unknown_member(words[0], words[1], err);
    nearest_init(&near, words[0]);
    offer(&near, NULL);
    if (near.name[0] == '\0' && whole != NULL)
        return err_set(err, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", words[0], whole);
    err_set(err, ERR_USAGE, "unknown command '%s'; 'rollbook help' lists them", words[0]);
    return err_suggest(err, &near);
}
