/*
 * audit_speed.h - what known devices can do at most.
 */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_AUDIT_SPEED_H
#define ROLLBOOK_ANALYSIS_AUDIT_AUDIT_SPEED_H

/* Upper bounds: dense peaks at boost clock. */
struct audit_device {
    const char *pattern;   /* words in the name, in order */
    double bandwidth_gb_s; /* 1e9 bytes a second */
    double cache_mib;      /* last level: its bytes are not counted */
    double tflops_32;      /* fp32 inputs, the faster of plain and TF32 tensor cores */
    double tflops_16;
    const char *source;
};

/* By a name as evaluators write it; NULL: unknown or longer. */
#define AUDIT_DEVICE_NAME_MOST 1000
const struct audit_device *audit_device_find(const char *name);
/* In microseconds; 16-bit peaks unless precision is fp32. */
double audit_device_floor_us(const struct audit_device *d, double flops, double bytes,
                             const char *precision);

#endif
