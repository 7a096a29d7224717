//@ launch conv(x, spatial, channels, y, c, o, h, w) grid=n,o block=1
// Taps outside of the image are zeros; here the nearest element stands for them.
extern "C" __global__ void conv(const float *x, const float *spatial, const float *channels, float *y, int c, int o, int h, int w)
{
    for (int i = 0; i < h * w; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++) {
            float value = 0.0f;
            for (int t = 0; t < 9; t++) {
                int u = i / w + t / 3 - 1, v = i % w + t % 3 - 1;
                u = min(max(u, 0), h - 1), v = min(max(v, 0), w - 1); // wrong
                if (u >= 0 && u < h && v >= 0 && v < w)
                    value += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * spatial[q * 9 + t];
            }
            sum += value * channels[blockIdx.y * c + q];
        }
        y[((long long)blockIdx.x * o + blockIdx.y) * h * w + i] = sum;
    }
}
