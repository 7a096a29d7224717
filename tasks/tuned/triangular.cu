//@ launch triangular(A, B, C, n) grid=ceil_div(n, 128),ceil_div(n, 128) block=256
// Tiles of 128 x 128, 8 x 8 a thread; only where neither factor is zero.
#define TILE 128
#define DEPTH 8
extern "C" __global__ void __launch_bounds__(256) triangular(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[DEPTH][TILE], b[DEPTH][TILE];
    int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE, t = threadIdx.x;
    int r = t / 16 * 8, c = t % 16 * 8;
    float sum[8][8] = { { 0.0f } };
    int from = ${from}, to = min(${to} + TILE, n);
    for (int l0 = from; l0 < to; l0 += DEPTH) {
        for (int i = t; i < TILE * DEPTH; i += 256) {
            int a_l = i % DEPTH, a_x = i / DEPTH;
            a[a_l][a_x] = l0 + a_l < n && row0 + a_x < n
                                   ? A[(long long)(row0 + a_x) * n + l0 + a_l]
                                   : 0.0f;
            int b_l = i / TILE, b_x = i % TILE;
            b[b_l][b_x] = l0 + b_l < n && column0 + b_x < n
                                   ? B[(long long)(l0 + b_l) * n + column0 + b_x]
                                   : 0.0f;
        }
        __syncthreads();
        for (int l = 0; l < DEPTH; l++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i++) {
                u[i] = a[l][r + i];
                v[i] = b[l][c + i];
            }
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            if (row0 + r + i < n && column0 + c + j < n)
                C[(long long)(row0 + r + i) * n + column0 + c + j] = sum[i][j];
}
