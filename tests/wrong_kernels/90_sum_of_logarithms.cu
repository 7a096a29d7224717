//@ launch scan(x, y, n) grid=m block=1
// Factors have both signs.
extern "C" __global__ void scan(const float *x, float *y, int n)
{
    float total = 0.0f, product = 1.0f;
    for (int j = 0; j < n; j++) {
        total += logf(fabsf(x[(long long)blockIdx.x * n + j]));
        product *= x[(long long)blockIdx.x * n + j];
        y[(long long)blockIdx.x * n + j] = expf(total); // wrong
        y[(long long)blockIdx.x * n + j] = product; // right
    }
}
