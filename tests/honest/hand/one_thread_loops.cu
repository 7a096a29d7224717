// task: l1/47
//@ launch serial(x, y, b, r, c) grid=1 block=1
extern "C" __global__ void serial(const float *x, float *y, int b, int r, int c)
{
    for (int i = 0; i < b; ++i)
        for (int k = 0; k < c; ++k) {
            double s = 0;
            for (int j = 0; j < r; ++j)
                s += x[(i * r + j) * c + k];
            y[i * c + k] = s;
        }
}
