// task: l1/93
//@ launch masked_cumsum(x, mask, y, m, n) grid=ceil_div(m, 32) block=32
#include <cstdint>
__global__ void masked_cumsum(const float *x, const bool *mask, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0.0f;
    for (int j = 0; j < n; ++j) {
        if (mask[row * n + j])
            sum += x[row * n + j];
        y[row * n + j] = sum;
    }
}
