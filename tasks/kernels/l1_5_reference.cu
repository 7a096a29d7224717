//@ launch scale(A, s, C, m * n) grid=ceil_div(m * n, 256) block=256
extern "C" __global__ void scale(const float *A, const float *s, float *C, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        C[i] = A[i] * s[0];
}
