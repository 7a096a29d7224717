# clang accepts every C file of the program with the warnings of cmake/Warnings.cmake, as gcc does in the build.
. "$(dirname -- "$0")/lib"
if ! command -v clang >/dev/null 2>&1; then
    echo "clang is not installed"
    exit 77
fi
# The first list of options is for both compilers, the second for gcc alone.
warnings=$(sed '/STREQUAL "GNU"/,$d' "$here/../../cmake/Warnings.cmake" | grep -oE -e '-(W|f|U)[A-Za-z0-9=-]+')
[ -n "$warnings" ] || exit 1
packages=$(pkg-config --cflags sqlite3 libcjson libseccomp cmocka)
program_files | grep '\.c$' | while IFS= read -r file; do
    # shellcheck disable=SC2086 # one word an option
    clang -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64 $warnings \
        $packages -I. -I"${ROLLBOOK_BUILD_DIR:-build/dev}/generated" -fsyntax-only "$file" 2>&1 |
        grep -E '(error|warning):' || true
done | verdict
