# Headers, and C files without one, begin with a comment "NAME - purpose"; headers carry the guard
# of their path.
. "$(dirname -- "$0")/lib"
program_files | awk '
{
    path = $0
    name = path
    sub(/.*\//, "", name)
    guard = toupper(path)
    sub(/^SRC\//, "", guard)
    gsub(/[^A-Z0-9]/, "_", guard)
    guard = "ROLLBOOK_" guard
    line_no = has_guard = 0
    first = second = ""
    while ((getline line < path) > 0) {
        line_no++
        if (line_no == 1)
            first = line
        if (line_no == 2)
            second = line
        if (line == "#ifndef " guard)
            has_guard = 1
    }
    close(path)
    header = path
    sub(/c$/, "h", header)
    spoken = path ~ /\.c$/ && (getline line < header) >= 0
    close(header)
    if (!spoken && index(first " " second, name " - ") == 0)
        print path ":1: begin with a comment \"" name " - what it is for\""
    if (path ~ /\.h$/ && !has_guard)
        print path ": the guard should be " guard
}' | verdict
