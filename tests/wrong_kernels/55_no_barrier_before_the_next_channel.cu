//@ launch conv(x, weight, y, c, o, h, w, ceil_div(w - 2, 16)) grid=ceil_div(h - 2, 16) * ceil_div(w - 2, 16),o,n block=16,16
// The next channel's tile is written while other threads still read the one before.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int h, int w, int tiles)
{
    __shared__ float tile[18][18];
    int top = blockIdx.x / tiles * 16, left = blockIdx.x % tiles * 16, row = top + threadIdx.y, column = left + threadIdx.x;
    float sum = 0.0f;
    for (int q = 0; q < c; q++) {
        for (int t = threadIdx.y * 16 + threadIdx.x; t < 18 * 18; t += 256) {
            int u = top + t / 18, v = left + t % 18;
            tile[t / 18][t % 18] = u < h && v < w ? x[(((long long)blockIdx.z * c + q) * h + u) * w + v] : 0.0f;
        }
        __syncthreads();
        for (int t = 0; t < 9; t++)
            sum += tile[threadIdx.y + t / 3][threadIdx.x + t % 3] * weight[(blockIdx.y * c + q) * 9 + t];
        __syncthreads(); // right
    }
    if (row < h - 2 && column < w - 2)
        y[(((long long)blockIdx.z * o + blockIdx.y) * (h - 2) + row) * (w - 2) + column] = sum;
}
