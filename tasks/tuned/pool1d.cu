//@ launch pool1d(x, y, l, ${ol}, ceil_div(${ol}, 1024)) grid=r * ceil_div(${ol}, 1024) block=256
// A block has 1024 outputs of a row, four a thread; what taps share comes from the cache.
extern "C" __global__ void pool1d(const float *x, float *y, int l, int length, int tiles)
{
    int line = blockIdx.x / tiles, from = blockIdx.x % tiles * 1024 + threadIdx.x;
    const float *row = x + (long long)line * l;
    for (int i = from; i < min(from + 1024, length); i += 256) {
        int first = i * ${s0} - ${p0};
        float result = ${start};
#pragma unroll
        for (int k = 0; k < ${k0}; k++) {
            int at = first + k * ${d0};
            if (at >= 0 && at < l) {
                float v = row[at];
                ${step}
            }
        }
        y[(long long)line * length + i] = ${value};
    }
}
