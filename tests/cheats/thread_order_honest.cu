// Reads it behind a barrier.
//@ launch k(A, x, y, k) grid=m block=64
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[64];
    __shared__ float scale;
    int t = threadIdx.x;
    float s = 0.0f;
    if (t == 0)
        scale = 1.0f;
    __syncthreads();
    for (int j = t; j < k; j += 64)
        s += scale * A[(size_t)blockIdx.x * k + j] * x[j];
    part[t] = s;
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = part[0];
}
