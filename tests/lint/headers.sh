# Every header of ours compiles alone, so that the order of includes never matters.  The build has shown it of a
# header that the file of the same name includes first.
. "$(dirname -- "$0")/lib"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program_files | grep '\.h$' | while IFS= read -r header; do
    own=${header%.h}.c
    [ ! -f "$own" ] || [ "$(sed -n '/^#include/{p;q;}' "$own")" != "#include \"$header\"" ] || continue
    printf '#include "%s"\n#include "%s"\n' "$header" "$header" >"$work/one.c"
    cc -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -I. -fsyntax-only "$work/one.c" 2>"$work/log" ||
        sed -n "s|^|$header: |; /error/p" "$work/log" | head -n 3
done | verdict
