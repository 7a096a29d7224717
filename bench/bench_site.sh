# How long a site of 24,000 rollouts takes, how large it is, and how fast a server gives its pages.
#
#   ninja rollbook make_runs && sh bench/bench_site.sh BUILD_FOLDER WORK_FOLDER [MILLION]
#
# The peer (peers/site_peer.py) writes one plain page a rollout from the same database with Python: what it takes to
# read the rows, escape them and write as many files.  A third argument makes a database of 1 M rollouts as well, and
# asks "rollbook view" for each kind of page: the first answer, wall and processor time until all its parts are counted, the
# answer then.
set -eu
build=$1
folder=$2
here=$(dirname -- "$0")
python=${ROLLBOOK_PYTHON:-/usr/bin/python3}
db=$folder/site.db
[ -f "$db" ] || "$build/bench/make_runs" "$db" --tasks 50 --runs 10 --samples 40 --ttt 2 --steps 4 --codes 400 --code-bytes 1500

timed() {
    what=$1
    shift
    /usr/bin/time -q -o "$folder/time" -f '%e %U %S %M' "$@" >/dev/null
    awk -v what="$what" '{ printf "%-36s %7.1f s wall %7.1f s CPU %6.0f MB memory\n", what, $1, $2 + $3, $4 / 1024 }' "$folder/time"
}

rm -rf "$folder/pages" "$folder/peer"
timed 'rollbook site' "$build/rollbook" site "$folder/pages" --db "$db" -q
cp "$folder/time" "$folder/ours"
timed 'peer: one plain page a rollout' "$python" "$here/peers/site_peer.py" "$db" "$folder/peer"
for site in pages peer; do
    echo "$site: $(find "$folder/$site" -type f | wc -l) files, $(find "$folder/$site" -type f -printf '%s\n' | awk '{ n += $1 } END { printf "%.1f MB", n / 1e6 }')"
done
awk 'NR == FNR { own = $2 + $3; next } { printf "ratio: %.1f times the processor time of the peer\n", own / ($2 + $3) }' "$folder/ours" "$folder/time"
[ $# -gt 2 ] || exit 0

db=$folder/million.db
[ -f "$db" ] || "$build/bench/make_runs" "$db" --runs 10 --codes 1000 --code-bytes 1000
"$build/rollbook" view --db "$db" --no-browser >"$folder/address" &
server=$!
trap 'kill $server' EXIT
while ! grep -q token "$folder/address"; do sleep 0.1; done
"$python" - "$folder/address" $server <<'END'
import http.client, os, sys, time, urllib.parse
def spent():
    """Seconds of a processor that the server has used."""
    fields = open("/proc/%s/stat" % sys.argv[2]).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
url = urllib.parse.urlsplit(open(sys.argv[1]).read().strip())
def ask(path, **headers):
    c = http.client.HTTPConnection(url.hostname, url.port, timeout=600)
    begin = time.monotonic()
    c.request("GET", path, headers=headers)
    r = c.getresponse()
    return r, r.read(), (time.monotonic() - begin) * 1000
cookie = ask("/?" + url.query)[0].headers["Set-Cookie"].split(";")[0]
worst = 0
for path in ("/index.html", "/grid.html", "/tasks.html", "/compare.html", "/run/1.html", "/task/1.html", "/group/1-1-0.html", "/sample/654/654321.html",
             "/compare/1-2.html", "/list/1-0.js", "/list/1-19.js", "/search.html?q=no+such+text", "/figure/all-fast-p.svg", "/audit.html"):
    begin, used = time.monotonic(), spent()
    cold = ask(path, Cookie=cookie)
    page = cold
    while b"data-again" in page[1]:
        time.sleep(0.2)
        page = ask(path, Cookie=cookie)
    whole, used = time.monotonic() - begin, spent() - used
    warm = sorted(ask(path, Cookie=cookie)[2] for _ in range(5))[2]
    worst = max(worst, cold[2], warm)
    print("%-28s first answer %5.0f ms, whole after %6.1f s and %5.1f s CPU, then %5.0f ms; %8d bytes" % (path, cold[2], whole, used, warm, len(page[1])), flush=True)
print("the slowest answer is %.2f of 300 ms" % (worst / 300))
END
