/*
 * code_identity.h - when two kernels are the same kernel: a ladder of identities.
 *
 * bytes: the same text.  stripped: the same tokens, launch plan (//@) included, white space and
 * other comments not.  renamed: the same after identifiers that the file declares are numbered by
 * first appearance; outside names (library functions, built-ins, members, the plan's arguments)
 * stay.  Each level merges what the one before merges.  One map of names serves the file: kernels
 * that differ by reusing one name in two functions stay different.
 *
 * Python files are known by their import lines: line ends and indentation are tokens, a string with
 * a CUDA kernel is read as CUDA, and assigned names are renamed.  Text is hostile: any bytes are
 * lexed, nothing is an error.
 */
#ifndef ROLLBOOK_TASKS_TEXT_CODE_IDENTITY_H
#define ROLLBOOK_TASKS_TEXT_CODE_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasks/text/code_token.h"

enum identity_level { IDENTITY_BYTES, IDENTITY_STRIPPED, IDENTITY_RENAMED, IDENTITY_COUNT };

const char *identity_level_name(enum identity_level level); /* "bytes", "stripped", "renamed" */
void code_rename(struct token_list *tokens, struct arena *arena);
/* bytes gives the stripped ones. */
struct token_list code_tokens(enum identity_level level, const char *text, size_t len,
                              struct arena *arena);
/* Hex SHA-256, equal for equal kernels. */
void code_identity(enum identity_level level, const char *text, size_t len, char out[65]);

#endif
