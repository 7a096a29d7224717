# Reads paths; prints strings that hold SQL.  Needs strip.awk.
function holds_sql(text) {
    if (text ~ /(^|[^A-Za-z_])(SELECT|INSERT|DELETE FROM)([^A-Za-z_]|$)/)
        return 1
    text = " " tolower(text) " "
    return text ~ /[^a-z_]select [^"]* from [a-z_]/ ||
           text ~ /[^a-z_]insert (or [a-z]+ )?into / ||
           text ~ /[^a-z_]update [a-z_]+ set / ||
           text ~ /[^a-z_]delete from [a-z_]/ ||
           text ~ /[^a-z_]create (temp |temporary |unique )?(table|view|index|trigger) /
}
{
    path = $0
    in_comment = line_no = 0
    while ((getline line < path) > 0) {
        line_no++
        strip(line)
        if (strings !~ /rollbook sql / && holds_sql(strings))
            print path ":" line_no ": SQL in a C string; put it into schema/queries/"
    }
    close(path)
}
