// task: l1/4
//@ launch matvec(A, x, y, k) grid=m block=128 smem=128*8
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int k)
{
    extern __shared__ double sums[];
    const unsigned tid = threadIdx.x;
    double s = 0.0;
    for (unsigned j = tid; j < k; j += blockDim.x)
        s += (double)A[(size_t)blockIdx.x * k + j] * x[j];
    sums[tid] = s;
    __syncthreads();
    #pragma unroll 1
    for (unsigned h = blockDim.x / 2; h != 0; h >>= 1) {
        if (tid < h) sums[tid] += sums[tid + h];
        __syncthreads();
    }
    if (!tid) y[blockIdx.x] = sums[0];
}
