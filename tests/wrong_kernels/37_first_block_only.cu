//@ scratch sum f32[1]
//@ launch squares(x, sum, n) grid=1 block=256
//@ launch divide(x, sum, y, n) grid=ceil_div(n, 256) block=256
// A sum of one block, whose threads do not come again for what lies behind the first 16384 elements.
extern "C" __global__ void squares(const float *x, float *sum, int n)
{
    __shared__ float part[256];
    float own = 0.0f;
    for (int i = threadIdx.x; i < min(n, 16384); i += 256) // wrong
    for (int i = threadIdx.x; i < n; i += 256) // right
        own += x[i] * x[i];
    part[threadIdx.x] = own;
    __syncthreads();
    for (int apart = 128; apart > 0; apart /= 2) {
        if (threadIdx.x < apart)
            part[threadIdx.x] += part[threadIdx.x + apart];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = part[0];
}

extern "C" __global__ void divide(const float *x, const float *sum, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / sqrtf(*sum);
}
