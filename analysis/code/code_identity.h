/*
 * code_identity.h - when two kernels are the same kernel: a ladder of identities.
 *
 * bytes: the same text.  stripped: the same tokens, so white space and comments do not count; the
 * launch plan (comments that begin with //@) does.  renamed: the same after every identifier that
 * the file itself declares is replaced by a number in order of first appearance; names from outside
 * (library functions, built-ins, members, the task's arguments in the launch plan) stay.  Each
 * level merges what the one before merges.  The map of names is one a file: kernels that
 * differ by reusing one name in two functions stay different.
 *
 * Python files are known by their import lines; there line ends and depths of indentation are
 * tokens, a string that holds a CUDA kernel is read as CUDA, and assigned names are renamed.  Text
 * is hostile: any bytes are lexed, nothing is ever an error.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_IDENTITY_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/code/code_token.h"

enum identity_level { IDENTITY_BYTES, IDENTITY_STRIPPED, IDENTITY_RENAMED, IDENTITY_COUNT };

const char *identity_level_name(enum identity_level level); /* "bytes", "stripped", "renamed" */
bool identity_level_parse(const char *name, enum identity_level *out);

/* Replaces declared names. */
void code_rename(struct token_list *tokens, struct arena *arena);
/* Tokens at a level; bytes gives the stripped ones. */
struct token_list code_tokens(enum identity_level level, const char *text, size_t len,
                              struct arena *arena);
/* SHA-256 of the text at a level in hex: equal for equal kernels. */
void code_identity(enum identity_level level, const char *text, size_t len, char out[65]);

#endif
