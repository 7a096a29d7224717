# Names of queries are unique over the folders of schema/queries, and each is in a string of the
# program, so that none outlives its code.
. "$(dirname -- "$0")/lib"
{
    program_files | tr '\n' '\0' | xargs -0 cat /dev/null | grep -oE '[" ][a-z_0-9]+"' | tr -d '" ' | sort -u
    echo ---
    find schema -path 'schema/queries/*.sql' | sort
} | awk '
/^---$/ {
    files = 1
    next
}
!files {
    asked[$0] = 1
    next
}
{
    name = $0
    sub(/.*\//, "", name)
    if (name in first)
        print $0 ": this name is taken by " first[name]
    first[name] = $0
    sub(/[.]sql$/, "", name)
    if (!(name in asked))
        print $0 ": no code asks this query"
    if ($0 ~ /^schema\/queries\/[^\/]*$/)
        print $0 ": belongs into the folder of the room that asks it"
}' | verdict
