//@ launch pool2d(x, y, h, w, ${oh}, ${ow}, ceil_div(${oh}, 8)) grid=r * ceil_div(${oh}, 8) block=256 smem=4 * min(w, 57344)
// A block has eight rows of outputs, whose windows share rows.  For each: first the rows of the window, column by column, then the columns.
extern "C" __global__ void pool2d(const float *x, float *y, int h, int w, int height, int width, int tiles)
{
    extern __shared__ float columns[];
    int plane = blockIdx.x / tiles, from = blockIdx.x % tiles * 8;
    const float *image = x + (long long)plane * h * w;
    for (int i = from; i < min(from + 8, height); i++) {
        int top = i * ${s0} - ${p0};
        bool inside = top >= 0 && top + (${k0} - 1) * ${d0} < h;
        for (int j = threadIdx.x; j < w; j += 256) {
            const float *in = image + top * w + j;
            float result = ${start};
            if (inside) {
#pragma unroll
                for (int a = 0; a < ${k0}; a++) {
                    float v = in[a * ${d0} * w];
                    ${step}
                }
            } else {
#pragma unroll
                for (int a = 0; a < ${k0}; a++) {
                    int row = top + a * ${d0};
                    if (row >= 0 && row < h) {
                        float v = in[a * ${d0} * w];
                        ${step}
                    }
                }
            }
            columns[j] = result;
        }
        __syncthreads();
        for (int j = threadIdx.x; j < width; j += 256) {
            int left = j * ${s1} - ${p1};
            float result = ${start};
            if (left >= 0 && left + (${k1} - 1) * ${d1} < w) {
#pragma unroll
                for (int b = 0; b < ${k1}; b++) {
                    float v = columns[left + b * ${d1}];
                    ${step}
                }
            } else {
#pragma unroll
                for (int b = 0; b < ${k1}; b++) {
                    int column = left + b * ${d1};
                    if (column >= 0 && column < w) {
                        float v = columns[column];
                        ${step}
                    }
                }
            }
            __stcs(y + ((long long)plane * height + i) * width + j, ${value});
        }
        __syncthreads();
    }
}
