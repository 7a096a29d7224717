# A tag of a struct, union or enum stands for one thing in the program, so that a search ends at one
# definition.  Device headers are C++ of another program.
. "$(dirname -- "$0")/lib"
# Opaque types of backends (src/eval/contract/backend.h): each backend completes them.
opaque=' backend_context kernel_session '
program_files | tr '\n' '\0' | xargs -0 -r awk -v opaque="$opaque" '
match($0, /(^|[^A-Za-z0-9_])(struct|union|enum)[ \t]+[A-Za-z_][A-Za-z0-9_]*[ \t]*[{]/) {
    if ($0 ~ /^[ \t]*([*]|\/[*])/)
        next
    tag = substr($0, RSTART, RLENGTH)
    sub(/[ \t]*[{]$/, "", tag)
    sub(/.*[ \t]/, "", tag)
    if (tag in first && !index(opaque, " " tag " "))
        print FILENAME ":" FNR ": the tag " tag " is taken by " first[tag]
    else if (!(tag in first))
        first[tag] = FILENAME ":" FNR
}' | verdict
