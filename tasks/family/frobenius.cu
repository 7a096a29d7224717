//@ scratch parts ${dtype}[ceil_div(n, 1024)]
//@ scratch middle ${dtype}[ceil_div(n, 65536)]
//@ scratch norm ${dtype}[1]
//@ launch norm_parts(x, parts, n, ceil_div(n, 1024)) grid=ceil_div(ceil_div(n, 1024), ${block}) block=${block}
//@ launch norm_middle(parts, middle, ceil_div(n, 1024), ceil_div(n, 65536)) grid=ceil_div(ceil_div(n, 65536), ${block}) block=${block}
//@ launch norm_root(parts, middle, norm, ceil_div(n, 65536)) grid=1 block=1
//@ launch norm_divide(x, norm, y, n) grid=ceil_div(n, ${block}) block=${block}
extern "C" __global__ void ${bounds}norm_parts(${in}x, ${real} *parts, long long n, int pieces)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pieces)
        return;
    ${real} sum = 0.0${f};
    for (long long i = t; i < n; i += pieces)
        sum += (${real})x[i] * x[i];
    parts[t] = sum;
}

extern "C" __global__ void ${bounds}norm_middle(const ${real} *parts, ${real} *middle, int count, int pieces)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pieces)
        return;
    ${real} sum = 0.0${f};
    for (int i = t; i < count; i += pieces)
        sum += parts[i];
    middle[t] = sum;
}

extern "C" __global__ void ${bounds}norm_root(const ${real} *parts, const ${real} *middle, ${real} *norm, int count)
{
    ${real} sum = 0.0${f};
    for (int i = 0; i < count; i++)
        sum += middle[i];
    norm[0] = ${norm};
}

extern "C" __global__ void ${bounds}norm_divide(${in}x, const ${real} *norm, ${out} *${restrict}y, long long n)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / norm[0];
}
