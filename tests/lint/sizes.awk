# Reads paths; prints files and functions that are too long.  Needs strip.awk.

function report(what, place, lines, limit) {
    print place ": " what " has " lines " lines, more than " limit
}

# A function is a top-level block whose head holds a parameter list and neither "=" nor struct,
# union, enum or extern as first word.
function follow(path, line_no, code,    i, c) {
    if (code ~ /^[ \t]*#/ || continued) {
        continued = code ~ /\\$/
        return
    }
    for (i = 1; i <= length(code); i++) {
        c = substr(code, i, 1)
        if (depth == 0 && head == "" && c ~ /[^ \t]/)
            head_line = line_no
        if (c == "{") {
            if (depth == 0) {
                is_function = head ~ /\)[ \t]*$/ && head !~ /=/ && head !~ /^(extern|namespace)/
                name = head
                sub(/[ \t]*\(.*/, "", name)
                sub(/.*[ \t*]/, "", name)
            }
            depth++
        } else if (c == "}") {
            depth--
            if (depth == 0) {
                if (is_function && line_no - head_line + 1 > function_max)
                    report("function " name, path ":" head_line, line_no - head_line + 1,
                           function_max)
                head = ""
            }
        } else if (depth == 0) {
            if (c == ";")
                head = ""
            else if (head != "" || c ~ /[^ \t]/)
                head = head c
        }
    }
    if (depth == 0 && head != "")
        head = head " "
}

BEGIN { function_max = 120 }

{
    path = $0
    limit = path ~ /\.h$/ && path !~ /^src\/eval\/device\// ? 300 : 1200
    in_comment = depth = line_no = continued = 0
    head = ""
    while ((getline line < path) > 0)
        follow(path, ++line_no, strip(line))
    close(path)
    if (line_no > limit)
        report("file", path, line_no, limit)
    if (depth != 0)
        print path ": braces do not balance outside preprocessor lines; lengths were not checked"
}
