# Every figure as SVG is the drawing of its PDF: well-formed, the same words, the same ink where both are rendered.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/cli/figure_study"

cat >compare.py <<'END'
"""compare.py A.pgm B.pgm: the share of pixels of which one is dark and the other light, and the ink of A."""
import sys


def read(path):
    data = open(path, "rb").read().split(b"\n", 3)
    width, height = map(int, data[1].split())
    return width, height, data[3]


(w, h, a), (w2, h2, b) = read(sys.argv[1]), read(sys.argv[2])
if abs(w - w2) > 1 or abs(h - h2) > 1:
    sys.exit("another size: %dx%d, %dx%d" % (w, h, w2, h2))
far = ink = 0
for y in range(min(h, h2)):
    for x in range(min(w, w2)):
        p, q = a[y * w + x], b[y * w2 + x]
        far += abs(p - q) > 128
        ink += p < 128
if ink == 0 or far > 0.025 * w * h:
    sys.exit("%.4f of the pixels differ, %.4f are ink" % (far / (w * h), ink / (w * h)))
END
cat >words.py <<'END'
"""words.py FILE.svg: parses it and prints its texts, and refuses what reaches outside of the file."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
space = "{http://www.w3.org/2000/svg}"
assert root.tag == space + "svg", root.tag
allowed = {"svg", "title", "desc", "rect", "path", "circle", "text", "g", "clipPath"}
for element in root.iter():
    assert element.tag.replace(space, "") in allowed, element.tag
    assert "href" not in "".join(element.attrib), element.attrib
print("\n".join("".join(t.itertext()) for t in root.iter(space + "text")))
END

rendered=0
draw() {
    "$ROLLBOOK_BIN" figure "$figure" --db study.db --replicates 50 --width icml-text -q -o "$1" >out 2>err
}
"$ROLLBOOK_BIN" figure list --format csv | sed 1d | cut -d, -f1 >names
while IFS= read -r figure; do
    draw f.pdf || continue # needs what this study has not
    draw f.svg || { complain "$figure as SVG: $(cat err)"; continue; }
    cp f.svg again.svg
    draw f.svg
    cmp -s f.svg again.svg || complain "$figure: the same database gives another SVG"
    python3 words.py f.svg >words 2>err || { complain "$figure: $(cat err)"; continue; }
    pdftotext -layout f.pdf - | tr -s ' \n\f' '\n' | grep -E '^[A-Za-z]{3,}$' | sort -u >pdf_words
    tr -d ' \n' <words >svg_words # a word with a subscript is several texts
    while IFS= read -r word; do
        grep -qF -- "$word" svg_words || complain "$figure: the SVG lacks the word $word"
    done <pdf_words
    rendered=$((rendered + 1))
    command -v rsvg-convert >/dev/null || continue
    rsvg-convert -f pdf f.svg -o back.pdf || { complain "$figure: rsvg-convert"; continue; }
    pdftoppm -r 60 -gray -singlefile f.pdf drawn && pdftoppm -r 60 -gray -singlefile back.pdf back
    python3 compare.py drawn.pgm back.pgm 2>err || complain "$figure: SVG and PDF are two drawings: $(cat err)"
done <names
[ "$rendered" -ge 10 ] || complain "only $rendered figures were drawn"

# What a database calls its runs is text, whatever it is.
"$ROLLBOOK_BIN" ingest kernelbench "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/object.json" --level 1 \
    --run-name '<script>&"]]>' --db odd.db >out 2>err || complain "an odd name: $(cat err)"
"$ROLLBOOK_BIN" figure failures --db odd.db -o odd.svg >out 2>err || complain "a figure of an odd name: $(cat err)"
python3 words.py odd.svg >words 2>err || complain "an odd name breaks the SVG: $(cat err)"
grep -qF '<script>' words || complain "the odd name is not shown: $(cat words)"

exit "$((failures > 0))"
