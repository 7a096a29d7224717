#include "analysis/audit/audit_device.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

/* The first row that fits decides, so special models stand before general ones; of boards with one
 * name the fastest counts.
 *
 * Columns: GB/s, MiB of the last-level cache, dense TFLOP/s in fp32 as TF32 with tensor cores (FP32
 * where there are none), dense TFLOP/s in 16 bit, source.  Datasheets of Hopper, Blackwell and the
 * L4 print rates with sparsity, twice the dense ones: TF32 "989" of an H100 SXM counts 494.5, "120"
 * of an L4 60, and 36 PFLOP/s in 16 bit of an HGX with eight B200 2250 each.  Where both are
 * printed the dense one is first: 16 bit "362 | 733" of an L40S counts 362.05, "70 | 140" of an
 * A10G 70.  GeForce: 16-bit rates with 16-bit accumulation, twice the other.  H20 and H800 have no
 * public datasheet: the H800 has the H100 SXM's rates, the H20 those of resellers. */
static const struct audit_device devices[] = {
    { "GB200", 8000, 126, 1250, 2500, "NVIDIA GB200 NVL72 datasheet, 2024" },
    { "B200", 8000, 126, 1125, 2250, "NVIDIA HGX B200 datasheet, 2024" },
    { "GH200", 4900, 60, 494.5, 989.5, "NVIDIA GH200 Superchip datasheet, 2023 (144 GB HBM3e)" },
    { "H200", 4815, 60, 494.5, 989.5,
      "NVIDIA H200 datasheet, 2024 (4.8 TB/s; 6016 bit at 3201 MHz and L2 measured)" },
    { "H100 NVL", 3938, 50, 417.5, 835.5, "NVIDIA H100 datasheet, 2024" },
    { "H100 PCIe", 2039, 50, 378, 756.5, "NVIDIA H100 datasheet, 2023" },
    { "H100", 3352, 50, 494.5, 989.5, "NVIDIA H100 datasheet, 2023 (SXM)" },
    { "H800", 3352, 50, 494.5, 989.5, "NVIDIA H100 datasheet, 2023 (SXM)" },
    { "H20", 4000, 60, 74, 148, "reseller's specification of the NVIDIA H20, 2024" },
    { "A100 40GB", 1555, 40, 156, 312, "NVIDIA A100 datasheet, 2020" },
    { "A100", 2039, 40, 156, 312, "NVIDIA A100 80GB datasheet, 2021 (SXM)" },
    { "A800", 2039, 40, 156, 312, "NVIDIA A100 80GB datasheet, 2021 (SXM)" },
    { "A10G", 600, 6, 35, 70, "NVIDIA A10G datasheet for AWS G5, 2021" },
    { "A10", 600, 6, 62.5, 125, "NVIDIA A10 datasheet, 2021" },
    { "A6000", 768, 6, 77.4, 154.8, "NVIDIA RTX A6000 datasheet and GA102 whitepaper, 2021" },
    { "L40S", 864, 96, 183, 362.05, "NVIDIA L40S datasheet, 2023" },
    { "L40", 864, 96, 90.5, 181.05, "NVIDIA L40 datasheet, 2023" },
    { "L4", 300, 48, 60, 121, "NVIDIA L4 datasheet, 2023" },
    { "T4", 320, 4, 8.1, 65, "NVIDIA T4 datasheet, 2019" },
    { "V100S", 1134, 6, 16.4, 130, "NVIDIA V100 datasheet, 2020" },
    { "V100", 900, 6, 15.7, 125, "NVIDIA V100 datasheet, 2020 (SXM2)" },
    { "RTX 5090", 1792, 96, 104.8, 419, "NVIDIA RTX Blackwell whitepaper, 2025" },
    { "RTX 4090", 1008, 72, 82.6, 330.3, "NVIDIA Ada whitepaper, 2022" },
    { "RTX 3090 Ti", 1008, 6, 40, 160, "NVIDIA GeForce RTX 3090 Ti specification, 2022" },
    { "RTX 3090", 936, 6, 35.6, 142, "NVIDIA Ampere GA102 whitepaper, 2020" },
    { "MI300X", 5300, 256, 653.7, 1307.4, "AMD Instinct MI300X datasheet, 2023" },
};

static const char *find_word(const char *text, const char *word, size_t len)
{
    for (const char *at = text; *at != '\0'; at++) {
        bool begins = at == text || !is_alnum(at[-1]);
        if (begins && strncasecmp(at, word, len) == 0 && !is_alnum(at[len]))
            return at + len;
    }
    return NULL;
}

static bool fits(const char *name, const char *pattern)
{
    while (*pattern != '\0') {
        size_t len = strcspn(pattern, " ");
        name = find_word(name, pattern, len);
        if (name == NULL)
            return false;
        pattern += len + (pattern[len] == ' ' ? 1 : 0);
    }
    return true;
}

const struct audit_device *audit_device_find(const char *name)
{
    if (strnlen(name, AUDIT_DEVICE_NAME_MOST + 1) > AUDIT_DEVICE_NAME_MOST)
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(devices); i++) {
        if (fits(name, devices[i].pattern))
            return &devices[i];
    }
    return NULL;
}

double audit_device_floor_us(const struct audit_device *d, double flops, double bytes,
                             const char *precision)
{
    bool single = strcmp(precision, "fp32") == 0 || strcmp(precision, "float32") == 0;
    double uncached = fmax(bytes - d->cache_mib * 1048576.0, 0.0);
    double move_us = uncached / (d->bandwidth_gb_s * 1e3);
    double compute_us = flops / ((single ? d->tflops_32 : d->tflops_16) * 1e6);
    return fmax(move_us, compute_us);
}
