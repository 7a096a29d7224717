# Other sizes than a case's, timed runs that stop early, and what a kernel file does at sizes it was not told.
set -eu
kernel=$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_4_reference.cu

"$ROLLBOOK_BIN" eval "$kernel" --task l1/4 --dims m=3,k=5 --json > out
grep -q '"outcome":"measured"' out
grep -q '"kind":"hidden_shape","value":0,"bound":0,"unit":"runs","pass":true,"detail":"m=[1-9][0-9]*,k=[1-9][0-9]*"' out
! grep -q '"detail":"m=3,k=5"' out # smaller or larger, never the ones that were told

for dims in m=0 q=3 m k=4294967296 'm=3,k'; do
    status=0
    "$ROLLBOOK_BIN" eval "$kernel" --task l1/4 --dims "$dims" > out 2> err || status=$?
    [ "$status" -eq 2 ]
    grep -q "m=0\|NAME=SIZE\|a size is from 1" err
done

# 50 samples, and as many of the baseline; fewer when the row says so, and up to five times as many where they scatter.
"$ROLLBOOK_BIN" eval "$kernel" --task l1/4 --case tiny --mode full --adaptive --json > out
made=$(grep -o '"kind":"adaptive_stop","value":[0-9]*' out | grep -o '[0-9]*$')
[ "$made" -ge 10 ] && [ "$made" -le 250 ]
samples=$(grep -o '"samples_us":\[[^]]*' out | tr ',' '\n' | wc -l)
[ "$samples" -eq "$made" ]
"$ROLLBOOK_BIN" eval "$kernel" --task l1/4 --case tiny --mode full --json > out
! grep -q adaptive_stop out

# A plan that names no size is made for one.
cat > one.cu << 'KERNEL'
//@ launch k(x, y) grid=4 block=256
extern "C" __global__ void k(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1009)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
KERNEL
"$ROLLBOOK_BIN" eval one.cu --task l1/28 --case tiny --json > out
grep -q '"kind":"hidden_shape"[^}]*"pass":true,"detail":"not run: ' out
