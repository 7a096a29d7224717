/*
 * cupti_abi.h - the part of CUPTI's range profiler that is used, opened at run time.
 *
 * It follows the documented binary interface of CUDA 12.6 to 13.  Every parameter block begins with
 * its size, which tells the caller's version, and a word that stays NULL.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUPTI_ABI_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUPTI_ABI_H

#include <stddef.h>
#include <stdint.h>

struct cuda_context_object;
struct cupti_range_object;
struct cupti_host_object;

enum cupti_result {
    CUPTI_OK = 0,
    CUPTI_INVALID_METRIC = 17,
    CUPTI_HARDWARE_BUSY = 26,
    CUPTI_NOT_SUPPORTED = 27,
    CUPTI_VIRTUAL_DEVICE = 33,
    CUPTI_NOT_PERMITTED = 35,
    CUPTI_OTHER_SUBSCRIBER = 39,
    CUPTI_VIRTUAL_NOT_PERMITTED = 40,
    CUPTI_CONFIDENTIAL = 41,
    CUPTI_PARTITIONED_DEVICE = 43,
    CUPTI_UNKNOWN_CHIP = 46
};

enum { CUPTI_USER_RANGE = 2, CUPTI_USER_REPLAY = 3 };
enum { CUPTI_RANGE_PROFILER = 0 };

/* The library counts up to the last member, without padding. */
#define CUPTI_SIZE(type, last) (offsetof(struct type, last) + sizeof(((struct type *)NULL)->last))

struct cupti_initialize {
    size_t size;
    void *unused;
};

struct cupti_chip_name {
    size_t size;
    void *unused;
    size_t device;
    const char *out_name;
};

struct cupti_host_open {
    size_t size;
    void *unused;
    int profiler;
    const char *chip;
    const uint8_t *availability;
    struct cupti_host_object *out_host;
};

struct cupti_metric_properties {
    size_t size;
    void *unused;
    struct cupti_host_object *host;
    const char *metric;
    const char *out_description, *out_hardware_unit, *out_unit;
    int out_type;
};

struct cupti_add_metrics {
    size_t size;
    void *unused;
    struct cupti_host_object *host;
    const char *const *metrics;
    size_t n;
};

struct cupti_config_size {
    size_t size;
    void *unused;
    struct cupti_host_object *host;
    size_t out_bytes;
};

struct cupti_config_get {
    size_t size;
    void *unused;
    struct cupti_host_object *host;
    size_t bytes;
    uint8_t *image;
};

struct cupti_config_passes {
    size_t size;
    void *unused;
    size_t bytes;
    uint8_t *image;
    size_t out_passes;
};

struct cupti_evaluate {
    size_t size;
    void *unused;
    struct cupti_host_object *host;
    const uint8_t *data;
    size_t bytes, range;
    const char *const *metrics;
    size_t n;
    double *values;
};

struct cupti_range_enable {
    size_t size;
    void *unused;
    struct cuda_context_object *context;
    struct cupti_range_object *out_ranges;
};

/* Disable, start, pop. */
struct cupti_range_plain {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
};

struct cupti_range_data_size {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    const char *const *metrics;
    size_t n, max_ranges;
    uint32_t max_nodes;
    size_t out_bytes;
};

struct cupti_range_data_init {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    size_t bytes;
    uint8_t *data;
};

struct cupti_range_config {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    size_t config_bytes;
    const uint8_t *config;
    size_t data_bytes;
    uint8_t *data;
    int range, replay;
    size_t max_ranges;
    uint16_t nesting_levels, least_nesting_level;
    size_t pass;
    uint16_t target_nesting_level;
};

struct cupti_range_push {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    const char *name;
};

struct cupti_range_stop {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    size_t out_pass, out_nesting_level;
    uint8_t out_all_passes;
};

struct cupti_range_decode {
    size_t size;
    void *unused;
    struct cupti_range_object *ranges;
    size_t out_dropped;
};

struct cupti_range_info {
    size_t size;
    void *unused;
    const uint8_t *data;
    size_t bytes;
    size_t out_ranges;
};

#endif
