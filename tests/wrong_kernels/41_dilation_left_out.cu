//@ launch pool(x, y, l, l - 13) grid=r block=1
// Eight taps, three apart, padding 4.
extern "C" __global__ void pool(const float *x, float *y, int l, int length)
{
    for (int i = 0; i < length; i++) {
        float most = -INFINITY;
        for (int k = 0; k < 8; k++) {
            int at = i - 4 + k; // wrong
            int at = i - 4 + 3 * k; // right
            if (at >= 0 && at < l)
                most = fmaxf(most, x[(long long)blockIdx.x * l + at]);
        }
        y[(long long)blockIdx.x * length + i] = most;
    }
}
