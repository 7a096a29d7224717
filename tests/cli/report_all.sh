# Every report from a small study: two renderings agree, the file is sound, contents and outlines
# lead to pages, and the pages have every number of its LaTeX tables.
. "$ROLLBOOK_SOURCE_DIR/tests/pdf_checks"
need_pdf_tools
export ROLLBOOK_DB=study.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

run() {
    "$ROLLBOOK_BIN" run "$@" --tasks 4,5 --case tiny -q >log 2>&1 || { cat log; fail "run $* failed"; }
}
run best-of-n --k 6 --seed 42 --name bon-42
run ttt --k 4 --steps 2 --seed 42 --name ttt-42

# Cells of the tables in a LaTeX folder, one a line, as plain text.
cells() {
    sed -n '/\\midrule/,/\\end{longtable}/p' "$1"/tables/*.tex | grep '\\\\$' |
        sed -e 's/ *\\\\$//' -e 's/\\textbf{\([^}]*\)}/\1/g' -e 's/\\allowbreak{}//g' -e 's/{}//g' \
            -e 's/\\textquotedbl/"/g' -e 's/\\textquotesingle/'"'"'/g' -e 's/\\\([#$%&_{}]\)/\1/g' |
        awk '{ n = split($0, cell, / & /); for (i = 1; i <= n; i++) print cell[i] }'
}

check() {
    name=$1
    shift
    "$ROLLBOOK_BIN" report "$name" "$@" -o "$name.pdf" --latex "$name.tex" >log || fail "report $name failed"
    "$ROLLBOOK_BIN" report "$name" "$@" -o again.pdf >log || fail "report $name failed"
    cmp "$name.pdf" again.pdf || fail "$name: two renderings differ"
    pdf_is_sound "$name.pdf" || exit 1
    [ "$(wc -c <"$name.pdf")" -lt 2000000 ] || fail "$name: larger than 2 MB"

    # Numbers: the lines of a cell may be apart in the text, its words are not.
    pdftotext "$name.pdf" - | tr -s ' \n\f' '\n\n\n' >words
    cells "$name.tex" | tr -s ' ' '\n' | grep -E '^[][<>0-9.,;+e-]*[0-9][][<>0-9.,;+e-]*$' | sort -u >numbers
    [ "$(wc -l <numbers)" -ge 10 ] || fail "$name: its tables hold $(wc -l <numbers) numbers"
    while read -r number; do
        grep -qxF -- "$number" words || fail "$name: $number is in a table and not in the text"
    done <numbers

    # Outlines and links: as many as lines of the contents, each to a page of the document.
    qpdf --json=1 "$name.pdf" >json
    python3 - "$name" <<'END'
import json, sys
name = sys.argv[1]
document = json.load(open("json"))
pages = {page["object"] for page in document["pages"]}
entries = []
def walk(items):
    for item in items:
        entries.append(item)
        walk(item["kids"])
walk(document["outlines"])
if len(entries) < 8:
    sys.exit(f"{name}: only {len(entries)} outline entries")
for entry in entries:
    if entry["dest"][0] not in pages:
        sys.exit(f"{name}: outline {entry['title']} leads nowhere")
def resolve(value):
    return document["objects"][value] if isinstance(value, str) else value
links = [o for o in document["objects"].values() if isinstance(o, dict) and o.get("/Subtype") == "/Link"]
if len(links) != len(entries) - 1:  # the title is not in the contents
    sys.exit(f"{name}: {len(links)} links, {len(entries)} outline entries")
for link in links:
    if resolve(link["/Dest"])[0] not in pages:
        sys.exit(f"{name}: a link leads nowhere")
END
    pdfinfo "$name.pdf" >info
    grep -q '^Title: *[^ ]' info || fail "$name: no title in its metadata"
    grep -q "^Subject: *rollbook report $name" info || fail "$name: no subject in its metadata"
    grep -q 'sha256' words || fail "$name: no identity of the data"
    for heading in Contents Methods Provenance; do
        grep -qx "$heading" words || fail "$name: no $heading"
    done
}

# By their names: a report that is added is tested here.
for name in $("$ROLLBOOK_BIN" report list --format csv | sed 1d | cut -d, -f1); do
    case $name in
    task) check task --task l1/4 ;;
    run) check run --run ttt-42 ;;
    *) check "$name" ;;
    esac
done

# Of few tasks it is short: the answer, numbers, figures, kernels, methods.
pages=$(pdfinfo ttt-vs-bon.pdf | sed -n 's/^Pages: *//p')
[ "$pages" -le 12 ] || fail "ttt-vs-bon of a small study has $pages pages"

# What a page says is what the rows say.
pdftotext -layout model-sweep.pdf text
for name in bon-42 ttt-42; do
    line=$("$ROLLBOOK_BIN" sql --format csv "SELECT count(*) || ' +' || sum(compiled) || ' +' || sum(correct)
        FROM v_rollout WHERE run = '$name'" | sed -n 2p)
    grep -qE "^ *$name +builtin +$line " text || fail "model-sweep: no line of $name with $line"
done
best=$("$ROLLBOOK_BIN" sql --format csv "SELECT rollout_id FROM v_rollout WHERE task = 'l1/4' AND speedup IS NOT NULL
    ORDER BY speedup DESC, rollout_id LIMIT 1" | sed -n 2p)
pdftotext -layout task.pdf text
grep -qE "^ *rollout_id +$best\$" text || fail "task: the fastest rollout is not $best"
"$ROLLBOOK_BIN" sql --format csv "SELECT code FROM v_rollout WHERE rollout_id = $best" | grep -o 'matvec[a-z_]*([^)]*' |
    head -1 | cut -c1-20 >signature
[ ! -s signature ] || grep -qF -- "$(cat signature)" text || fail "task: the code of rollout $best is not shown"

# The command on the front page draws the same bytes.
pdftotext -layout diff.pdf text
grep -qF 'rollbook report diff --run bon-42,ttt-42' text || fail "diff: no command that draws it again"
"$ROLLBOOK_BIN" report diff --run bon-42,ttt-42 -o again.pdf >log
cmp diff.pdf again.pdf || fail "diff: its own command draws another document"
