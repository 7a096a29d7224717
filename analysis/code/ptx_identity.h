/*
 * ptx_identity.h - when two PTX texts are the same program: the top of the ladder of identities.
 *
 * White space, comments, .loc, .file and debug sections, .version and .address_size do not count;
 * nor do the numbers of registers (their types do, declarations do not), the names of labels,
 * functions, parameters and variables: each is replaced by its kind and its order of first
 * appearance, registers and labels in each function anew.  Special registers (%tid, ...) and names
 * of .extern functions stay.  The order of instructions counts.  Text is hostile: any bytes are
 * read, nothing is ever an error.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_PTX_IDENTITY_H
#define ROLLBOOK_ANALYSIS_CODE_PTX_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

/* Begins, after comments, with .version, as every PTX text must. */
bool ptx_is(const char *text, size_t len);

/* SHA-256 of the canonical program in hex: equal for equal programs. */
void ptx_identity(const char *text, size_t len, char out[65]);

#endif
