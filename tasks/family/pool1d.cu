//@ launch pool1d(x, y, r, l, ${ol}) grid=ceil_div(r * (${ol}), ${block}) block=${block}
extern "C" __global__ void ${bounds}pool1d(${in}x, ${out} *${restrict}y, int r, int l, int length)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)r * length)
        return;
    int first = (int)(i % length) * ${s0} - ${p0};
    ${in}row = x + i / length * l;
    ${real} result = ${start};
    for (int k = 0; k < ${k0}; k++) {
        int at = first + k * ${d0};
        if (at >= 0 && at < l) {
            ${real} v = row[at];
            ${step}
        }
    }
    y[i] = ${value};
}
