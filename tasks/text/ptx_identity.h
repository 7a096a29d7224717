/*
 * ptx_identity.h - when two PTX texts are the same program: the top of the ladder of identities.
 *
 * White space, comments, .loc, .file and debug sections, .version and .address_size do not count,
 * nor declarations of registers.  Registers (by type), labels, functions, parameters and variables
 * are numbered by first appearance, registers and labels in each function anew.  Special registers
 * (%tid, ...) and .extern names stay; the order of instructions counts.  Text is hostile: any bytes
 * are read, nothing is an error.
 */
#ifndef ROLLBOOK_TASKS_TEXT_PTX_IDENTITY_H
#define ROLLBOOK_TASKS_TEXT_PTX_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

/* .version begins it, after comments. */
bool ptx_is(const char *text, size_t len);

/* Hex SHA-256, equal for equal programs. */
void ptx_identity(const char *text, size_t len, char out[65]);

#endif
