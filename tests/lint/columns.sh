# Every column of the schema says on its first line what it holds.
. "$(dirname -- "$0")/lib"
find schema/migrations -name '*.sql' | sort | awk '
{
    path = $0
    line_no = columns = 0
    table = ""
    while ((getline line < path) > 0) {
        line_no++
        if (line ~ /^CREATE TABLE /) {
            table = line
            sub(/^CREATE TABLE +/, "", table)
            sub(/[^A-Za-z_0-9].*/, "", table)
        } else if (line ~ /^\)/) {
            table = ""
        } else if (table != "" && line ~ /^  [a-z_0-9]+[ \t]/) {
            columns++
            if (line !~ /-- [^ ]/) {
                split(line, word, " ")
                print path ":" line_no ": column " table "." word[1] " has no comment"
            }
        }
    }
    close(path)
    total += columns
}
END {
    if (total == 0)
        print "schema/migrations: no columns were found"
}' | verdict
