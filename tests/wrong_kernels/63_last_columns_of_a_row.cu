//@ launch conv(x, weight, y, c, o, h, w) grid=h - 2,o,n block=32
// Four outputs a thread; what is left of a row has none.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int row = blockIdx.x, ow = w - 2;
    for (int from = threadIdx.x * 4; from < ow; from += 128) {
        int count = from + 4 <= ow ? 4 : 0; // wrong
        int count = min(4, ow - from); // right
        for (int j = from; j < from + count; j++) {
            float sum = 0.0f;
            for (int q = 0; q < c; q++)
                for (int t = 0; t < 9; t++)
                    sum += x[(((long long)blockIdx.z * c + q) * h + row + t / 3) * w + j + t % 3] * weight[(blockIdx.y * c + q) * 9 + t];
            y[(((long long)blockIdx.z * o + blockIdx.y) * (h - 2) + row) * ow + j] = sum;
        }
    }
}
