/* write_file.h - files that a test writes for the program; what cannot be written fails the test.
 */
#ifndef ROLLBOOK_TESTS_SUPPORT_WRITE_FILE_H
#define ROLLBOOK_TESTS_SUPPORT_WRITE_FILE_H

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static inline void write_file(const char *path, const void *data, size_t len)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

static inline void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

#endif
