//@ launch scale_oracle(A, s, C, m * n) grid=ceil_div(m * n, 256) block=256
extern "C" __global__ void scale_oracle(const float *A, const float *s, double *C, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        C[i] = (double)A[i] * s[0];
}
