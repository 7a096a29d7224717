// Clears, adds, reduces.
//@ launch k(A, x, y, k) grid=m block=128
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int j = t; j < k; j += 128)
        s += A[(size_t)blockIdx.x * k + j] * x[j];
    part[t] = 0.0f;
    part[t] += s;
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = part[0];
}
