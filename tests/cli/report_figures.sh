# The figures as other programs see them: sound PDF, embedded Type 1 fonts, no text over text, nothing
# outside the page.
figures=$(dirname "$ROLLBOOK_BIN")/tests/figures_test
report=$(dirname "$ROLLBOOK_BIN")/tests/report_test
for tool in pdffonts pdftotext qpdf; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
for program in "$figures" "$report"; do
    [ -x "$program" ] || {
        echo "skipped: $program is not built"
        exit 77
    }
done
ROLLBOOK_KEEP_PDF=. "$figures" >log 2>&1 || { cat log; exit 1; }
ROLLBOOK_KEEP_PDF=. "$report" >log 2>&1 || { cat log; exit 1; }

# Words of one page that share more than a quarter of the smaller one's box, or leave the page.
overlaps() {
    pdftotext -bbox "$1" - | awk '
    function value(name,    s) {
        s = $0
        sub(".*" name "=\"", "", s)
        sub("\".*", "", s)
        return s + 0
    }
    function flush_page(    i, k, w, h, a, b, small) {
        for (i = 1; i <= n; i++) {
            if (x0[i] < -1 || y0[i] < -1 || x1[i] > width + 1 || y1[i] > height + 1)
                print "page " page ": outside: " text[i]
            for (k = 1; k < i; k++) {
                w = (x1[i] < x1[k] ? x1[i] : x1[k]) - (x0[i] > x0[k] ? x0[i] : x0[k])
                h = (y1[i] < y1[k] ? y1[i] : y1[k]) - (y0[i] > y0[k] ? y0[i] : y0[k])
                if (w <= 0 || h <= 0)
                    continue
                a = (x1[i] - x0[i]) * (y1[i] - y0[i])
                b = (x1[k] - x0[k]) * (y1[k] - y0[k])
                small = a < b ? a : b
                if (w * h > 0.25 * small)
                    print "page " page ": " text[i] " over " text[k]
            }
        }
        n = 0
    }
    /<page / { flush_page(); page++; width = value("width"); height = value("height") }
    /<word / {
        n++
        x0[n] = value("xMin"); x1[n] = value("xMax"); y0[n] = value("yMin"); y1[n] = value("yMax")
        text[n] = $0
        sub(/^[^>]*>/, "", text[n])
        sub(/<.*/, "", text[n])
        words++
    }
    END {
        flush_page()
        if (words == 0)
            print "no text at all"
    }'
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
[ "$count" -ge 8 ] || { echo "only $count files"; status=1; }

# Every number of a table is in the text.
pdftotext -layout study.pdf text
for word in "Table 1" "Figure 4" "fast_1" "NA [1]" "0.0625" "split_hash" "rollbook run ttt"; do
    grep -qF -- "$word" text || { echo "study.pdf: '$word' is not in the text"; status=1; }
done
exit "$status"
