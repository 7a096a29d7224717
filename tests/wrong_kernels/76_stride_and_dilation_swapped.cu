//@ launch conv(x, weight, y, c, o, l, (l - 9) / 3 + 1) grid=n,o block=1
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int l, int length)
{
    for (int i = 0; i < length; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 3; t++)
                sum += x[((long long)blockIdx.x * c + q) * l + min(i * 4 + t * 3, l - 1)] * weight[(blockIdx.y * c + q) * 3 + t]; // wrong
                sum += x[((long long)blockIdx.x * c + q) * l + i * 3 + t * 4] * weight[(blockIdx.y * c + q) * 3 + t]; // right
        y[((long long)blockIdx.x * o + blockIdx.y) * length + i] = sum;
    }
}
