# Every table of schema/schema.sql is read by a v_ view, which has an example query and a question
# in docs/cookbook.md, and whose columns of a quantity end with its unit.  Tables without a view
# stand here, with the reason.
. "$(dirname -- "$0")/lib"
[ -f schema/schema.sql ] || exit 0
without='
meta             of the file itself
migration        of the file itself
blob             texts and bytes by hash; views join them where they mean something
blob_search      index of the texts
fact_data        derived, packed; v_cell counts what it holds
judge_attempt    bookkeeping of judges, beside attempt
'
views=$(find schema/views -name '*.sql' | sort)
{
    # shellcheck disable=SC2086
    awk -v without="$without" '
BEGIN {
    n = split(without, lines, "\n")
    for (i = 1; i <= n; i++)
        if (split(lines[i], words, " ") > 0) {
            reason[words[1]] = words[2]
            order[++n_reasons] = words[1]
        }
}
FILENAME == "schema/schema.sql" {
    if (match($0, /^CREATE (VIRTUAL )?TABLE (IF NOT EXISTS )?[^ (]+/)) {
        name = substr($0, RSTART, RLENGTH)
        sub(/.* /, "", name)
        gsub(/[^a-z_0-9]/, "", name)
        line[name] = FNR
        tables[++n_tables] = name
    }
    next
}
/^--/ {
    example = example || /^-- Example:/
    if (example)
        query = query || /SELECT/
    next
}
/^CREATE VIEW v_/ {
    if (!query)
        print FILENAME ":" FNR ": " $3 " has no \"-- Example:\" with a query above it"
    example = query = 0
}
{
    text = $0
    while (match(text, /[a-z_0-9]+(,|$)/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        sub(/,$/, "", name)
        if (name ~ /(^|_)(runtime|time|duration|latency|elapsed|delay|memory|bandwidth|clock|frequency|price|cost|size)$/)
            print FILENAME ":" FNR ": the column " name " does not end with its unit"
    }
}
{
    text = $0
    while (match(text, /(FROM|JOIN)[ \t]+[a-z_0-9]+/)) {
        name = substr(text, RSTART, RLENGTH)
        sub(/.*[ \t]/, "", name)
        is_read[name] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}
END {
    for (i = 1; i <= n_tables; i++)
        if (!(tables[i] in is_read) && !(tables[i] in reason))
            print "schema/schema.sql:" line[tables[i]] ": no v_ view reads " tables[i]
    for (i = 1; i <= n_reasons; i++) {
        if (!(order[i] in line))
            print "tests/lint/nouns.sh: there is no table " order[i]
        else if (order[i] in is_read && order[i] != "blob")
            print "tests/lint/nouns.sh: a view reads " order[i] " by now"
    }
}' schema/schema.sql $views
    # shellcheck disable=SC2086
    for view in $(sed -n 's/^CREATE VIEW \(v_[a-z_0-9]*\).*/\1/p' $views); do
        grep -qw "$view" docs/cookbook.md || echo "docs/cookbook.md: no question asks $view"
    done
} | verdict
