//@ launch rms_norm(x, y, n, c, h * w) grid=ceil_div(n * h * w, ${block}) block=${block}
extern "C" __global__ void ${bounds}rms_norm(${in}x, ${out} *${restrict}y, int n, int c, int area)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)n * area)
        return;
    long long first = i / area * c * area + i % area;
    ${real} sum = 0.0${f};
    for (int k = 0; k < c; k++) {
        ${real} v = x[first + (long long)k * area];
        sum += v * v;
    }
    ${real} root = ${root};
    for (int k = 0; k < c; k++)
        y[first + (long long)k * area] = x[first + (long long)k * area] / root;
}
