# What "cmake --install" puts somewhere is whole: it works in another folder, without the build's tree.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cmake --build "$ROLLBOOK_BUILD_DIR" --target product >log 2>&1 || fail "building what is installed: $(tail -n 20 log)"
cmake --install "$ROLLBOOK_BUILD_DIR" --prefix "$PWD/there" >log 2>&1 || fail "cmake --install: $(tail -n 20 log)"
for file in bin/rollbook share/man/man1/rollbook.1 share/bash-completion/completions/rollbook share/zsh/vendor-completions/_rollbook \
    share/doc/rollbook/copyright share/doc/rollbook/README.md; do
    [ -s "there/$file" ] || complain "$file is not installed"
done
[ -n "$(find there -path '*/rollbook/librollbook_sqlite.so')" ] || complain "the SQLite extension is not installed"
# A short folder's name alone ("/src") stands in other texts too: what counts is a path below it.
for below in "$ROLLBOOK_BUILD_DIR/" "$ROLLBOOK_SOURCE_DIR/src/" "$ROLLBOOK_SOURCE_DIR/tasks/" "$ROLLBOOK_SOURCE_DIR/schema/"; do
    ! grep -qaF "$below" there/bin/rollbook ||
        complain "the program names the folder that it was built in: $(grep -oaF "$below" there/bin/rollbook | wc -l) times $below"
done

# Everything that a study needs comes with the program: schema, tasks, splits, prompts, device header, fonts.
mkdir elsewhere
(
    cd elsewhere
    PATH="$PWD/../there/bin:$PATH"
    rollbook run best-of-n --split l1_seed42 --tasks 4 --k 2 --case tiny --name bon --db s.db -q
    rollbook prompt show l1/4 >prompt
    rollbook figure failures --db s.db -o failures.pdf -q >out
    rollbook task show l1/4 >task
    [ -s prompt ] && [ -s task ]
    head -c 5 failures.pdf | grep -q '%PDF'
) >log 2>&1 || complain "the installed program: $(cat log)"

# The page is roff without errors, where somebody can read it, and names every command.
"$ROLLBOOK_BIN" help --names >names
while IFS= read -r name; do
    grep -qxF ".SS rollbook $name" there/share/man/man1/rollbook.1 || complain "the manual page lacks $name"
done <names
if command -v nroff >/dev/null; then
    nroff -man -Tutf8 there/share/man/man1/rollbook.1 >page 2>roff || complain "nroff: $(cat roff)"
    [ ! -s roff ] || complain "nroff complains: $(head -n 5 roff)"
    # A hyphen in an option must be the one that is typed.
    sed 's/\x1b\[[0-9]*m//g; s/.\x08//g' page | grep -q -e '--learning-rate' || complain "the page's options cannot be copied"
fi

# Completion, as bash would ask for it.
if command -v bash >/dev/null; then
    cat >ask.bash <<'END'
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_rollbook
printf '%s\n' "${COMPREPLY[@]}"
END
    # completes WANTED WORDS: what stands at the last word is completed to WANTED, among others.
    completes() {
        wanted=$1
        shift
        bash ask.bash there/share/bash-completion/completions/rollbook rollbook "$@" >words 2>&1
        grep -qxe "$wanted" words || complain "rollbook $*: $wanted is not completed: $(tr '\n' ' ' <words)"
    }
    completes analyze an
    completes best-of-n run be
    completes --resume run --re
    completes fast-p --db x.db analyze fa
    completes --patience run ttt --k 3 --pa
    completes trajectory figure tra
    completes kernelbench-baseline ingest kernelbench-
    completes --db sql --d
    completes show task s
fi
if command -v zsh >/dev/null; then
    zsh -n there/share/zsh/vendor-completions/_rollbook || complain "zsh does not read its completion"
fi

exit "$((failures > 0))"
