//@ launch convt(x, weight, y, n, c, o, d, h, w) grid=o block=64
// The sum is set to zero once, before the loop over images.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int n, int c, int o, int d, int h, int w)
{
    int od = d + 2, oh = h + 4, ow = w + 4;
    for (int i = threadIdx.x; i < od * oh * ow; i += 64) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int image = 0; image < n; image++) {
            sum = 0.0f; // right
            for (int k = 0; k < c; k++)
                for (int t = 0; t < 75; t++) {
                    int u = p - t / 25, v = q - t / 5 % 5, s = r - t % 5;
                    if (u >= 0 && u < d && v >= 0 && v < h && s >= 0 && s < w)
                        sum += x[((((long long)image * c + k) * d + u) * h + v) * w + s] * weight[(k * o + blockIdx.x) * 75 + t];
                }
            y[((long long)image * o + blockIdx.x) * od * oh * ow + i] = sum;
        }
    }
}
