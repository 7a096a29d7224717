//@ launch pool(x, y, d, h, w, (d - 5) / 2 + 1, (h - 5) / 2 + 1, (w - 5) / 2 + 1) grid=r block=1
// FLT_MIN is the least positive number, not the least one.
#include <cfloat>
extern "C" __global__ void pool(const float *x, float *y, int d, int h, int w, int od, int oh, int ow)
{
    for (int i = 0; i < od * oh * ow; i++) {
        int front = i / ow / oh * 2 - 1, top = i / ow % oh * 2 - 1, left = i % ow * 2 - 1;
        float most = FLT_MIN; // wrong
        float most = -FLT_MAX; // right
        for (int t = 0; t < 27; t++) {
            int a = front + t / 9 * 3, b = top + t / 3 % 3 * 3, e = left + t % 3 * 3;
            if (a >= 0 && a < d && b >= 0 && b < h && e >= 0 && e < w)
                most = fmaxf(most, x[(((long long)blockIdx.x * d + a) * h + b) * w + e]);
        }
        y[(long long)blockIdx.x * od * oh * ow + i] = most;
    }
}
