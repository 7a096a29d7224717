//@ launch conv(x, weight, y, c, o, d, h, w) grid=n,o block=1
// Nine taps over depth and height, taken for nine over height and width.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = d - 2, oh = h - 2;
    for (int i = 0; i < od * oh * w; i++) {
        int p = i / w / oh, q = i / w % oh, r = i % w;
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 9; t++) {
                int u = p, v = q + t / 3, s = min(r + t % 3, w - 1); // wrong
                int u = p + t / 3, v = q + t % 3, s = r; // right
                sum += x[((((long long)blockIdx.x * c + k) * d + u) * h + v) * w + s] * weight[(blockIdx.y * c + k) * 9 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * od * oh * w + i] = sum;
    }
}
