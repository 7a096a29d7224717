# Rows are read by constants of generated/columns/QUERY.h (CONTRIBUTING.md, "A query"), never by
# number, and no query sorts or groups by a column's number, which another order would change.
. "$(dirname -- "$0")/lib"
{
    all_c_files | grep -v '^src/store/stmt\.c$' | awk -f "$here/strip.awk" -f "$here/rows.awk"
    [ ! -d schema/queries ] || find schema/queries -name '*.sql' | sort | awk '
    {
        path = $0
        line_no = 0
        while ((getline line < path) > 0) {
            line_no++
            sub(/--.*/, "", line)
            if (line ~ /(ORDER|GROUP) BY ([^()]*,)? *[0-9]+ *(DESC|ASC)? *([,;)]|$)/)
                print path ":" line_no ": sorts or groups by the number of a column; name it"
        }
        close(path)
    }'
} | verdict
