# Prints where a column of a row is a number.  A call may go on in the next line, so lines are
# looked at in pairs.  SQLite's own functions, of src/store alone, take numbers.  Needs strip.awk.
function is_numbered(code) {
    gsub(/sqlite3_[a-z0-9_]+\([^,()]*,/, "", code)
    return code ~ /stmt_(is_null|int|real|text|blob|text_dup)\([^,()]+,[^,();]*[^A-Za-z_0-9][0-9]+ *[,)]/ ||
           code ~ /[(, ]st, *[0-9]+ *[,)]/
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
        sub(/[ \t]+$/, "", code)
        last = code " "
    }
    close(path)
}
