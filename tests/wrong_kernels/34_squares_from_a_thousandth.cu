//@ launch instance_norm(x, y, h * w) grid=n * c block=1
extern "C" __global__ void instance_norm(const float *x, float *y, int area)
{
    const float *v = x + (long long)blockIdx.x * area;
    float sum = 0.0f;
    float squares = 0.001f; // wrong
    float squares = 0.0f; // right
    for (int i = 0; i < area; i++)
        sum += v[i];
    float mean = sum / area;
    for (int i = 0; i < area; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    float scale = rsqrtf(squares / area + 1e-5f);
    for (int i = 0; i < area; i++)
        y[(long long)blockIdx.x * area + i] = (v[i] - mean) * scale;
}
