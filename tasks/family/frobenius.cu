//@ scratch parts ${dtype}[ceil_div(n, 4096)]
//@ scratch norm ${dtype}[1]
//@ launch norm_parts(x, parts, n) grid=ceil_div(ceil_div(n, 4096), ${block}) block=${block}
//@ launch norm_root(parts, norm, ceil_div(n, 4096)) grid=1 block=1
//@ launch norm_divide(x, norm, y, n) grid=ceil_div(n, ${block}) block=${block}
extern "C" __global__ void ${bounds}norm_parts(${in}x, ${real} *parts, long long n)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    ${real} sum = 0.0${f};
    for (long long i = t * 4096; i < n && i < (t + 1) * 4096; i++)
        sum += (${real})x[i] * x[i];
    if (t * 4096 < n)
        parts[t] = sum;
}

extern "C" __global__ void ${bounds}norm_root(const ${real} *parts, ${real} *norm, int count)
{
    ${real} sum = 0.0${f};
    for (int i = 0; i < count; i += 1024) {
        ${real} part = 0.0${f};
        for (int k = i; k < count && k < i + 1024; k++)
            part += parts[k];
        sum += part;
    }
    norm[0] = ${norm};
}

extern "C" __global__ void ${bounds}norm_divide(${in}x, const ${real} *norm, ${out} *${restrict}y, long long n)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / norm[0];
}
