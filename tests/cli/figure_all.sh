# Every figure from one small study that never changes (what this machine measures would be other
# numbers each time): the same twice, sound for other programs, with points and numbers attached, no
# text over text or outside the page.
for tool in pdffonts pdftotext pdfdetach qpdf sqlite3; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" init study.db >/dev/null || fail "no database"
sqlite3 study.db <"$ROLLBOOK_SOURCE_DIR/tests/approved/study.sql" || fail "no study"

draw() {
    case $1 in methods | budget) set -- "$@" --run bon-42,bon-43,ttt-42,ttt-43 ;; esac # which share their tasks
    "$ROLLBOOK_BIN" figure "$@" --db study.db --replicates 50 -q
}
check_pdf() {
    qpdf --check "$1" >log 2>&1 || complain "$1: qpdf finds errors: $(cat log)"
    pdffonts "$1" | sed 1,2d | awk '$2 != "Type" || $3 != "1" || !/ yes / { bad = 1 } END { exit bad || NR == 0 }' ||
        complain "$1: a font is not an embedded Type 1"
    pdftotext -bbox "$1" - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk" >found
    [ ! -s found ] || complain "$1: $(head -5 found)"
}

"$ROLLBOOK_BIN" figure list --format csv | sed 1d | cut -d, -f1 | grep -v '^shapes$' >names # shapes.sh draws that one
count=$(wc -l <names)
[ "$count" -ge 20 ] || complain "only $count figures"
while read -r name; do
    for width in icml-column icml-text; do
        draw "$name" --width "$width" -o "$name.pdf" --csv "$name.csv" --tex "$name.tex" >out 2>err || {
            complain "$name: status $?: $(cat err)"
            continue
        }
        check_pdf "$name.pdf"
    done
    draw "$name" --width icml-text --replace -o again.pdf --csv again.csv --tex again.tex >out
    for kind in pdf csv tex; do
        cmp -s "$name.$kind" "again.$kind" || complain "$name.$kind is not the same twice"
    done
    rm -rf attached
    mkdir attached
    pdfdetach -saveall -o attached "$name.pdf"
    cmp -s "attached/$name.csv" "$name.csv" || complain "$name: the attached points are others"
    cmp -s "attached/$name.tex" "$name.tex" || complain "$name: the attached macros are others"
    [ "$(sed 1d "$name.csv" | wc -l)" -gt 0 ] || complain "$name: no points"
    LC_ALL=C grep -q '[^ -~]' "$name.tex" && complain "$name.tex is not plain ASCII"
    grep -vE '^\\newcommand\{\\Rb[A-Za-z]+\}\{.*\}( %.*)?$|^%' "$name.tex" && complain "$name.tex: a strange line"
    sed -n 's/^\\newcommand{\(\\Rb[A-Za-z]*\)}.*/\1/p' "$name.tex" | sort | uniq -d | grep . &&
        complain "$name.tex: a macro twice"
done <names

# A caption names the intervals that the points hold, all of them and no other.
cat >kinds.py <<'PY'
import csv, sys
words = {"student-t": ("Student's t",), "wilson": ("Wilson",), "bootstrap": ("bootstrap",), "clopper-pearson": ("Clopper-Pearson",),
         "beta-binomial": ("beta-binomial",), "jackknife": ("jackknife",), "fisher-z": ("Fisher's z", "Student's t")}
bad = 0
for name in open("names").read().split():
    rows = list(csv.DictReader(open(name + ".csv")))
    kinds = {r[c] for r in rows for c in r if c.endswith("interval") and r[c] not in ("", "NA")}
    caption = "".join(line for line in open(name + ".tex") if "Caption}" in line or "Notes}" in line).replace("{}", "").replace("\\textquotesingle", "'")
    for word in {w for kind in words.values() for w in kind}:
        named, held = word in caption, any(word in words.get(k, (k,)) for k in kinds)
        if named != held and kinds:
            bad += 1
            print(f"{name}: the points hold {sorted(kinds)}, and the caption {'names' if named else 'does not name'} {word}")
sys.exit(bad > 0)
PY
python3 kinds.py >said || complain "$(cat said)"

# Widths: the page is as wide as asked.
for pair in icml-column=234 icml-text=486 neurips=396 3.25in=234 90mm=255.118 300pt=300; do
    draw failures --width "${pair%%=*}" -o w.pdf >out
    got=$(pdfinfo w.pdf | awk '/Page size/ { print $3 }')
    [ "$got" = "${pair##*=}" ] || complain "width ${pair%%=*}: $got pt"
done

# Dates come from the data, or from SOURCE_DATE_EPOCH.
SOURCE_DATE_EPOCH=86400 draw failures -o a.pdf >out
TZ=UTC pdfinfo a.pdf | grep -q '^CreationDate: *Fri Jan  2 00:00:00 1970' || complain "SOURCE_DATE_EPOCH: $(pdfinfo a.pdf)"
draw failures -o b.pdf >out
cmp -s a.pdf b.pdf && complain "SOURCE_DATE_EPOCH changes nothing"

# TrueType on request.
if [ -r /usr/share/fonts/truetype/dejavu/DejaVuSans-Oblique.ttf ]; then
    draw fast-p --font truetype -o t.pdf >out
    pdffonts t.pdf | grep -q 'TrueType.* yes ' || complain "truetype: $(pdffonts t.pdf)"
    pdffonts t.pdf | grep -q 'Type 3' && complain "truetype: a Type 3 font"
    qpdf --check t.pdf >log 2>&1 || complain "truetype: $(cat log)"
fi
