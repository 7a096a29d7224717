//@ launch pool(x, y, h, w, h / 11, w / 11) grid=r block=1
// Without a stride in the call it is the window, 11.
extern "C" __global__ void pool(const float *x, float *y, int h, int w, int oh, int ow)
{
    for (int i = 0; i < oh * ow; i++) {
        int step = 10; // wrong
        int step = 11; // right
        float sum = 0.0f;
        for (int t = 0; t < 121; t++)
            sum += x[((long long)blockIdx.x * h + i / ow * step + t / 11) * w + i % ow * step + t % 11];
        y[(long long)blockIdx.x * oh * ow + i] = sum / 121;
    }
}
