# clang-format agrees with every C file; device headers are left as they are written.
. "$(dirname -- "$0")/lib"
format=$(command -v clang-format-14 || command -v clang-format) || {
    echo "clang-format-14 is not installed"
    exit 77
}
version=$("$format" --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != 14 ]; then
    echo "clang-format is version $version; the layout is defined by version 14 (Debian 12)"
    exit 77
fi
all_c_files | xargs "$format" --dry-run -Werror 2>&1 | grep -E '(error|warning):' |
    sed 's|^\([^:]*:[0-9]*\):.*|\1: clang-format would change this|' | sort -u | verdict
