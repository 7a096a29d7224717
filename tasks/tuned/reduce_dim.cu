//@ scratch parts f32[b * c * ceil_div(r, 512)]
//@ launch reduce_parts(x, parts, r, c, ceil_div(r, 512), ceil_div(c, 256)) grid=b * ceil_div(r, 512) * ceil_div(c, 256) block=256
//@ launch reduce_rest(parts, y, b, r, c, ceil_div(r, 512)) grid=ceil_div(b * c, 256) block=256
// Pieces of 512 rows, so that even a few columns fill the device; then the pieces of each column.
extern "C" __global__ void reduce_parts(const float *x, float *parts, int r, int c, int pieces, int tiles)
{
    int column = blockIdx.x % tiles * 256 + threadIdx.x, line = blockIdx.x / tiles;
    if (column >= c)
        return;
    int first = line % pieces * 512, last = min(first + 512, r);
    const float *v = x + ((long long)(line / pieces) * r + first) * c + column;
    float result = v[0];
    int j = first + 1;
    for (; j + 8 <= last; j += 8) {
        float group[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            group[k] = v[(long long)(j - first + k) * c];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float next = group[k];
            ${step}
        }
    }
    for (; j < last; j++) {
        float next = v[(long long)(j - first) * c];
        ${step}
    }
    parts[(long long)line * c + column] = result;
}

extern "C" __global__ void reduce_rest(const float *parts, float *y, int b, int r, int c, int pieces)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= b * c)
        return;
    const float *v = parts + (long long)(i / c) * pieces * c + i % c;
    float result = v[0];
    for (int j = 1; j < pieces; j++) {
        float next = v[(long long)j * c];
        ${step}
    }
    y[i] = ${value};
}
