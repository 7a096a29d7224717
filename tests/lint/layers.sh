# Includes follow the layer rule: layers.txt for our folders, headers.txt for everything else.
. "$(dirname -- "$0")/lib"

program_files | awk -v layers="$here/layers.txt" -v headers="$here/headers.txt" '
function fits(path, prefixes,    n, list, i) {
    n = split(prefixes, list, " ")
    for (i = 1; i <= n; i++)
        if (list[i] == "*" || index(path, list[i]) == 1)
            return 1
    return 0
}
function folder_of(path) {
    return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "."
}
function layer_of(path,    key, best) {
    best = ""
    for (key in may)
        if (index(path, key) == 1 && length(key) > length(best))
            best = key
    return best
}
function exists(path,    line, got) {
    got = (getline line < path) >= 0
    close(path)
    return got
}
function check_ours(path, line_no, header,    layer, folder, n, list, i) {
    if (header == "rollbook_version.h" && path == "src/base/build_info.c")
        return
    if (!exists(header)) {
        print path ":" line_no ": \"" header "\" is not a path from the root of the tree"
        return
    }
    folder = folder_of(header)
    layer = layer_of(path)
    if (layer == "") {
        print path ":" line_no ": no layer in tests/lint/layers.txt fits this file"
        return
    }
    if (folder == folder_of(path))
        return
    n = split(may[layer], list, " ")
    for (i = 1; i <= n; i++)
        if (list[i] == "*" || list[i] == folder)
            return
    print path ":" line_no ": " layer " may not use " folder
}
function check_foreign(path, line_no, header,    key) {
    if (header in users) {
        if (!fits(path, users[header]))
            print path ":" line_no ": <" header "> belongs to " users[header]
        return
    }
    for (key in users)
        if (key ~ /\/$/ && index(header, key) == 1) {
            if (!fits(path, users[key]))
                print path ":" line_no ": <" header "> belongs to " users[key]
            return
        }
    print path ":" line_no ": <" header "> is not in tests/lint/headers.txt"
}
BEGIN {
    while ((getline line < layers) > 0)
        if (line !~ /^#/ && line ~ /:/) {
            at = index(line, ":")
            may[substr(line, 1, at - 1)] = substr(line, at + 1)
        }
    while ((getline line < headers) > 0)
        if (line !~ /^#/ && line ~ / /) {
            at = index(line, " ")
            users[substr(line, 1, at - 1)] = substr(line, at + 1)
        }
}
{
    path = $0
    line_no = 0
    while ((getline line < path) > 0) {
        line_no++
        if (line !~ /^[ \t]*#[ \t]*include/)
            continue
        if (match(line, /"[^"]+"/))
            check_ours(path, line_no, substr(line, RSTART + 1, RLENGTH - 2))
        else if (match(line, /<[^>]+>/))
            check_foreign(path, line_no, substr(line, RSTART + 1, RLENGTH - 2))
    }
    close(path)
}' | verdict
