# Odd databases and hostile names: a clear error with the documented status, or a sound figure.
command -v qpdf >/dev/null && command -v pdftotext >/dev/null && command -v sqlite3 >/dev/null || {
    echo "skipped: qpdf, pdftotext or sqlite3 is not installed"
    exit 77
}
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect() {
    want=$1
    shift
    got=0
    "$ROLLBOOK_BIN" figure "$@" -q -o x.pdf >out 2>err || got=$?
    [ "$got" -eq "$want" ] || complain "figure $*: status $got, not $want: $(cat err)"
}
# An empty database, and what nobody can draw.
"$ROLLBOOK_BIN" init --db empty.db >/dev/null 2>&1
"$ROLLBOOK_BIN" figure list --format csv | sed 1d | cut -d, -f1 >names
while read -r name; do
    got=0
    "$ROLLBOOK_BIN" figure "$name" --db empty.db -o x.pdf >out 2>err || got=$?
    [ "$got" -eq 3 ] || [ "$got" -eq 7 ] || complain "$name of an empty database: status $got: $(cat err)"
    [ ! -e x.pdf ] || complain "$name of an empty database leaves a file"
    rm -f x.pdf
done <names
expect 2 no-such-figure --db empty.db
. "$ROLLBOOK_SOURCE_DIR/tests/cli/figure_study"
expect 2 fast-p --db study.db --width 5
expect 2 fast-p --db study.db --width nanin
expect 2 fast-p --db study.db --width 1000000mm
expect 2 fast-p --db study.db --font comic
expect 3 fast-p --db study.db --run no-such-run
expect 7 trajectory --db study.db --run bon-42
expect 7 task-scatter --db study.db --run bon-42
expect 7 rho --db study.db --run bon-42
expect 0 surprisal --db study.db --task l1/4
expect 3 surprisal --db study.db --task l9/9

# Names of axes stay on a narrow page.
for name in cost selection speedup-ecdf hardware ablation; do
    expect 0 "$name" --db study.db --replicates 20 --width 120pt
    pdftotext -bbox x.pdf - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk" | grep outside >found &&
        complain "$name at 120 pt: $(head -3 found)"
done

# Nothing correct: zeros have no place on a log axis, and the panel says so.
cp study.db wrong.db
sqlite3 wrong.db "UPDATE evaluation SET correct = 0, outcome = 'mismatch' WHERE correct = 1"
expect 0 scaling --db wrong.db --run bon-42,ttt-42 --replicates 20
pdftotext x.pdf - | tr '\n' ' ' >text
grep -q 'every expected best is 0' text || complain "an empty panel: $(cat text)"
pdftotext -bbox x.pdf - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk" >found
[ ! -s found ] || complain "nothing correct: $(head -3 found)"

# A log axis reaches as far as its values do.
cp study.db far.db
sqlite3 far.db "UPDATE measurement SET runtime_us = CASE subject WHEN 'candidate' THEN 1e-200 ELSE 0.5 END"
expect 0 scaling --db far.db --run bon-42 --replicates 20
pdftotext x.pdf text
grep -q '^[0-9]*e+199$' text || complain "the axis ends before the curve: $(cat text)"

# Numbers beside points at the end of an axis stay on the page.
expect 0 selection --db far.db --run bon-42 --replicates 20
pdftotext -bbox x.pdf - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk" | grep outside >found &&
    complain "far picks: $(head -3 found)"

# One run of one sample.
"$ROLLBOOK_BIN" run best-of-n --db one.db --tasks 4 --case tiny --k 1 --seed 1 --name one -q >/dev/null
while read -r name; do
    got=0
    "$ROLLBOOK_BIN" figure "$name" --db one.db -o "one.pdf" >out 2>err || got=$?
    case $got in
    0) qpdf --check one.pdf >log 2>&1 || complain "$name of one sample: $(cat log)" ;;
    7) ;;
    *) complain "$name of one sample: status $got: $(cat err)" ;;
    esac
done <names

# Names that are longer than a page, turn the text around, or are LaTeX; numbers without end.
sqlite3 study.db "
    UPDATE run SET name = char(27) || '[31m' || char(7, 8238, 8294, 1) || 'evil \\input{x} \$y_1^{2}% & # ~ {' WHERE name = 'ttt-42';
    UPDATE run SET name = '*_{sub}^{sup}* \"quote\", comma' || char(10) || 'line' || char(1513, 1500, 128512) WHERE name = 'bon-42';
    UPDATE run SET name = replace(hex(zeroblob(100000)), '0', 'W') WHERE name = 'bon-43';
    UPDATE run SET baseline = replace(hex(zeroblob(1000)), '0', '{\\') || char(10);
    UPDATE device SET name = replace(hex(zeroblob(2000)), '0', char(8238) || 'd');
    UPDATE measurement SET runtime_us = 1e-300 WHERE measurement_id % 7 = 0;
    UPDATE measurement SET runtime_us = 1e300 WHERE measurement_id % 11 = 0;
    UPDATE rollout SET sum_logprob = 9e999 WHERE rollout_id % 13 = 0;
    UPDATE rollout SET mean_logprob = -9e999 WHERE rollout_id % 13 = 1;"
while read -r name; do
    got=0
    "$ROLLBOOK_BIN" figure "$name" --db study.db --replicates 20 -o "hostile.pdf" --csv h.csv --replace --tex h.tex >out 2>err || got=$?
    case $got in
    0)
        qpdf --check hostile.pdf >log 2>&1 || complain "$name: $(cat log)"
        pdftotext -bbox hostile.pdf - | awk -f "$ROLLBOOK_SOURCE_DIR/tests/pdf_overlaps.awk" | grep outside >found &&
            complain "$name: $(head -3 found)"
        LC_ALL=C grep -q '[^ -~]' h.tex && complain "$name: the macros are not plain ASCII"
        sed 's/} % .*/}/' h.tex | grep -q 'input{x}' && complain "$name: LaTeX of a name is passed on"
        ;;
    7) ;;
    *) complain "$name with hostile names: status $got: $(cat err)" ;;
    esac
done <names
"$ROLLBOOK_BIN" figure failures --db study.db -q -o hostile.pdf >/dev/null
pdftotext hostile.pdf text
grep -q 'x1B' text || complain "a control character is not shown as an escape"
