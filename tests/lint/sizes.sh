# A function has at most 80 lines, a source file 700, a header 250.  There is no list of exceptions.
. "$(dirname -- "$0")/lib"
{
    all_c_files
    device_files
} | awk -f "$here/strip.awk" -f "$here/sizes.awk" | verdict
