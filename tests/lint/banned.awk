# Reads paths; prints calls of banned functions.  Needs strip.awk.
BEGIN {
    while ((getline line < banned) > 0)
        if (line !~ /^#/ && line ~ / /) {
            at = index(line, " ")
            instead[substr(line, 1, at - 1)] = substr(line, at + 1)
        }
}
{
    path = $0
    in_comment = line_no = 0
    while ((getline line < path) > 0) {
        line_no++
        rest = strip(line)
        while (match(rest, /[A-Za-z_][A-Za-z_0-9]*[ \t]*\(/)) {
            name = substr(rest, RSTART, RLENGTH - 1)
            sub(/[ \t]+$/, "", name)
            before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : ""
            # A member or a pointer's target of that name is something else.
            # Tests may start other programs by a shell.
            if (name ~ /^(system|popen)$/ && path ~ /^tests\//)
                before = "."
            if (name in instead && before !~ /[.>*]/)
                print path ":" line_no ": " name " is banned; use " instead[name]
            rest = substr(rest, RSTART + RLENGTH)
        }
    }
    close(path)
}
