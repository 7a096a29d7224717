//@ scratch parts ${dtype}[(${runs}) * (${sets}) * ceil_div(${length}, 4096)]
//@ scratch mean ${dtype}[${sets}]
//@ scratch scale ${dtype}[${sets}]
//@ launch norm_sums(x, parts, (${runs}) * (${sets}), ${length}, ceil_div(${length}, 4096)) grid=ceil_div((${runs}) * (${sets}) * ceil_div(${length}, 4096), ${block}) block=${block}
//@ launch norm_mean(parts, mean, ${runs}, ${sets}, ${length}, ceil_div(${length}, 4096)) grid=ceil_div(${sets}, ${block}) block=${block}
//@ launch norm_squares(x, mean, parts, (${runs}) * (${sets}), ${sets}, ${length}, ceil_div(${length}, 4096)) grid=ceil_div((${runs}) * (${sets}) * ceil_div(${length}, 4096), ${block}) block=${block}
//@ launch norm_scale(parts, mean, scale, ${runs}, ${sets}, ${length}, ceil_div(${length}, 4096)) grid=ceil_div(${sets}, ${block}) block=${block}
//@ launch norm_apply(x, mean, scale${names}, y, ${sets}, ${length}, ${channels}, ${inner}, ${total}) grid=ceil_div(${total}, ${block}) block=${block}
// A set of elements that share mean and variance: "runs" lines of "length" elements. A line is summed in pieces, one a thread, of
// every "pieces"-th element.
extern "C" __global__ void ${bounds}norm_sums(${in}x, ${real} *parts, int lines, long long length, int pieces)
{
    ${index} t = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (t / pieces >= lines)
        return;
    ${in}line = x + t / pieces * length;
    ${real} sum = 0.0${f};
    for (long long i = t % pieces; i < length; i += pieces)
        sum += line[i];
    parts[t] = sum;
}

extern "C" __global__ void ${bounds}norm_mean(const ${real} *parts, ${real} *mean, int runs, int sets, long long length, int pieces)
{
    int set = blockIdx.x * blockDim.x + threadIdx.x;
    if (set >= sets)
        return;
    ${real} sum = 0.0${f};
    for (int run = 0; run < runs; run++) {
        ${real} part = 0.0${f};
        for (int piece = 0; piece < pieces; piece++)
            part += parts[((long long)run * sets + set) * pieces + piece];
        sum += part;
    }
    mean[set] = sum / ((${real})runs * length);
}

extern "C" __global__ void ${bounds}norm_squares(${in}x, const ${real} *mean, ${real} *parts, int lines, int sets, long long length, int pieces)
{
    ${index} t = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (t / pieces >= lines)
        return;
    ${in}line = x + t / pieces * length;
    ${real} average = mean[t / pieces % sets], center = ${center}, sum = 0.0${f};
    for (long long i = t % pieces; i < length; i += pieces)
        sum += (line[i] - center) * (line[i] - center);
    parts[t] = sum;
}

extern "C" __global__ void ${bounds}norm_scale(const ${real} *parts, const ${real} *mean, ${real} *scale, int runs, int sets, long long length, int pieces)
{
    int set = blockIdx.x * blockDim.x + threadIdx.x;
    if (set >= sets)
        return;
    ${real} squares = 0.0${f}, average = mean[set], n = (${real})runs * length;
    for (int run = 0; run < runs; run++) {
        ${real} part = 0.0${f};
        for (int piece = 0; piece < pieces; piece++)
            part += parts[((long long)run * sets + set) * pieces + piece];
        squares += part;
    }
    scale[set] = 1.0${f} / ${root};
}

extern "C" __global__ void ${bounds}norm_apply(${in}x, const ${real} *mean, const ${real} *scale${parameters}, ${out} *${restrict}y, int sets, long long length, int channels, long long inner, long long total)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;
    int set = (int)(i / length % sets), channel = (int)(i / inner % channels);
    y[i] = (x[i] - mean[set]) * scale[set]${affine};
}
