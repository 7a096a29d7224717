// Two halves of a block wait at two barriers.
//@ launch k(A, x, y, k) grid=m block=128
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int j = t; j < k; j += 128)
        s += A[(size_t)blockIdx.x * k + j] * x[j];
    part[t] = s;
    if (t < 64) {
        __syncthreads();
    } else {
        part[t] += 0.0f;
        __syncthreads();
    }
    if (t == 0) {
        float sum = 0.0f;
        for (int j = 0; j < 128; j++)
            sum += part[j];
        y[blockIdx.x] = sum;
    }
}
