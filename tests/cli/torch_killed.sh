# What a killed evaluation of a PyTorch module leaves is removed by the next one, and nothing of a living one or of somebody else.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
module() { printf 'import time\nimport torch\n%s\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        %s\n' "$2" "$3" >"$1.py"; }
module start '' 'return torch.relu(x)'
module call '' 'time.sleep(60)'
module prepare 'time.sleep(60)' 'return torch.relu(x)'
module build "from torch.utils.cpp_extension import load_inline
load_inline(name='e', cpp_sources='int f() { return $$; }', functions=['f'])" 'return torch.relu(x)'

# Folders that a process or a child of it has locked.
folders_of() {
    for p in "$1" $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
        for fd in /proc/"$p"/fd/*; do readlink "$fd"; done
    done 2>/dev/null | grep -E '/rollbook-(host|blocks)-' | grep -v living | sed 's,\(/rollbook-[a-z]*-[^/]*\)/.*,\1,' | sort -u
}
# The phase that the evaluation with these folders is in.
reached() {
    case $1 in
    start) grep -q rollbook-host folders ;;
    build) ls -d $(grep rollbook-host folders)/build.*/ >/dev/null 2>&1 ;;
    *) ls -d $(grep rollbook-blocks folders)/* >/dev/null 2>&1 ;;
    esac
}
other=/tmp/rollbook-host-living$$
foreign=/tmp/rollbook-host-foreign$$
mkdir "$other" "$foreign"
chown 65534 "$foreign" 2>/dev/null || { rmdir "$foreign"; foreign=$other; }
exec 8<"$other"
flock -n 8
trap 'rm -rf "$other" "$foreign"' EXIT
: >all
for phase in start prepare build call; do
    "$ROLLBOOK_BIN" eval $phase.py --problem problems/2_ReLU.py --deadline 50000 >out 2>err 8<&- &
    pid=$!
    tries=0
    until folders_of $pid >folders && [ -s folders ] && reached $phase; do
        tries=$((tries + 1))
        if ! kill -0 $pid 2>/dev/null && [ $phase = build ]; then
            break # without PyTorch's headers a build is over at once
        fi
        [ $tries -lt 1200 ] && kill -0 $pid 2>/dev/null || fail "$phase was never reached: $(cat err out)"
        sleep 0.05
    done
    kill -KILL $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    xargs -r ls -d <folders >>all 2>/dev/null || true # one that ends by itself leaves nothing
done
[ -s all ] || fail "no kill left anything: this test shows nothing"
expect_status 0 eval start.py --problem problems/2_ReLU.py
for folder in $(sort -u all); do
    [ ! -e "$folder" ] || complain "$folder is still there"
done
[ -d "$other" ] || complain "a living owner's folder was removed"
[ -d "$foreign" ] || complain "another user's folder was removed"
[ "$failures" -eq 0 ]
