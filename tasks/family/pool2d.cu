//@ launch pool2d(x, y, r, h, w, ${oh}, ${ow}) grid=ceil_div(r * (${oh}) * (${ow}), ${block}) block=${block}
extern "C" __global__ void ${bounds}pool2d(${in}x, ${out} *${restrict}y, int r, int h, int w, int height, int width)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)r * height * width)
        return;
    int top = (int)(i / width % height) * ${s0} - ${p0};
    int left = (int)(i % width) * ${s1} - ${p1};
    ${in}image = x + i / width / height * h * w;
    ${real} result = ${start};
    for (int a = 0; a < ${k0}; a++) {
        int row = top + a * ${d0};
        for (int b = 0; b < ${k1}; b++) {
            int column = left + b * ${d1};
            if (row >= 0 && row < h && column >= 0 && column < w) {
                ${real} v = image[row * w + column];
                ${step}
            }
        }
    }
    y[i] = ${value};
}
