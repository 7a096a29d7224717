# labels: slow
# The folder of --latex compiles with pdflatex as it is, whatever the names in the database are.
command -v pdflatex >/dev/null || {
    echo "skipped: pdflatex is not installed"
    exit 77
}
export ROLLBOOK_DB=study.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

run() {
    "$ROLLBOOK_BIN" run "$@" --tasks 4,5 --case tiny -q >log 2>&1 || { cat log; fail "run $* failed"; }
}
run best-of-n --k 4 --seed 42 --name bon-42
run ttt --k 3 --steps 1 --seed 42 --name ttt-42

compile() {
    (
        cd "$1"
        for _ in 1 2; do
            pdflatex -interaction=nonstopmode -halt-on-error main >log 2>&1 || {
                grep -A 5 '^!' log
                fail "$1 does not compile"
            }
        done
        ! grep -q 'undefined references' log || fail "$1: undefined references"
        ! grep -q 'Rerun to get' main.log || fail "$1: page numbers are not right after two runs"
        ! pdffonts main.pdf | grep -q 'Type 3' || fail "$1: a Type 3 font"
    )
}

for name in ttt-vs-bon training run; do
    only=$([ "$name" != run ] || echo "--run ttt-42")
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" report "$name" $only -o x.pdf --latex "$name" >log || fail "report $name failed"
    for file in main.tex macros.tex refs.tex tables figures; do
        [ -e "$name/$file" ] || fail "$name: no $file"
    done
    compile "$name"
    ! grep '^Overfull' "$name/main.log" || fail "$name: something is wider than its place"
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" report "$name" $only -o y.pdf --latex again >log
    sed '/--latex/d' "$name/main.tex" >a
    sed '/--latex/d' again/main.tex >b
    for f in "$name"/tables/*.tex "$name"/figures/*; do
        cmp "$f" "again/${f#"$name/"}" || fail "$f differs in a second rendering"
    done
    rm -r again
done
# Numbers of figures are macros, tables are booktabs.
grep -q 'newcommand{\\Rb' ttt-vs-bon/figures/*.tex || fail "no macros"
grep -q 'toprule' ttt-vs-bon/tables/*.tex || fail "no booktabs"
ls ttt-vs-bon/figures/*.pdf ttt-vs-bon/figures/*.csv >/dev/null || fail "no figures"

# Names that mean something to LaTeX, and some that mean nothing to anybody.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("study.db")
name = "a_b%c#d$e&f{g}h~i^j\\k\"l'm`n<o>p--q,,r?`!`\\end{document}\\input{/etc/passwd}"
db.execute("UPDATE run SET name = ? WHERE name = 'bon-42'", (name + " \u03c1\u2264\u4e2d\u05d0\u202e\x1b[31m",))
db.execute("UPDATE task SET name = ? WHERE problem_id = 4", ("x" * 3000 + "\\begin{verbatim}",))
db.commit()
END
"$ROLLBOOK_BIN" report ttt-vs-bon -o x.pdf --latex hostile >log || fail "hostile names stop the report"
compile hostile
pdftotext hostile/main.pdf - | tr -d '\n' | grep -qF 'input{/etc/passwd}' || fail "the name is not shown as it is"
