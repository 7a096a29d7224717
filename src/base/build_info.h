/*
 * build_info.h - what this program is.
 */
#ifndef ROLLBOOK_BASE_BUILD_INFO_H
#define ROLLBOOK_BASE_BUILD_INFO_H

const char *build_version(void);  /* "0.2.0+<commit>", "-dirty": a changed tree */
const char *build_compiler(void); /* "gcc 12.2.0" */

#endif
