# Modules (NAME.c and NAME.h of a folder) that include each other in a circle are one module in
# several files.  There are no more knots than the bound, which only falls, and none of more than
# three.
. "$(dirname -- "$0")/lib"

program_files | awk -v most_knots=10 -v most_modules=3 '
function module_of(path) {
    sub(/\.[ch]$/, "", path)
    return path
}
function read_includes(path,    line, from, to) {
    from = module_of(path)
    modules[from] = 1
    while ((getline line < path) > 0) {
        if (line !~ /^#include "/)
            continue
        to = line
        sub(/^#include "/, "", to)
        sub(/".*/, "", to)
        to = module_of(to)
        if (to != from && !((from, to) in seen)) {
            seen[from, to] = 1
            uses[from, ++n_uses[from]] = to
        }
    }
    close(path)
}
# Tarjan: the modules above m on the stack are in a circle with it when none of them reaches below it.
function visit(m,    i, to, n, members) {
    order[m] = low[m] = ++clock
    stack[++depth] = m
    waits[m] = 1
    for (i = 1; i <= n_uses[m]; i++) {
        to = uses[m, i]
        if (!(to in modules))
            continue
        if (!(to in order))
            visit(to)
        if (waits[to] && low[to] < low[m])
            low[m] = low[to]
    }
    if (low[m] != order[m])
        return
    n = 0
    members = ""
    do {
        to = stack[depth--]
        waits[to] = 0
        members = members " " to
        n++
    } while (to != m)
    if (n == 1)
        return
    knots[++n_knots] = n " modules need each other:" members
    if (n > most_modules)
        print n " modules need each other, more than " most_modules ":" members
}
/\.[ch]$/ && !/^(tests|bench)\// { read_includes($0) }
END {
    for (m in modules)
        if (!(m in order))
            visit(m)
    if (n_knots > most_knots) {
        for (i = 1; i <= n_knots; i++)
            print knots[i]
        print n_knots " knots of modules, more than " most_knots
    }
}' | verdict
