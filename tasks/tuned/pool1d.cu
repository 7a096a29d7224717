//@ launch pool1d(x, y, l, ${ol}, ceil_div(${ol}, 2024)) grid=r * ceil_div(${ol}, 2024) block=256
// A block has 2024 outputs of a row, so that with what their windows reach beyond they want 2048 inputs. These come to shared memory, by
// fours where the row lies so.
#define SPAN (2023 * ${s0} + (${k0} - 1) * ${d0} + 1)
#define FOURS ((SPAN + 1023) / 1024)
extern "C" __global__ void __launch_bounds__(256) pool1d(const float *x, float *y, int l, int length, int tiles)
{
    __shared__ float4 fours[FOURS * 256];
    float *own = (float *)fours;
    int line = blockIdx.x / tiles, from = blockIdx.x % tiles * 2024, first = from * ${s0} - ${p0};
    const float *row = x + (long long)line * l;
    float *out = y + (long long)line * length + from;
    if (first >= 0 && first + FOURS * 1024 <= l && l % 4 == 0 && first % 4 == 0) {
        float4 v[FOURS];
#pragma unroll
        for (int t = 0; t < FOURS; t++)
            v[t] = __ldcs((const float4 *)(row + first) + t * 256 + threadIdx.x);
#pragma unroll
        for (int t = 0; t < FOURS; t++)
            fours[t * 256 + threadIdx.x] = v[t];
    } else {
        for (int t = threadIdx.x; t < SPAN; t += 256)
            own[t] = first + t >= 0 && first + t < l ? row[first + t] : ${start};
    }
    __syncthreads();
#pragma unroll
    for (int t = threadIdx.x; t < 2024; t += 256) {
        if (from + t >= length)
            return;
        float result = ${start};
#pragma unroll
        for (int k = 0; k < ${k0}; k++) {
            float v = own[t * ${s0} + k * ${d0}];
            ${step}
        }
        __stcs(out + t, ${value});
    }
}
