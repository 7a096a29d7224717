# Cheats of PyTorch modules on a GPU end as tests/cheats/torch/expected.txt says; their honest twins are measured.
set -eu
case $("$ROLLBOOK_BIN" device --format csv) in
*"cuda:0,name"*) ;;
*)
    echo "no GPU here"
    exit 77
    ;;
esac
folder=$ROLLBOOK_SOURCE_DIR/tests/cheats/torch
failed=0
# judge FILE PROBLEM [OPTION...]: writes out.
judge()
{
    file=$1 problem=$2
    shift 2
    "$ROLLBOOK_BIN" eval "$folder/$file.py" --problem "$folder/$problem.py" --backend cuda --json "$@" > out 2> err || true
}
complain()
{
    echo "$1: $(head -c 600 out) $(head -c 300 err)"
    failed=1
}
while read -r name device problem outcome least_us said; do
    case $device in cuda | both) ;; *) continue ;; esac
    if [ "$outcome" = timeout ]; then judge "$name" "$problem" --deadline 3000; else judge "$name" "$problem"; fi
    echo "$name: $(grep -o '"outcome":"[a-z_]*"' out || true)"
    grep -q "\"outcome\":\"$outcome\"" out || complain "$name: expected $outcome"
    [ "$said" = - ] || grep -qF -e "$said" out || complain "$name: not said: $said"
    if [ "$least_us" -gt 0 ]; then
        us=$(grep -o '"runtime_us":[0-9.]*' out | head -1 | sed 's/.*://')
        awk -v us="${us:-0}" -v least="$least_us" 'BEGIN { exit !(us >= least) }' || complain "$name: a time of ${us:-nothing} us is too short"
    fi
    judge "${name}_honest" "$problem"
    grep -q '"outcome":"measured"' out || complain "${name}_honest"
done < "$folder/expected.txt"
exit $failed
