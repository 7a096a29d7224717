# gpu.sh - what the tests of tests/gpu share; sourced by them.  Without a GPU they are skipped.
case $("$ROLLBOOK_BIN" device --format csv) in
*"cuda:0,name"*) ;;
*)
    echo "no GPU here"
    exit 77
    ;;
esac

# run_parts NAME...: each in a folder of its own, all of them even when one fails.  A part that is skipped is named.
run_parts() {
    failed=''
    for part in "$@"; do
        mkdir "$part"
        echo "== $part"
        status=0
        (cd "$part" && sh -eu "$ROLLBOOK_SOURCE_DIR/tests/gpu/$part.sh" >out.of.part 2>&1) || status=$?
        cat "$part/out.of.part"
        case $status in
        0) ;;
        77) echo "[  SKIPPED ] $part: $(tail -n 1 "$part/out.of.part")" ;;
        *) failed="$failed $part" ;;
        esac
    done
    [ -z "$failed" ] || {
        echo "failed:$failed"
        exit 1
    }
}
