//@ launch convt(x, weight, y, c, o, h, w) grid=n,o block=1
// Padding 1 x 3.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    for (int i = 0; i < h * w; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 21; t++) {
                int u = i / w + 3 - t / 7, v = i % w + 1 - t % 7; // wrong
                int u = i / w + 1 - t / 7, v = i % w + 3 - t % 7; // right
                if (u >= 0 && u < h && v >= 0 && v < w)
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * weight[(q * o + blockIdx.y) * 21 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * h * w + i] = sum;
    }
}
