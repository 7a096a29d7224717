# Exported tasks in the loaders of Harbor, tinker-cookbook and verifiers, as far as the Pythons of ROLLBOOK_HARBOR_PYTHON
# (blanks between them) have them.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" export --harbor tasks --tasks l1/19,l1/4,l1/28 --case tiny --seed 7 -q || fail "nothing was exported"
tried=0
for python in ${ROLLBOOK_HARBOR_PYTHON:-python3}; do
    status=0
    "$python" "$ROLLBOOK_SOURCE_DIR/tests/support/harbor_check.py" tasks "$ROLLBOOK_BIN" >out 2>&1 || status=$?
    case $status in
    0)
        tail -1 out
        tried=$((tried + 1))
        ;;
    77) ;;
    *) fail "$python: $(cat out)" ;;
    esac
done
[ $tried -gt 0 ] || {
    echo "skipped: ROLLBOOK_HARBOR_PYTHON names no Python with harbor, tinker-cookbook or verifiers"
    exit 77
}
