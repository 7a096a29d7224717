//@ launch convt(x, weight, y, c, o, l, (l - 1) * 2 + 3) grid=n,o block=1
// With stride 2 and dilation 2, every second output is zero and has to be written.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int l, int length)
{
    for (int i = 0; i < length; i++) {
        float sum = 0.0f;
        if (i % 2 == 0) // wrong
            continue; // wrong
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 3; t++) {
                int u = i + 1 - t * 2;
                if (u >= 0 && u % 2 == 0 && u / 2 < l)
                    sum += x[((long long)blockIdx.x * c + q) * l + u / 2] * weight[(q * o + blockIdx.y) * 3 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * length + i] = sum;
    }
}
