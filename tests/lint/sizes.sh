# A function has at most 120 lines, a source file 1200, a header 300.  There is no list of exceptions.
. "$(dirname -- "$0")/lib"
{
    all_c_files
    device_files
} | awk -f "$here/strip.awk" -f "$here/sizes.awk" | verdict
