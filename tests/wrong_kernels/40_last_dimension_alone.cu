//@ launch layer_norm(x, gamma, beta, y, c * h, w) grid=n * c * h block=1 // wrong
//@ launch layer_norm(x, gamma, beta, y, 1, c * h * w) grid=n block=1 // right
// The usual layer norm is over the last dimension; this one is over three.
extern "C" __global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int rows, int count)
{
    const float *v = x + (long long)blockIdx.x * count;
    int first = blockIdx.x % rows * count;
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < count; i++)
        sum += v[i];
    float mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    float scale = rsqrtf(squares / count + 1e-5f);
    for (int i = 0; i < count; i++)
        y[(long long)blockIdx.x * count + i] = (v[i] - mean) * scale * gamma[first + i] + beta[first + i];
}
