//@ launch pool3d(x, y, d, h, w, ${od}, ${oh}, ${ow}) grid=r * (${od}) * (${oh}) block=128 smem=4 * min(w, 57344)
// A block has a row of outputs: first the layers and rows of the window, column by column, then the columns of each window.
extern "C" __global__ void pool3d(const float *x, float *y, int d, int h, int w, int depth, int height, int width)
{
    extern __shared__ float columns[];
    int volume = blockIdx.x / height / depth;
    int front = blockIdx.x / height % depth * ${s0} - ${p0}, top = blockIdx.x % height * ${s1} - ${p1};
    const float *in = x + (long long)volume * d * h * w;
    for (int j = threadIdx.x; j < w; j += 128) {
        float result = ${start};
#pragma unroll
        for (int t = 0; t < ${k0} * ${k1}; t++) {
            int layer = front + t / ${k1} * ${d0}, row = top + t % ${k1} * ${d1};
            if (layer >= 0 && layer < d && row >= 0 && row < h) {
                float v = in[(layer * h + row) * w + j];
                ${step}
            }
        }
        columns[j] = result;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < width; j += 128) {
        int left = j * ${s2} - ${p2};
        float result = ${start};
#pragma unroll
        for (int c = 0; c < ${k2}; c++) {
            int column = left + c * ${d2};
            if (column >= 0 && column < w) {
                float v = columns[column];
                ${step}
            }
        }
        y[(long long)blockIdx.x * width + j] = ${value};
    }
}
