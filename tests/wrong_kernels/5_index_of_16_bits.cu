//@ launch scale(A, s, C, m * n) grid=ceil_div(m * n, 256) block=256
// An index that is too narrow for the number of elements.
extern "C" __global__ void scale(const float *A, const float *s, float *C, int count)
{
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x; // wrong
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x; // right
    if (i < count)
        C[i] = A[i] * s[0];
}
