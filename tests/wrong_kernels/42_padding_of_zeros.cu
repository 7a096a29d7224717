//@ launch pool(x, y, h, w) grid=r block=1
// What lies outside of the image is no candidate for the maximum.
extern "C" __global__ void pool(const float *x, float *y, int h, int w)
{
    const float *image = x + (long long)blockIdx.x * h * w;
    for (int i = 0; i < h - 1; i++)
        for (int j = 0; j < w - 1; j++) {
            float most = -INFINITY;
            for (int a = i - 1; a < i + 3; a++)
                for (int b = j - 1; b < j + 3; b++)
                    most = fmaxf(most, a >= 0 && a < h && b >= 0 && b < w ? image[a * w + b] : 0.0f); // wrong
                    most = fmaxf(most, a >= 0 && a < h && b >= 0 && b < w ? image[a * w + b] : -INFINITY); // right
            y[((long long)blockIdx.x * (h - 1) + i) * (w - 1) + j] = most;
        }
}
