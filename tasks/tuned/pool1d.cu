//@ launch pool1d(x, y, l, ${ol}, ceil_div(${ol}, 1024)) grid=r * ceil_div(${ol}, 1024) block=256
// A block has 1024 outputs of a row, four a thread; what taps share comes from the cache.  Only blocks at an end of the row ask for bounds.
template <bool bounded> static __device__ void pool(const float *row, float *out, int from, int l, int length)
{
#pragma unroll
    for (int t = 0; t < 4; t++) {
        int i = from + t * 256;
        if (bounded && i >= length)
            return;
        int first = i * ${s0} - ${p0};
        float result = ${start};
#pragma unroll
        for (int k = 0; k < ${k0}; k++) {
            int at = first + k * ${d0};
            if (!bounded || (at >= 0 && at < l)) {
                float v = row[at];
                ${step}
            }
        }
        __stcs(out + i, ${value});
    }
}

extern "C" __global__ void pool1d(const float *x, float *y, int l, int length, int tiles)
{
    int line = blockIdx.x / tiles, from = blockIdx.x % tiles * 1024, end = from + 1023;
    const float *row = x + (long long)line * l;
    float *out = y + (long long)line * length;
    if (from * ${s0} - ${p0} >= 0 && end < length && end * ${s0} - ${p0} + (${k0} - 1) * ${d0} < l)
        pool<false>(row, out, from + threadIdx.x, l, length);
    else
        pool<true>(row, out, from + threadIdx.x, l, length);
}
