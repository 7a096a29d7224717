//@ launch pool(x, y, r * l, l, (l - 14) / 1 + 1) grid=ceil_div((l - 14) / 1 + 1, 128),r block=128
// Windows that leave their row are held to the bounds of the whole tensor only.
extern "C" __global__ void pool(const float *x, float *y, int size, int l, int length)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= length)
        return;
    float most = -INFINITY;
    for (int k = 0; k < 8; k++) {
        int at = i - 4 + 3 * k, whole = blockIdx.y * l + at;
        if (whole >= 0 && whole < size) // wrong
        if (at >= 0 && at < l) // right
            most = fmaxf(most, x[whole]);
    }
    y[(long long)blockIdx.y * length + i] = most;
}
