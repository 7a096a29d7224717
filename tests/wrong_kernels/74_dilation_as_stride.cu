//@ launch convt(x, weight, y, c, o, l) grid=ceil_div(l + 12, 256),o,n block=256
// Inputs three apart and taps side by side, instead of the other way round.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int l)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= l + 12)
        return;
    float sum = 0.0f;
    for (int q = 0; q < c; q++)
        for (int t = 0; t < 5; t++) {
            int u = (i - t) % 3 == 0 ? (i - t) / 3 : -1; // wrong
            int u = i - 3 * t; // right
            if (u >= 0 && u < l)
                sum += x[((long long)blockIdx.z * c + q) * l + u] * weight[(q * o + blockIdx.y) * 5 + t];
        }
    y[((long long)blockIdx.z * o + blockIdx.y) * (l + 12) + i] = sum;
}
