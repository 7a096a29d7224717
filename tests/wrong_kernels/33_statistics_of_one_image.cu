//@ launch batch_norm(x, gamma, beta, y, n, c, h * w) grid=c block=1
// Mean and variance of the first image instead of the batch.
extern "C" __global__ void batch_norm(const float *x, const float *gamma, const float *beta, float *y, int n, int c, int area)
{
    int channel = blockIdx.x;
    float sum = 0.0f, squares = 0.0f;
    int images = 1; // wrong
    int images = n; // right
    for (int k = 0; k < images; k++)
        for (int i = 0; i < area; i++)
            sum += x[((long long)k * c + channel) * area + i];
    float mean = sum / (images * area);
    for (int k = 0; k < images; k++)
        for (int i = 0; i < area; i++) {
            float d = x[((long long)k * c + channel) * area + i] - mean;
            squares += d * d;
        }
    float scale = rsqrtf(squares / (images * area) + 1e-5f);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < area; i++) {
            long long at = ((long long)k * c + channel) * area + i;
            y[at] = (x[at] - mean) * scale * gamma[channel] + beta[channel];
        }
}
