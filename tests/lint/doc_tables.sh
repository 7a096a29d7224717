# Every figure, report and format of the tables stands in its page of the docs, and the pages name no
# other: docs/figures.md, docs/reports.md, docs/internals/ingest.md.
. "$(dirname -- "$0")/lib"

# rows_of FILE: names in ROW(NAME), one a line.
rows_of() {
    sed -n 's/^ *ROW(\([a-z0-9_]*\)).*/\1/p' "$1" | tr '_' '-'
}

# both PAGE TABLE: standard input has the names of the page; those of the table are given.
both() {
    sort -u >"$work/page"
    printf '%s\n' "$3" | sort -u >"$work/table"
    comm -13 "$work/page" "$work/table" | sed "s|.*|$1: '&' of $2 is missing|"
    comm -23 "$work/page" "$work/table" | sed "s|.*|$1: '&' is not in $2|"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    if [ -f reports/figure/figures.c ]; then
        sed -n 's/^`*\([a-z][a-z0-9-]*\)`* | .*/\1/p' docs/figures.md | grep -vx name |
            both docs/figures.md reports/figure/figures.c "$(rows_of reports/figure/figures.c)"
    fi
    if [ -f reports/report/report_plans.c ]; then
        sed -n 's/^`\([a-z][a-z0-9-]*\)` | .*/\1/p' docs/reports.md |
            both docs/reports.md reports/report/report_plans.c "$(sed -n 's/^ *{ "\([a-z][a-z0-9-]*\)", .*/\1/p' reports/report/report_plans.c)"
    fi
    if [ -f ingest/formats/ingest_formats.c ]; then
        # A heading names one or several formats before its colon.
        sed -n 's/^## \([a-z][a-z0-9, -]*\): .*/\1/p; s/^## \([a-z][a-z0-9-]*, [a-z][a-z0-9, -]*\)$/\1/p' docs/internals/ingest.md |
            tr -d ' ' | tr ',' '\n' | grep -vx -e auto -e andfolders |
            both docs/internals/ingest.md ingest/formats/ingest_formats.c \
                "$(rows_of ingest/formats/ingest_formats.c)"
    fi
} | verdict
