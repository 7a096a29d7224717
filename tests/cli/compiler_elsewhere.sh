# A compiler named by CXX, in a folder of its own with its libraries, can be used; an unusable one
# is named, and is no outcome of the kernel.
compiler=$(g++ -print-prog-name=g++ 2>/dev/null) || { echo "g++ is not installed"; exit 77; }
compiler=$(command -v "$compiler")
parser=$(g++ -print-prog-name=cc1plus)
case $parser in /*) ;; *) echo "g++ does not say where cc1plus is"; exit 77 ;; esac
here=$PWD/opt
inner=${parser#/usr/}
mkdir -p "$here/bin" "$here/$(dirname "$inner")" "$here/own" home
cp "$(readlink -f "$compiler")" "$here/bin/g++"
cp "$parser" "$here/$inner"
LD_TRACE_LOADED_OBJECTS=1 "$parser" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | grep -E 'isl|mpc|mpfr|gmp' |
    while read -r library; do cp -L "$library" "$here/own/"; done
cat >k.cu <<'K'
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
K
export ROLLBOOK_CACHE_DIR=$PWD/cache
CXX=$here/bin/g++ LD_LIBRARY_PATH=$here/own "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny --json >out.json
grep -q '"measured"' out.json

# PATH instead of CXX.
rm -rf cache
PATH=$here/bin:$PATH LD_LIBRARY_PATH=$here/own "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny --json >out.json
grep -q '"measured"' out.json

# A prefix like conda's: the compiler has a long name, is reached by links, and lies in somebody's folder.
rm -rf cache
mkdir -p home/envs/base
mv "$here" home/envs/base/toolchain
prefix=$PWD/home/envs/base/toolchain
mv "$prefix/bin/g++" "$prefix/bin/x86_64-conda-linux-gnu-c++"
ln -s x86_64-conda-linux-gnu-c++ "$prefix/bin/g++"
ln -s envs/base/toolchain home/active
for name in active/bin/g++ active/bin/x86_64-conda-linux-gnu-c++ envs/base/toolchain/bin/g++; do
    CXX=$PWD/home/$name LD_LIBRARY_PATH=$prefix/own "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny --json >out.json
    grep -q '"measured"' out.json || { cat out.json; exit 1; }
    rm -rf cache
done
# A script in the place of a compiler.
printf '#!/bin/sh\nexec "%s" "$@"\n' "$prefix/bin/g++" >wrapper
chmod +x wrapper
CXX=$PWD/wrapper LD_LIBRARY_PATH=$prefix/own "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny --json >out.json
grep -q '"measured"' out.json || { cat out.json; exit 1; }
mv "$prefix" "$here"
mv "$here/bin/x86_64-conda-linux-gnu-c++" "$here/bin/g++"

status=0
CXX=$here/bin/nowhere "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny >out.txt 2>err.txt || status=$?
[ "$status" -eq 4 ]
grep -q 'nowhere' err.txt

# A compiler without its parts says which is missing.
rm -rf cache "${here:?}/$inner"
mkdir broken
cp "$here/bin/g++" broken/g++
status=0
CXX=$PWD/broken/g++ "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny >out.txt 2>err.txt || status=$?
[ "$status" -eq 4 ] || [ "$status" -eq 0 ] # a compiler may find the parts of another installation
[ "$status" -eq 0 ] || grep -Eq 'cc1plus|cannot be' err.txt
