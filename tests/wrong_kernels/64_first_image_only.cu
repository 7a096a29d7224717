//@ launch convt(x, weight, y, c, o, l) grid=n,o block=1
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int l)
{
    for (int i = 0; i < l + 2; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 3; t++)
                if (i - t >= 0 && i - t < l)
                    sum += x[(long long)q * l + i - t] * weight[(q * o + blockIdx.y) * 3 + t]; // wrong
                    sum += x[((long long)blockIdx.x * c + q) * l + i - t] * weight[(q * o + blockIdx.y) * 3 + t]; // right
        y[((long long)blockIdx.x * o + blockIdx.y) * (l + 2) + i] = sum;
    }
}
