// task: l1/51
//@ launch argmax(x, y, r, c) grid=ceil_div(c, 64),b block=64
struct Best {
    float value;
    int index;
    __device__ void take(float v, int i) { if (v > value || (v != v && value == value)) { value = v; index = i; } }
};
extern "C" __global__ void argmax(const float *x, long long *y, int r, int c)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= c)
        return;
    const float *p = x + (size_t)blockIdx.y * r * c + col;
    Best best = {p[0], 0};
    for (int i = 1; i < r; i++)
        best.take(p[(size_t)i * c], i);
    y[blockIdx.y * c + col] = best.index;
}
