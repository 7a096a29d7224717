//@ launch scan(x, y, n) grid=m block=1
extern "C" __global__ void scan(const float *x, float *y, int n)
{
    float total = 0.0f;
    for (int k = 0; k < n; k++) {
        int j = n - 1 - k; // wrong
        int j = k; // right
        y[(long long)blockIdx.x * n + j] = total;
        total += x[(long long)blockIdx.x * n + j];
    }
}
