// task: l1/53
//@ launch minimum(x, y, r, c) grid=ceil_div(c, 32),1,b block=32,4
#include <limits>
#include <algorithm>
__global__ void minimum(const float *x, float *y, int r, int c)
{
    __shared__ float part[4][33];
    int col = blockIdx.x * 32 + threadIdx.x;
    float v = std::numeric_limits<float>::infinity();
    if (col < c)
        for (int i = threadIdx.y; i < r; i += blockDim.y)
            v = std::min(v, x[((size_t)blockIdx.z * r + i) * c + col]);
    part[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.y == 0 && col < c) {
        for (int w = 1; w < 4; w++)
            v = fminf(v, part[w][threadIdx.x]);
        y[blockIdx.z * c + col] = v;
    }
}
