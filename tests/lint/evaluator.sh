# A verdict's hash names EVALUATOR_VERSION (src/eval/contract/evaluation.h), so nobody may forget to raise it.  Whoever
# changes the code of the evaluator answers here whether the same kernel could get another outcome:
#
#   sh tests/lint/evaluator.sh same      it could not: the version stays (comments and layout never count)
#   sh tests/lint/evaluator.sh raised    it could: EVALUATOR_VERSION was raised
#
# Both write evaluator.txt: the version, and a hash of the code of each room that decides verdicts.
. "$(dirname -- "$0")/lib"
header=src/eval/contract/evaluation.h list=tests/lint/evaluator.txt
answer=${1:-}
[ -f "$list" ] || [ -n "$answer" ] || exit 0
version=$(sed -n 's/^#define EVALUATOR_VERSION \([0-9]*\)$/\1/p' "$header" 2>/dev/null || true)
room_hash() {
    find "$1" -maxdepth 1 -type f \( -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.py' \) | sort | tr '\n' '\0' |
        xargs -0 awk -f "$here/strip.awk" -f "$here/evaluator.awk" | sha256sum | cut -c1-16
}
now() {
    echo "version $version"
    { find src/eval -type d && find tasks -maxdepth 0; } 2>/dev/null | sort | while read -r room; do
        [ -n "$(find "$room" -maxdepth 1 -type f \( -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.py' \))" ] || continue
        echo "$room $(room_hash "$room")"
    done
}
old=$(sed -n 's/^version //p' "$list" 2>/dev/null || true)
case $answer in
same | raised)
    if [ "$answer" = same ] && [ -n "$old" ] && [ "$version" != "$old" ]; then
        echo "EVALUATOR_VERSION is $version and was $old: it was raised"
        exit 1
    elif [ "$answer" = raised ] && [ "$version" -le "${old:-0}" ]; then
        echo "EVALUATOR_VERSION is $version and was $old: raise it in $header first"
        exit 1
    fi
    now >"$list.new" && mv "$list.new" "$list"
    ;;
'')
    now | diff "$list" - | sed -n 's/^> //p' | while read -r room _; do
        echo "$room: the code of the evaluator has changed. If the same kernel could get another outcome, raise EVALUATOR_VERSION in $header" \
            "and type 'sh tests/lint/evaluator.sh raised'; otherwise type 'sh tests/lint/evaluator.sh same'"
    done | verdict
    ;;
*)
    echo "evaluator.sh [same | raised]"
    exit 2
    ;;
esac
