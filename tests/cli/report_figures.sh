# A report as other programs see it: sound PDF, embedded Type 1 fonts, no text over text, nothing
# outside the page.
# labels: sanitised
report=$(dirname "$ROLLBOOK_BIN")/tests/report_test
for tool in pdffonts pdftotext qpdf; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
[ -x "$report" ] || {
    echo "skipped: $report is not built"
    exit 77
}
ROLLBOOK_KEEP_PDF=. "$report" >log 2>&1 || { cat log; exit 1; }

overlaps() {
    pdftotext -bbox "$1" - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk"
}

status=0
count=0
for pdf in *.pdf; do
    count=$((count + 1))
    qpdf --check "$pdf" >log 2>&1 || { echo "$pdf: qpdf finds errors"; cat log; status=1; }
    pdffonts "$pdf" >fonts
    sed 1,2d fonts | awk '$2 != "Type" || $3 != "1" || !/ yes / { print "bad font: " $0; bad = 1 } END { exit bad || NR == 0 }' || {
        echo "$pdf: a font is not an embedded Type 1"
        status=1
    }
    overlaps "$pdf" >found
    if [ -s found ]; then
        echo "$pdf:"
        head -20 found
        status=1
    fi
done
[ "$count" -ge 1 ] || { echo "only $count files"; status=1; }

# Every number of a table is in the text.
pdftotext -layout study.pdf text
for word in "Table 1" "Figure 4" "fast_1" "NA [1]" "0.0625" "split_hash" commands.txt queries.sql; do
    grep -qF -- "$word" text || { echo "study.pdf: '$word' is not in the text"; status=1; }
done
# What has no page of its own is a file within: the command lines of the runs, the statements of the tables.
pdfdetach -savefile commands.txt -o commands.txt study.pdf && grep -q 'run ttt' commands.txt ||
    { echo "study.pdf: commands.txt does not say how its runs were made"; status=1; }
pdfdetach -savefile queries.sql -o queries.sql study.pdf && grep -q '^SELECT' queries.sql ||
    { echo "study.pdf: queries.sql holds no statement"; status=1; }
exit "$status"
