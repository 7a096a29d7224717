//@ launch convt(x, weight, y, c, o, h, w) grid=n,4 * o block=1
// Stride 2 x 3, padding 1 x 2, dilation 2 x 1.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = (h - 1) * 2 + 3, ow = (w - 1) * 3 + 1, group = blockIdx.y / o;
    int down = 3, right = 2; // wrong
    int down = 2, right = 3; // right
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 15; t++) {
                int u = i / ow + 1 - t / 5 * 2, v = i % ow + 2 - t % 5;
                if (u < 0 || v < 0 || u % down != 0 || v % right != 0 || u / down >= h || v / right >= w)
                    continue;
                sum += x[((((long long)blockIdx.x * 4 + group) * c + k) * h + u / down) * w + v / right] *
                       weight[((group * c + k) * o + blockIdx.y % o) * 15 + t];
            }
        y[((long long)blockIdx.x * 4 * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
