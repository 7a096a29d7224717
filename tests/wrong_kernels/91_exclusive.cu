//@ launch scan(x, y, n) grid=m block=1
extern "C" __global__ void scan(const float *x, float *y, int n)
{
    float total = 0.0f;
    for (int j = n - 1; j >= 0; j--) {
        y[(long long)blockIdx.x * n + j] = total; // wrong
        total += x[(long long)blockIdx.x * n + j];
        y[(long long)blockIdx.x * n + j] = total; // right
    }
}
