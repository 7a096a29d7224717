# Prints where a column of a row is a number.  A call may go on in the next line, so lines are
# looked at in pairs.  SQLite's own functions, of src/store alone, take numbers.  Rows of PostgreSQL
# are read by names, which src/queue/queue_client.c alone looks up.  Needs strip.awk.
function is_numbered(code) {
    gsub(/sqlite3_[a-z0-9_]+\([^,()]*,/, "", code)
    if (code ~ /(queue_(text|int|real)|PQget(value|isnull|length))\([^()]*, *[0-9]+ *\)/)
        return 1
    return code ~ /stmt_(is_null|int|real|text|blob|text_dup)\([^,()]+,[^,();]*[^A-Za-z_0-9][0-9]+ *[,)]/ ||
           code ~ /[(, ]st, *[0-9]+ *[,)]/
}
BEGIN {
    while ((getline line < "src/queue/queue_functions.sql") > 0)
        functions = functions "\n" line " "
    while ((getline line < "src/queue/queue_meta.sql") > 0)
        functions = functions "\n" line " "
}
{
    path = $0
    in_comment = line_no = 0
    last = ""
    while ((getline line < path) > 0) {
        line_no++
        code = strip(line)
        if (is_numbered(code) || (is_numbered(last code) && !is_numbered(last)))
            print path ":" line_no ": a column is a number; include \"columns/QUERY.h\" and name it"
        rest = line
        while (path !~ /^tests\// && functions != "" && match(rest, /queue_(text|int|real)\([^()]*, *"[a-z_]+"\)/)) {
            name = substr(rest, RSTART, RLENGTH)
            sub(/^[^"]*"/, "", name)
            sub(/".*/, "", name)
            if (functions !~ ("[^a-z_]" name "[^a-z_]"))
                print path ":" line_no ": no function of the queue returns a column " name
            rest = substr(rest, RSTART + RLENGTH)
        }
        sub(/[ \t]+$/, "", code)
        last = code " "
    }
    close(path)
}
