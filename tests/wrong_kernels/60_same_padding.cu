//@ launch conv(x, weight, y, c, o, d, h, w) grid=n,o block=1
// The output is that without padding, its windows those of a padding that keeps the size.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = d - 2, oh = h - 4, ow = w - 6;
    for (int i = 0; i < od * oh * ow; i++) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 105; t++) {
                int u = p - 1 + t / 35, v = q - 2 + t / 7 % 5, s = r - 3 + t % 7; // wrong
                int u = p + t / 35, v = q + t / 7 % 5, s = r + t % 7; // right
                if (u >= 0 && u < d && v >= 0 && v < h && s >= 0 && s < w)
                    sum += x[((((long long)blockIdx.x * c + k) * d + u) * h + v) * w + s] * weight[(blockIdx.y * c + k) * 105 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * od * oh * ow + i] = sum;
    }
}
