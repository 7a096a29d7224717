//@ scratch parts f32[2 * n * o * (d + 2) * (h + 2) * (w + 2)]
//@ launch convt(x, weight, parts, n, c, o, d, h, w) grid=n,o,2 block=1
//@ launch add(parts, y, n * o * (d + 2) * (h + 2) * (w + 2)) grid=ceil_div(n * o * (d + 2) * (h + 2) * (w + 2), 256) block=256
// Channels in two parts, and both write to one place.
extern "C" __global__ void convt(const float *x, const float *weight, float *parts, int n, int c, int o, int d, int h, int w)
{
    int od = d + 2, oh = h + 2, ow = w + 2;
    long long size = (long long)n * o * od * oh * ow;
    for (int i = 0; i < od * oh * ow; i++) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = blockIdx.z; k < c; k += 2)
            for (int t = 0; t < 27; t++) {
                int u = p - t / 9, v = q - t / 3 % 3, s = r - t % 3;
                if (u >= 0 && u < d && v >= 0 && v < h && s >= 0 && s < w)
                    sum += x[((((long long)blockIdx.x * c + k) * d + u) * h + v) * w + s] * weight[(k * o + blockIdx.y) * 27 + t];
            }
        long long at = ((long long)blockIdx.x * o + blockIdx.y) * od * oh * ow + i;
        parts[at] = parts[size + at] = sum; // wrong
        parts[blockIdx.z * size + at] = sum; // right
    }
}

extern "C" __global__ void add(const float *parts, float *y, int size)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < size)
        y[i] = parts[i] + parts[size + i];
}
