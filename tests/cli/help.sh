# Help walks the command table: every command answers -h with examples first and names every option,
# and docs/commands.md is what the program prints.
"$ROLLBOOK_BIN" help --names >names
[ -s names ] || { echo "help --names prints nothing"; exit 1; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

while IFS= read -r name; do
    # A name of two words is two arguments.
    # shellcheck disable=SC2086
    set -- $name
    if ! "$ROLLBOOK_BIN" "$@" -h >text 2>errors </dev/null; then
        complain "$name -h: status is not 0"
        continue
    fi
    [ -s errors ] && complain "$name -h: writes to stderr"
    [ "$(head -n 1 text)" = Examples ] || complain "$name -h: does not begin with examples"
    sed '1d; /^$/,$d' text | grep -v '^  ' >outside || true
    [ -s outside ] && complain "$name -h: examples are indented and end with an empty line: $(cat outside)"
    sed -n 2p text | grep -q "^  .*rollbook $name" ||
        sed -n 2,4p text | grep -q "rollbook $1" ||
        complain "$name -h: the examples do not show the command"
    grep -q "^Usage: rollbook $name" text || complain "$name -h: no usage line"
    for common in --db --json --format --quiet --help; do
        grep -q -e "$common" text || complain "$name -h: does not name $common"
    done
    # Every option that the usage line or an example shows is explained below.
    { sed -n '/^Examples/,/^$/p; /^Usage:/p' text; } | grep -oE '(^|[ [])--[a-z][a-z0-9-]*' |
        tr -d ' [' | sort -u >shown
    sed -n '/^Options/,$p' text | grep -oE -e '--[a-z][a-z0-9-]*' | sort -u >explained
    comm -23 shown explained >unexplained
    [ -s unexplained ] && complain "$name -h: not explained: $(tr '\n' ' ' <unexplained)"
    # An option line has a text.
    sed -n '/^Options/,$p' text | grep -E '^  (-[a-z], )?--' |
        grep -vE '^  (-[a-z], )?--[a-z0-9-]+( [^ ]+)? +[^ ]' >mute || true
    [ -s mute ] && complain "$name -h: no text for: $(cat mute)"
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" help $name >again 2>&1 || complain "help $name: status is not 0"
    cmp -s text again || complain "help $name differs from $name -h"
    status=0
    "$ROLLBOOK_BIN" "$@" --no-such-option >out 2>&1 </dev/null || status=$?
    [ "$status" -eq 2 ] || complain "$name --no-such-option: status $status, not 2"
done <names

# The word that several names begin with is asked for in either way as well.
for group in $(sed -n 's/ .*//p' names | sort -u); do
    "$ROLLBOOK_BIN" "$group" -h >text 2>&1 || complain "$group -h: status is not 0"
    "$ROLLBOOK_BIN" help "$group" >again 2>&1 || complain "help $group: status is not 0"
    cmp -s text again || complain "help $group differs from $group -h"
    # "run" alone is a command that no list names.
    ! grep -q "^$group " names || grep -qx "$group" names || grep -q "^Group" text || {
        grep "^$group " names >wanted
        sed -n 's/^  \([^ ].*[^ ]\)   *[^ ].*/\1/p' text | sed 's/  .*//' | cmp -s - wanted ||
            complain "$group -h: not a line for each command: $(cat text)"
        [ "$(sed 1d text | awk 'match(substr($0, 3), /  +[^ ]/) { print RSTART + RLENGTH }' | sort -u | grep -c .)" = 1 ] ||
            complain "$group -h: texts begin in several columns: $(cat text)"
    }
done
"$ROLLBOOK_BIN" help >overview || complain "help: status is not 0"
"$ROLLBOOK_BIN" -h >dash || complain "-h: status is not 0"
cmp -s overview dash || complain "-h and help differ"
while IFS= read -r name; do
    grep -qw -e "${name%% *}" overview && grep -qw -e "${name##* }" overview ||
        complain "the overview does not list $name"
done <names
# The manual page and the completions know every command and the options of each.
"$ROLLBOOK_BIN" help --man >man && "$ROLLBOOK_BIN" help --zsh >zsh && "$ROLLBOOK_BIN" help --bash >bash || complain "help --man, --zsh or --bash: status is not 0"
sed 's/\\-/-/g' man >man.plain
sed -n '/^_rollbook_members/,/^_rollbook() {/p' bash >shared.bash
sed -n '/^_rollbook_members/,/^_rollbook() {/p' zsh >shared.zsh
cmp shared.bash shared.zsh || complain "bash and zsh complete different words"
cat >ask <<'EOF'
. ./bash
while IFS= read -r name; do
    # A name of two words is two arguments; the word that follows is asked for.
    # shellcheck disable=SC2086
    COMP_WORDS=(rollbook $name --) COMP_CWORD=$((1 + $(wc -w <<<"$name")))
    _rollbook
    printf '%s: %s\n' "$name" "${COMPREPLY[*]}"
done
COMP_WORDS=(rollbook analyze fast) COMP_CWORD=2
_rollbook
printf 'analyze fast: %s\n' "${COMPREPLY[*]}"
COMP_WORDS=(rollbook eval --case "") COMP_CWORD=3
_rollbook
printf 'eval --case: %s\n' "${COMPREPLY[*]}"
EOF
bash ask <names >completed || complain "the completion fails"
grep -qx 'analyze fast: fast-p' completed && grep -qx 'eval --case: tiny cpu full' completed ||
    complain "values are not completed: $(tail -n 2 completed)"
while IFS= read -r name; do
    grep -qxF ".SS rollbook $name" man.plain || complain "the manual page lacks $name"
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" $name -h | sed -n '/^Options/,$p' | sed -nE 's/^  (-[a-zA-Z], )?(--[a-z][a-z0-9-]*).*/\2/p' | sort -u >wanted
    sed -n "s/^$name: //p" completed | tr ' ' '\n' | sort -u >given
    [ -z "$(comm -23 wanted given)" ] || complain "$name: not completed: $(comm -23 wanted given | tr '\n' ' ')"
    cat wanted >>wanted.all
done <names
grep -oE '[\]fB--[a-z][a-z0-9-]*' man.plain | sed 's/^...//' | sort -u >man.options
sort -u wanted.all | comm -23 - man.options >lacking
[ ! -s lacking ] || complain "the manual page lacks $(tr '\n' ' ' <lacking)"
"$ROLLBOOK_BIN" --version | grep -q '^rollbook [0-9]' || complain "--version does not say so"

status=0
"$ROLLBOOK_BIN" reprot >out 2>&1 || status=$?
[ "$status" -eq 2 ] || complain "an unknown command: status $status, not 2"

"$ROLLBOOK_BIN" help --markdown >commands.md
cmp commands.md "$ROLLBOOK_SOURCE_DIR/docs/commands.md" ||
    complain "docs/commands.md is not what the program prints; refresh it with:
    rollbook help --markdown >docs/commands.md"

exit "$((failures > 0))"
