// task: l1/19
//@ launch relu(x, y, n) grid=ceil_div(n, 256) block=256
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void relu(const float *x, float *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        y[i] = x[i] > 0.f ? x[i] : 0.f;
}
