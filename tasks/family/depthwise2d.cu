//@ launch depthwise2d(x, weight, y, n, c, h, w, ${oh}, ${ow}) grid=ceil_div(n * c * (${oh}) * (${ow}), ${block}) block=${block}
extern "C" __global__ void ${bounds}depthwise2d(${in}x, ${in}weight, ${out} *${restrict}y, int n, int c, int h, int w, int height, int width)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    long long plane = i / width / height;
    if (plane >= (long long)n * c)
        return;
    ${in}corner = x + (${images}) * h * w + (i / width % height) * w + i % width;
    ${in}filter = weight + plane % ${filters} * (${k0} * ${k1});
    ${real} sum = 0.0${f};
    for (int a = 0; a < ${k0}; a++)
        for (int b = 0; b < ${k1}; b++)
            sum += (${real})corner[a * w + b] * filter[${tap}];
    y[i] = sum;
}
