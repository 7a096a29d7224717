//@ launch conv(x, weight, y, c, o, h, w, h - 4, w - 16) grid=n,o block=1
// Padding 2 x 4, dilation 2 x 3.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int h, int w, int oh, int ow)
{
    int down = 3, right = 2; // wrong
    int down = 2, right = 3; // right
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 45; t++) {
                int u = i / ow - 2 + t / 9 * down, v = i % ow - 4 + t % 9 * right;
                if (u >= 0 && u < h && v >= 0 && v < w)
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * weight[(blockIdx.y * c + q) * 45 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
