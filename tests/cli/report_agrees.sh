# A number that stands in two tables or figures of the reports of one study is one number.
# labels: sanitised
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/approved.py" study "$ROLLBOOK_BIN" >/dev/null || exit 1
export ROLLBOOK_DB=study.db
set -e
draw() {
    folder=$1
    shift
    "$ROLLBOOK_BIN" report "$@" -o "$folder.pdf" --latex "$folder" >/dev/null
}
draw a ttt-vs-bon --run bon-42,bon-43,ttt-42,ttt-43
draw b selection --run bon-42,bon-43
draw c best-of-n --run bon-42,bon-43
draw d training --run ttt-42
draw e model-sweep
draw h run --run refine-42
draw i diff --run bon-42,ttt-42
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/numbers_agree.py" a b c d e h i
# It would notice: one digit of one cell.
sed -i 's/& 15[.]3 &/\& 15.9 \&/' a/tables/*-adaptation-trajectories-against-a.tex
! python3 "$ROLLBOOK_SOURCE_DIR/tests/support/numbers_agree.py" a d | grep -q ' 0 faults'
