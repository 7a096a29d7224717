# Includes follow layers.txt for our rooms and headers.txt for the rest.  A room names only rooms
# above it in layers.txt, so no circle can close. "columns/QUERY.h" of the build is for users of the
# store.
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
function exists(path,    line, got) {
    got = (getline line < path) >= 0
    close(path)
    return got
}
function may_use(room, folder,    n, list, i) {
    if (folder == room)
        return 1
    n = split(may[room], list, " ")
    for (i = 1; i <= n; i++)
        if (list[i] == folder)
            return 1
    return 0
}
function check_columns(path, line_no, header,    query) {
    query = substr(header, length("columns/") + 1)
    sub(/[.]h$/, "", query)
    if (!(query in queries))
        print path ":" line_no ": \"" header "\" is the header of no query"
    else if (!may_use(folder_of(path), "src/store"))
        print path ":" line_no ": " folder_of(path) " may not use the columns of queries, as it may not use src/store"
}
function check_ours(path, line_no, header,    room, folder) {
    if (header == "rollbook_version.h" && path == "src/base/build_info.c")
        return
    if (header ~ /^columns\//) {
        check_columns(path, line_no, header)
        return
    }
    if (!exists(header)) {
        print path ":" line_no ": \"" header "\" is not a path from the root of the tree"
        return
    }
    folder = folder_of(header)
    room = folder_of(path)
    if (!(room in may)) {
        print path ":" line_no ": " room " is no room of tests/lint/layers.txt"
        return
    }
    if (!may_use(room, folder))
        print path ":" line_no ": " room " may not use " folder
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
            n = split(substr(line, at + 1), list, " ")
            for (i = 1; i <= n; i++)
                if (!(list[i] in may) || list[i] == substr(line, 1, at - 1))
                    print layers ": " substr(line, 1, at - 1) " names " list[i] ", which does not stand above it"
        }
    while (("find schema -path \"schema/queries/*.sql\"" | getline line) > 0) {
        sub(/.*\//, "", line)
        sub(/[.]sql$/, "", line)
        queries[line] = 1
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
