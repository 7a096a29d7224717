/*
 * cuda_driver.h - the part of the CUDA driver interface that is used, opened at run time.
 *
 * The declarations follow the documented binary interface, so one build works without GPU, driver
 * or toolkit.  Only runners and processes that no candidate reaches open it; a process that opened
 * it must not fork.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_DRIVER_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

typedef int cuda_result; /* 0 is success */
typedef uint64_t cuda_address;
struct cuda_module_object;
struct cuda_function_object;
struct cuda_stream_object;
struct cuda_event_object;
struct cuda_context_object;

enum cuda_result_code {
    CUDA_OK = 0,
    CUDA_OUT_OF_MEMORY = 2,
    CUDA_INVALID_IMAGE = 200,
    CUDA_NOT_READY = 600,
    CUDA_LIBRARY_REFUSES = -2 /* not the driver's */
};

enum cuda_device_attribute {
    CUDA_ATTR_CLOCK_KHZ = 13,
    CUDA_ATTR_MULTIPROCESSORS = 16,
    CUDA_ATTR_MEMORY_CLOCK_KHZ = 36,
    CUDA_ATTR_BUS_BITS = 37,
    CUDA_ATTR_L2_BYTES = 38,
    CUDA_ATTR_CAPABILITY_MAJOR = 75,
    CUDA_ATTR_CAPABILITY_MINOR = 76,
    CUDA_ATTR_PAGEABLE_ACCESS = 88,
    CUDA_ATTR_SHARED_OPTIN_BYTES = 97,
    CUDA_ATTR_VIRTUAL_MEMORY = 102,
    CUDA_ATTR_FD_HANDLES = 103
};

enum cuda_function_attribute {
    CUDA_FUNC_MAX_THREADS = 0,
    CUDA_FUNC_SHARED_BYTES = 1,
    CUDA_FUNC_LOCAL_BYTES = 3,
    CUDA_FUNC_REGISTERS = 4,
    CUDA_FUNC_MAX_DYNAMIC_SHARED = 8
};

enum cuda_limit { CUDA_LIMIT_PRINTF_BYTES = 1, CUDA_LIMIT_HEAP_BYTES = 2, CUDA_LIMIT_L2_LINES = 6 };

enum {
    CUDA_SCHED_SPIN = 1,
    CUDA_STREAM_NON_BLOCKING = 1,
    CUDA_HOST_MAPPED = 2,
    CUDA_HANDLE_FD = 1,
    CUDA_MEMORY_PINNED = 1,
    CUDA_LOCATION_DEVICE = 1,
    CUDA_ACCESS_READWRITE = 3
};

struct cuda_location {
    int type, id;
};

struct cuda_memory_prop {
    int type, handle_types;
    struct cuda_location location;
    void *unused_handle_data;
    unsigned char unused_flags[8];
};

struct cuda_access {
    struct cuda_location location;
    int flags;
};

struct cuda_uuid {
    unsigned char bytes[16];
};

