//@ scratch values f32[b * c * ceil_div(r, 512)]
//@ scratch places i32[b * c * ceil_div(r, 512)]
//@ launch arg_parts(x, values, places, r, c, ceil_div(r, 512), ceil_div(c, 256)) grid=b * ceil_div(r, 512) * ceil_div(c, 256) block=256
//@ launch arg_rest(values, places, y, b, c, ceil_div(r, 512)) grid=ceil_div(b * c, 256) block=256
// Pieces of 512 rows, then the pieces of each column in their order, so that the first of equal ones counts.
extern "C" __global__ void arg_parts(const float *x, float *values, int *places, int r, int c, int pieces, int tiles)
{
    int column = blockIdx.x % tiles * 256 + threadIdx.x, line = blockIdx.x / tiles;
    if (column >= c)
        return;
    int first = line % pieces * 512, last = min(first + 512, r), best = first;
    const float *v = x + ((long long)(line / pieces) * r + first) * c + column;
    float value = v[0];
    int j = first + 1;
    for (; j + 8 <= last; j += 8) {
        float group[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            group[k] = v[(long long)(j - first + k) * c];
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (group[k] ${order} value) {
                value = group[k];
                best = j + k;
            }
    }
    for (; j < last; j++) {
        float next = v[(long long)(j - first) * c];
        if (next ${order} value) {
            value = next;
            best = j;
        }
    }
    values[(long long)line * c + column] = value;
    places[(long long)line * c + column] = best;
}

extern "C" __global__ void arg_rest(const float *values, const int *places, long long *y, int b, int c, int pieces)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= b * c)
        return;
    long long at = (long long)(i / c) * pieces * c + i % c;
    float value = values[at];
    int best = places[at];
    for (int j = 1; j < pieces; j++)
        if (values[at + (long long)j * c] ${order} value) {
            value = values[at + (long long)j * c];
            best = places[at + (long long)j * c];
        }
    y[i] = best;
}
