//@ launch log_softmax(x, y, m, n) grid=m block=1
// Weights that underflow have the logarithm -inf.
extern "C" __global__ void log_softmax(const float *x, float *y, int m, int n)
{
    const float *v = x + (long long)blockIdx.x * n;
    float most = -INFINITY, sum = 0.0f;
    for (int j = 0; j < n; j++)
        most = fmaxf(most, v[j]);
    for (int j = 0; j < n; j++)
        sum += expf(v[j] - most);
    for (int j = 0; j < n; j++)
        y[(long long)blockIdx.x * n + j] = logf(expf(v[j] - most) / sum); // wrong
        y[(long long)blockIdx.x * n + j] = v[j] - most - logf(sum); // right
}
