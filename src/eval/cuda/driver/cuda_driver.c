#include "src/eval/cuda/driver/cuda_driver.h"

#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_library.h"

static const struct library_symbol symbols[] = {
#define SYMBOL(member, symbol, parameters) { #symbol, offsetof(struct cuda_driver, member) },
    CUDA_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

/* Results of the driver that a kernel or its plan can cause. */
static const struct cuda_fault faults[] = {
    { 0, "none", CUDA_BLAME_NONE },
    { 1, "invalid_value", CUDA_BLAME_LAUNCH },
    { 500, "not_found", CUDA_BLAME_LAUNCH },
    { 218, "invalid_ptx", CUDA_BLAME_LAUNCH },
    { 700, "illegal_address", CUDA_BLAME_CRASH },
    { 701, "launch_resources", CUDA_BLAME_LAUNCH },
    { 702, "launch_timeout", CUDA_BLAME_TIMEOUT },
    { 710, "device_assert", CUDA_BLAME_CRASH },
    { 714, "stack_error", CUDA_BLAME_CRASH },
    { 715, "illegal_instruction", CUDA_BLAME_CRASH },
    { 716, "misaligned_address", CUDA_BLAME_CRASH },
    { 717, "address_space", CUDA_BLAME_CRASH },
    { 718, "invalid_pc", CUDA_BLAME_CRASH },
    { 719, "launch_failed", CUDA_BLAME_CRASH },
};
static const struct cuda_fault unknown_fault = { -1, "device", CUDA_BLAME_DEVICE };

const struct cuda_fault *cuda_classify(cuda_result r)
{
    for (size_t i = 0; i < ARRAY_LEN(faults); i++)
        if (faults[i].code == r)
            return &faults[i];
    return &unknown_fault;
}

void cuda_describe(const struct cuda_driver *d, cuda_result r, char *out, size_t size)
{
    const char *name = NULL, *text = NULL;
    (void)d->error_name(r, &name);
    (void)d->error_text(r, &text);
    if (name == NULL)
        snprintf(out, size, "CUDA error %d", r);
    else
        snprintf(out, size, "%s: %s", name, text != NULL ? text : "no description");
}

int cuda_check(const struct cuda_driver *d, cuda_result r, const char *what, struct err *err)
{
    char text[240];
    if (r == CUDA_OK)
        return 0;
    cuda_describe(d, r, text, sizeof text);
    return err_set(err, ERR_INTEGRITY, "%s: %s", what, text);
}

static int find_library(void **out, struct err *err)
{
    static const char *const names[] = { "libcuda.so.1", NULL };
    *out = library_open(names);
    if (*out == NULL)
        return err_set(err, ERR_NOMATCH, "no CUDA driver here: libcuda.so.1 was not found");
    return 0;
}

int cuda_driver_find(struct err *err)
{
    void *library;
    return find_library(&library, err);
}

int cuda_driver_open(const struct cuda_driver **out, struct err *err)
{
    void *library = NULL;
    static struct cuda_driver driver;
    static bool is_open;
    int count = 0;
    if (is_open) {
        *out = &driver;
        return 0;
    }
    int rc = find_library(&library, err);
    if (rc != 0)
        return rc;
    rc = library_bind(library, "libcuda.so.1", symbols, ARRAY_LEN(symbols), &driver, err);
    if (rc != 0)
        return rc;
    cuda_result r = driver.init(0);
    if (r == CUDA_OK)
        r = driver.device_count(&count);
    if (r != CUDA_OK) {
        char text[240];
        cuda_describe(&driver, r, text, sizeof text);
        return err_set(err, ERR_NOMATCH, "the CUDA driver finds no GPU (%s)", text);
    }
    if (count == 0)
        return err_set(err, ERR_NOMATCH, "the CUDA driver finds no GPU");
    is_open = true;
    *out = &driver;
    return 0;
}
