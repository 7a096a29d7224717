//@ scratch mean ${dtype}[${sets}]
//@ scratch scale ${dtype}[${sets}]
//@ launch norm_statistics(x, mean, scale, ${runs}, ${sets}, ${length}) grid=ceil_div(${sets}, ${block}) block=${block}
//@ launch norm_apply(x, mean, scale${names}, y, ${sets}, ${length}, ${channels}, ${inner}, ${total}) grid=ceil_div(${total}, ${block}) block=${block}
// A set of elements that share mean and variance: "runs" stretches of "length" elements.
extern "C" __global__ void ${bounds}norm_statistics(${in}x, ${real} *mean, ${real} *scale, int runs, int sets, long long length)
{
    int set = blockIdx.x * blockDim.x + threadIdx.x;
    if (set >= sets)
        return;
    ${real} sum = 0.0${f}, squares = 0.0${f};
    for (int run = 0; run < runs; run++) {
        ${in}v = x + ((long long)run * sets + set) * length;
        for (long long from = 0; from < length; from += 4096) {
            ${real} part = 0.0${f};
            for (long long i = from; i < length && i < from + 4096; i++)
                part += v[i];
            sum += part;
        }
    }
    ${real} n = (${real})runs * length, average = sum / n, center = ${center};
    for (int run = 0; run < runs; run++) {
        ${in}v = x + ((long long)run * sets + set) * length;
        for (long long from = 0; from < length; from += 4096) {
            ${real} part = 0.0${f};
            for (long long i = from; i < length && i < from + 4096; i++)
                part += (v[i] - center) * (v[i] - center);
            squares += part;
        }
    }
    mean[set] = average;
    scale[set] = 1.0${f} / sqrt${f}(${variance} + 1e-5${f});
}

extern "C" __global__ void ${bounds}norm_apply(${in}x, const ${real} *mean, const ${real} *scale${parameters}, ${out} *${restrict}y, int sets, long long length, int channels, long long inner, long long total)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;
    int set = (int)(i / length % sets), channel = (int)(i / inner % channels);
    y[i] = (x[i] - mean[set]) * scale[set]${affine};
}
