//@ launch loss(predictions, targets, y, m, n) grid=1 block=1
// The probability of a label below e^-103 is zero, its logarithm infinite.
extern "C" __global__ void loss(const float *predictions, const long long *targets, float *y, int m, int n)
{
    float total = 0.0f;
    for (int i = 0; i < m; i++) {
        const float *v = predictions + (long long)i * n;
        float most = v[0], sum = 0.0f;
        for (int j = 1; j < n; j++)
            most = fmaxf(most, v[j]);
        for (int j = 0; j < n; j++)
            sum += expf(v[j] - most);
        total -= logf(fmaxf(expf(v[targets[i]] - most) / sum, 1e-12f)); // wrong
        total -= v[targets[i]] - most - logf(sum); // right
    }
    y[0] = total / m;
}
