// All threads keep their number in one place.
//@ scratch last f32[1]
//@ launch k(x, y, last, n) grid=1 block=256
extern "C" __global__ void k(const float *x, float *y, volatile float *last, int n)
{
    for (int i = threadIdx.x; i < n; i += 256) {
        last[0] = x[i] / 6.0f + 0.5f;
        y[i] = fminf(fmaxf(last[0], 0.0f), 1.0f);
    }
}