/* cuda_driver_open sets every function. */
#define CUDA_FUNCTIONS(X)                                                                          \
    X(init, cuInit, (unsigned flags))                                                              \
    X(driver_version, cuDriverGetVersion, (int *out))                                              \
    X(device_count, cuDeviceGetCount, (int *out))                                                  \
    X(device_get, cuDeviceGet, (int *out, int ordinal))                                            \
    X(device_name, cuDeviceGetName, (char *out, int size, int device))                             \
    X(device_uuid, cuDeviceGetUuid, (struct cuda_uuid * out, int device))                          \
    X(device_attribute, cuDeviceGetAttribute, (int *out, int attribute, int device))               \
    X(device_memory, cuDeviceTotalMem_v2, (size_t * out, int device))                              \
    X(context_retain, cuDevicePrimaryCtxRetain, (struct cuda_context_object * *out, int device))   \
    X(context_flags, cuDevicePrimaryCtxSetFlags_v2, (int device, unsigned flags))                  \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (int device))                                 \
    X(context_current, cuCtxSetCurrent, (struct cuda_context_object * c))                          \
    X(context_sync, cuCtxSynchronize, (void))                                                      \
    X(context_limit, cuCtxSetLimit, (int limit, size_t value))                                     \
    X(context_reset_l2, cuCtxResetPersistingL2Cache, (void))                                       \
    X(memory_info, cuMemGetInfo_v2, (size_t * free_bytes, size_t * total_bytes))                   \
    X(memory_alloc, cuMemAlloc_v2, (cuda_address * out, size_t bytes))                             \
    X(memory_free, cuMemFree_v2, (cuda_address p))                                                 \
    X(copy_to_device, cuMemcpyHtoD_v2, (cuda_address to, const void *from, size_t bytes))          \
    X(copy_to_host, cuMemcpyDtoH_v2, (void *to, cuda_address from, size_t bytes))                  \
    X(host_alloc, cuMemHostAlloc, (void **out, size_t bytes, unsigned flags))                      \
    X(host_address, cuMemHostGetDevicePointer_v2,                                                  \
      (cuda_address * out, void *host, unsigned flags))                                            \
    X(host_free, cuMemFreeHost, (void *host))                                                      \
    X(granularity, cuMemGetAllocationGranularity,                                                  \
      (size_t * out, const struct cuda_memory_prop *p, int option))                                \
    X(chunk_create, cuMemCreate,                                                                   \
      (uint64_t * out, size_t bytes, const struct cuda_memory_prop *p, unsigned long long flags))  \
    X(chunk_release, cuMemRelease, (uint64_t handle))                                              \
    X(chunk_export, cuMemExportToShareableHandle,                                                  \
      (void *out, uint64_t handle, int type, unsigned long long flags))                            \
    X(chunk_import, cuMemImportFromShareableHandle, (uint64_t * out, void *from, int type))        \
    X(range_reserve, cuMemAddressReserve,                                                          \
      (cuda_address * out, size_t bytes, size_t alignment, cuda_address fixed,                     \
       unsigned long long flags))                                                                  \
    X(range_free, cuMemAddressFree, (cuda_address p, size_t bytes))                                \
    X(range_map, cuMemMap,                                                                         \
      (cuda_address p, size_t bytes, size_t offset, uint64_t handle, unsigned long long flags))    \
    X(range_unmap, cuMemUnmap, (cuda_address p, size_t bytes))                                     \
    X(range_access, cuMemSetAccess,                                                                \
      (cuda_address p, size_t bytes, const struct cuda_access *a, size_t n))                       \
    X(module_load, cuModuleLoadData, (struct cuda_module_object * *out, const void *image))        \
    X(module_unload, cuModuleUnload, (struct cuda_module_object * m))                              \
    X(module_function, cuModuleGetFunction,                                                        \
      (struct cuda_function_object * *out, struct cuda_module_object * m, const char *name))       \
    X(function_get, cuFuncGetAttribute, (int *out, int attribute, struct cuda_function_object *f)) \
    X(function_set, cuFuncSetAttribute,                                                            \
      (struct cuda_function_object * f, int attribute, int value))                                 \
    X(launch, cuLaunchKernel,                                                                      \
      (struct cuda_function_object * f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,        \
       unsigned by, unsigned bz, unsigned smem_bytes, struct cuda_stream_object *s, void **args,   \
       void **extra))                                                                              \
    X(stream_create, cuStreamCreate, (struct cuda_stream_object * *out, unsigned flags))           \
    X(stream_sync, cuStreamSynchronize, (struct cuda_stream_object * s))                           \
    X(event_create, cuEventCreate, (struct cuda_event_object * *out, unsigned flags))              \
    X(event_record, cuEventRecord, (struct cuda_event_object * e, struct cuda_stream_object * s))  \
    X(event_query, cuEventQuery, (struct cuda_event_object * e))                                   \
    X(event_elapsed, cuEventElapsedTime,                                                           \
      (float *out_ms, struct cuda_event_object *from, struct cuda_event_object *to))               \
    X(error_name, cuGetErrorName, (cuda_result r, const char **out))                               \
    X(error_text, cuGetErrorString, (cuda_result r, const char **out))

struct cuda_driver {
#define MEMBER(member, symbol, parameters) cuda_result(*member) parameters;
    CUDA_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* Does not initialise the driver. */
int cuda_driver_find(struct err *err);
/* Opens and initialises libcuda once a process.  ERR_NOMATCH says what is missing. */
int cuda_driver_open(const struct cuda_driver **out, struct err *err);

/* "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered". */
void cuda_describe(const struct cuda_driver *d, cuda_result r, char *out, size_t size);
/* err_set with what was tried. */
int cuda_check(const struct cuda_driver *d, cuda_result r, const char *what, struct err *err);

enum cuda_blame {
    CUDA_BLAME_NONE,
    CUDA_BLAME_CRASH,
    CUDA_BLAME_LAUNCH, /* not launchable as the plan says */
    CUDA_BLAME_TIMEOUT,
    CUDA_BLAME_DEVICE /* never the candidate's fault */
};
struct cuda_fault {
    cuda_result code;
    const char *kind; /* of evidence: "illegal_address", ... */
    enum cuda_blame blame;
};
/* Never NULL: a result that no kernel can cause blames the device. */
const struct cuda_fault *cuda_classify(cuda_result r);

#endif
