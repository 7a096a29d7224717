//@ launch pool(x, y, l) grid=r block=1
// count_include_pad is on: the divisor is 8 at the ends as well.
extern "C" __global__ void pool(const float *x, float *y, int l)
{
    for (int i = 0; i < l + 1; i++) {
        float sum = 0.0f;
        int count = 0;
        for (int at = i - 4; at < i + 4; at++)
            if (at >= 0 && at < l) {
                sum += x[(long long)blockIdx.x * l + at];
                count++;
            }
        y[(long long)blockIdx.x * (l + 1) + i] = sum / count; // wrong
        y[(long long)blockIdx.x * (l + 1) + i] = sum / 8; // right
    }
}
