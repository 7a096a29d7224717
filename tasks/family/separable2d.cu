//@ launch separable2d(x, spatial, channels, y, n, c, o, h, w) grid=ceil_div(n * o * h * w, ${block}) block=${block}
extern "C" __global__ void ${bounds}separable2d(${in}x, ${in}spatial, ${in}channels, ${out} *${restrict}y, int n, int c, int o, int h, int w)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    long long plane = i / w / h;
    if (plane >= (long long)n * o)
        return;
    int row = (int)(i / w % h), column = (int)(i % w);
    ${in}images = x + (${images}) * c * h * w;
    ${real} sum = 0.0${f};
    for (int k = 0; k < ${channels}; k++) {
        ${in}image = images + (long long)k * h * w;
        ${real} value = 0.0${f};
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                int u = row + a - ${padding}, v = column + b - ${padding};
                if (u >= 0 && u < h && v >= 0 && v < w)
                    value += (${real})image[u * w + v] * spatial[k * 9 + a * 3 + b];
            }
        sum += value * channels[plane % o * c + k];
    }
    y[i] = sum;
}
