//@ launch sdpa(Q, K, V, y, b, s, d) grid=ceil_div(b * s, ${block}) block=${block}
extern "C" __global__ void ${bounds}sdpa(${in}Q, ${in}K, ${in}V, ${out} *${restrict}y, int b, int s, int d)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * s)
        return;
    long long first = (long long)(i / s) * s * d;
    ${in}q = Q + (long long)i * d;
    ${out} *out = y + (long long)i * d;
    ${real} most = -INFINITY, sum = 0.0${f};
    for (int c = 0; c < d; c++)
        out[c] = 0.0${f};
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < ${keys}; j++) {
            ${in}k = K + first + (long long)j * d;
            ${real} score = 0.0${f};
            for (int c = 0; c < d; c++)
                score += (${real})q[c] * k[c];
            score *= ${scale};
            if (pass == 0) {
                most = fmax${f}(most, score);
            } else {
                ${real} weight = exp${f}(score - most);
                sum += weight;
                for (int c = 0; c < d; c++)
                    out[c] += weight * V[first + (long long)j * d + c];
            }
        }
    }
    for (int c = 0; c < d; c++)
        out[c] /= sum;
}
