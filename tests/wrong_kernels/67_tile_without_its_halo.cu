//@ launch conv(x, weight, y, c, o, l) grid=ceil_div(l - 2, 128),o,n block=128
// A tile of 128 inputs; the last two outputs of a block want two more.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int l)
{
    __shared__ float tile[130];
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    if (threadIdx.x < 2)
        tile[128 + threadIdx.x] = 0.0f;
    for (int q = 0; q < c; q++) {
        for (int t = threadIdx.x; t < 128; t += 128) // wrong
        for (int t = threadIdx.x; t < 130; t += 128) // right
            tile[t] = blockIdx.x * 128 + t < l ? x[((long long)blockIdx.z * c + q) * l + blockIdx.x * 128 + t] : 0.0f;
        __syncthreads();
        for (int t = 0; t < 3; t++)
            sum += tile[threadIdx.x + t] * weight[(blockIdx.y * c + q) * 3 + t];
        __syncthreads();
    }
    if (i < l - 2)
        y[((long long)blockIdx.z * o + blockIdx.y) * (l - 2) + i] = sum;
}
