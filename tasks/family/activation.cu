//@ launch activation(x, y, n) grid=ceil_div(n, ${block}) block=${block}
extern "C" __global__ void ${bounds}activation(${in}x, ${out} *${restrict}y, int n)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        ${real} v = x[i];
        y[i] = ${value};
    }
}
