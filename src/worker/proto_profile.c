#include "src/worker/proto_profile.h"

#include <math.h>

#include "src/base/mem.h"
#include "src/eval/seam/profile.h"
#include "src/json/json.h"
#include "src/worker/proto_member.h"

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    { "span_us", offsetof(struct eval_profile, span_us) },
    { "bytes", offsetof(struct eval_profile, bytes) },
    { "flops", offsetof(struct eval_profile, flops) },
    { "copy_bytes_per_s", offsetof(struct eval_profile, copy_bytes_per_s) },
    { "peak_flop_per_s", offsetof(struct eval_profile, peak_flop_per_s) },
};

static const struct {
    const char *name;
    size_t offset;
} resources[] = {
    { "registers", offsetof(struct profile_kernel, registers) },
    { "shared_bytes", offsetof(struct profile_kernel, shared_bytes) },
    { "local_bytes", offsetof(struct profile_kernel, local_bytes) },
};

static void add_three(struct json *o, const char *key, const unsigned v[3])
{
    struct json *list = json_add_array(o, key);
    for (size_t i = 0; i < 3; i++)
        json_add_int(list, NULL, v[i]);
}

static void encode_kernel(struct json *list, const struct profile_kernel *k)
{
    struct json *o = json_add_object(list, NULL);
    json_add_string(o, "name", k->name);
    json_add_number(o, "device_us", k->device_us);
    add_three(o, "grid", k->grid);
    add_three(o, "block", k->block);
    for (size_t i = 0; i < ARRAY_LEN(resources); i++)
        json_add_int(o, resources[i].name,
                     *(const int *)(const void *)((const char *)k + resources[i].offset));
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        if (!isnan(k->counters[i]))
            json_add_number(o, counter_names[i], k->counters[i]);
}

void profile_encode(struct json *result, const struct eval_profile *p)
{
    if (p == NULL)
        return;
    struct json *o = json_add_object(result, "profile");
    json_add_string(o, "why_not", p->why_not);
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        json_add_number(o, numbers[i].name,
                        *(const double *)(const void *)((const char *)p + numbers[i].offset));
    struct json *list = json_add_array(o, "kernels");
    for (size_t i = 0; i < p->n_kernels; i++)
        encode_kernel(list, &p->kernels[i]);
}

static void get_three(const struct json *o, const char *key, unsigned out[3])
{
    const struct json *list = json_get(o, key);
    const struct json *x = list == NULL ? NULL : json_first(list);
    for (size_t i = 0; i < 3 && x != NULL; i++, x = json_next(x)) {
        int64_t v = 0;
        json_int(x, &v);
        out[i] = (unsigned)v;
    }
}

static void decode_kernel(const struct json *o, struct arena *a, struct profile_kernel *out)
{
    profile_clear(out);
    const char *name = proto_text(o, "name", a);
    out->name = name == NULL ? "" : name;
    out->device_us = proto_number(o, "device_us");
    get_three(o, "grid", out->grid);
    get_three(o, "block", out->block);
    for (size_t i = 0; i < ARRAY_LEN(resources); i++) {
        int64_t v = -1;
        json_int(json_get(o, resources[i].name), &v);
        *(int *)(void *)((char *)out + resources[i].offset) = (int)v;
    }
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        out->counters[i] = proto_number(o, counter_names[i]);
}

const struct eval_profile *profile_decode(const struct json *result, struct arena *a)
{
    const struct json *o = json_get(result, "profile");
    if (o == NULL)
        return NULL;
    const struct json *list = json_get(o, "kernels");
    struct eval_profile *p = arena_alloc(a, sizeof *p);
    *p = (struct eval_profile){ .why_not = proto_text(o, "why_not", a),
                                .n_kernels = list == NULL ? 0 : json_count(list) };
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        *(double *)(void *)((char *)p + numbers[i].offset) = proto_number(o, numbers[i].name);
    p->kernels = arena_array(a, p->n_kernels, sizeof *p->kernels);
    size_t i = 0;
    for (const struct json *x = list == NULL ? NULL : json_first(list); x != NULL; x = json_next(x))
        decode_kernel(x, a, &p->kernels[i++]);
    return p;
}
