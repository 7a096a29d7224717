//@ launch pool2d(x, y, h, w, ${oh}, ${ow}) grid=r * (${oh}) block=256 smem=4 * min(w, 57344)
// A block has a row of outputs: first the rows of the window, column by column, then the columns of each window.
extern "C" __global__ void pool2d(const float *x, float *y, int h, int w, int height, int width)
{
    extern __shared__ float columns[];
    int plane = blockIdx.x / height, top = blockIdx.x % height * ${s0} - ${p0};
    const float *image = x + (long long)plane * h * w;
    for (int j = threadIdx.x; j < w; j += 256) {
        float result = ${start};
#pragma unroll
        for (int a = 0; a < ${k0}; a++) {
            int row = top + a * ${d0};
            if (row >= 0 && row < h) {
                float v = image[row * w + j];
                ${step}
            }
        }
        columns[j] = result;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < width; j += 256) {
        int left = j * ${s1} - ${p1};
        float result = ${start};
#pragma unroll
        for (int b = 0; b < ${k1}; b++) {
            int column = left + b * ${d1};
            if (column >= 0 && column < w) {
                float v = columns[column];
                ${step}
            }
        }
        y[(long long)blockIdx.x * width + j] = ${value};
    }
}
