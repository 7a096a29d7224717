// task: l1/12
//@ launch diag(A, B, C, n, m) grid=n block=128
struct alignas(8) Pair { float a, b; };
__device__ Pair operator*(Pair p, float s) { return Pair{p.a * s, p.b * s}; }
__device__ inline float2 operator*(float s, const float2 &v) { return make_float2(s * v.x, s * v.y); }
__global__ void diag(const float *A, const float *B, float *C, int n, int m)
{
    const int row = blockIdx.x;
    const float d = A[row];
    for (int j = threadIdx.x; j < m / 2; j += blockDim.x) {
        float2 v = d * make_float2(B[row * m + 2 * j], B[row * m + 2 * j + 1]);
        C[row * m + 2 * j] = v.x;
        C[row * m + 2 * j + 1] = v.y;
    }
    if (threadIdx.x == 0 && m % 2 == 1) {
        Pair p{B[row * m + m - 1], 0.0f};
        C[row * m + m - 1] = (p * d).a;
    }
}
