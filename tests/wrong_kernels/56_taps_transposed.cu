//@ launch conv(x, weight, y, c, o, h, w) grid=n,o block=1
// Five rows of seven taps.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = h - 4, ow = w - 6;
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int a = 0; a < 5; a++)
                for (int b = 0; b < 7; b++)
                    sum += x[(((long long)blockIdx.x * c + q) * h + i / ow + a) * w + i % ow + b] *
                           weight[(blockIdx.y * c + q) * 35 + b * 5 + a]; // wrong
                           weight[(blockIdx.y * c + q) * 35 + a * 7 + b]; // right
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
