//@ launch pool(x, y, d, h, w, (d - 1) / 2 + 1, (h - 1) / 2 + 1, (w - 1) / 2 + 1) grid=r block=1
extern "C" __global__ void pool(const float *x, float *y, int d, int h, int w, int od, int oh, int ow)
{
    for (int i = 0; i < od * oh * ow; i++) {
        int front = i / ow / oh * 2 - 1, top = i / ow % oh * 2 - 1, left = i % ow * 2 - 1, count = 0;
        float sum = 0.0f;
        for (int t = 0; t < 27; t++) {
            int a = front + t / 9, b = top + t / 3 % 3, e = left + t % 3;
            if (a >= 0 && a < d && b >= 0 && b < h && e >= 0 && e < w) {
                sum += x[(((long long)blockIdx.x * d + a) * h + b) * w + e];
                count++;
            }
        }
        y[(long long)blockIdx.x * od * oh * ow + i] = sum / count; // wrong
        y[(long long)blockIdx.x * od * oh * ow + i] = sum / 27; // right
    }
}
