//@ launch rms_norm(x, y, h * w) grid=n * c block=1 // wrong
//@ launch rms_norm(x, y, n, c, h * w) grid=ceil_div(n * h * w, 256) block=256 // right
// The mean of squares is over channels, not over a channel's image.
extern "C" __global__ void rms_norm(const float *x, float *y, int area) // wrong
{ // wrong
    const float *v = x + (long long)blockIdx.x * area; // wrong
    float sum = 0.0f; // wrong
    for (int i = 0; i < area; i++) // wrong
        sum += v[i] * v[i]; // wrong
    for (int i = 0; i < area; i++) // wrong
        y[(long long)blockIdx.x * area + i] = v[i] * rsqrtf(sum / area + 1e-5f); // wrong
} // wrong
extern "C" __global__ void rms_norm(const float *x, float *y, int n, int c, int area) // right
{ // right
    int i = blockIdx.x * blockDim.x + threadIdx.x; // right
    if (i >= n * area) // right
        return; // right
    const float *v = x + (long long)(i / area) * c * area + i % area; // right
    float sum = 0.0f; // right
    for (int k = 0; k < c; k++) // right
        sum += v[(long long)k * area] * v[(long long)k * area]; // right
    for (int k = 0; k < c; k++) // right
        y[((long long)(i / area) * c + k) * area + i % area] = v[(long long)k * area] * rsqrtf(sum / c + 1e-5f); // right
} // right
