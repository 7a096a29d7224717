// Threads add to one shared number.
//@ launch rs(A, x, y, k) grid=m block=128
extern "C" __global__ void rs(const float *A, const float *x, float *y, int k)
{
    __shared__ float sum;
    int t = threadIdx.x;
    if (t == 0) sum = 0.0f;
    __syncthreads();
    float s = 0.0f;
    for (int j = t; j < k; j += 128) s += A[(size_t)blockIdx.x * k + j] * x[j];
    atomicAdd(&sum, s);
    __syncthreads();
    if (t == 0) y[blockIdx.x] = sum;
}
