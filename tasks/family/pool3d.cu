//@ launch pool3d(x, y, r, d, h, w, ${od}, ${oh}, ${ow}) grid=ceil_div(r * (${od}) * (${oh}) * (${ow}), ${block}) block=${block}
extern "C" __global__ void ${bounds}pool3d(${in}x, ${out} *${restrict}y, int r, int d, int h, int w, int depth, int height, int width)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)r * depth * height * width)
        return;
    int front = (int)(i / width / height % depth) * ${s0} - ${p0};
    int top = (int)(i / width % height) * ${s1} - ${p1};
    int left = (int)(i % width) * ${s2} - ${p2};
    ${in}volume = x + i / width / height / depth * d * h * w;
    ${real} result = ${start};
    for (int a = 0; a < ${k0}; a++) {
        int layer = front + a * ${d0};
        for (int b = 0; b < ${k1}; b++) {
            int row = top + b * ${d1};
            for (int c = 0; c < ${k2}; c++) {
                int column = left + c * ${d2};
                if (layer >= 0 && layer < d && row >= 0 && row < h && column >= 0 && column < w) {
                    ${real} v = volume[(layer * h + row) * w + column];
                    ${step}
                }
            }
        }
    }
    y[i] = ${value};
}
