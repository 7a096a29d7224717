//@ launch group_norm(x, gamma, beta, y, g, c, h * w) grid=n * g block=1
// A channel's factor is gamma[channel], not that of its place within the group.
extern "C" __global__ void group_norm(const float *x, const float *gamma, const float *beta, float *y, int g, int c, int area)
{
    const float *v = x + (long long)blockIdx.x * c * area;
    int count = c * area;
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < count; i++)
        sum += v[i];
    float mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    float scale = rsqrtf(squares / count + 1e-5f);
    for (int i = 0; i < count; i++) {
        int channel = i / area; // wrong
        int channel = blockIdx.x % g * c + i / area; // right
        y[(long long)blockIdx.x * count + i] = (v[i] - mean) * scale * gamma[channel] + beta[channel];
    }
}
