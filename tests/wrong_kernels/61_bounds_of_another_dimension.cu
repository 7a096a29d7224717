//@ launch convt(x, weight, y, c, o, d, h, w) grid=n,o block=1
// As for a cube: every axis is held to the bounds of the first.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = d + 2, oh = h + 2, ow = w + 2;
    for (int i = 0; i < od * oh * ow; i++) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 27; t++) {
                int u = p - t / 9, v = q - t / 3 % 3, s = r - t % 3;
                if (u >= 0 && v >= 0 && s >= 0 && u < d && v < d && s < d) // wrong
                if (u >= 0 && v >= 0 && s >= 0 && u < d && v < h && s < w) // right
                    sum += x[((((long long)blockIdx.x * c + k) * d + u) * h + v) * w + s] * weight[(k * o + blockIdx.y) * 27 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * od * oh * ow + i] = sum;
    }
}
