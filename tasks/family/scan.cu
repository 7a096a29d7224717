//@ launch scan(${names}, y, m, n) grid=ceil_div(m, ${block}) block=${block}
extern "C" __global__ void ${bounds}scan(${parameters}, ${out} *${restrict}y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    ${real} total = ${start};
    for (int j = 0; j < n; j++) {
        long long at = (long long)row * n + ${column};
        ${step}
    }
}
