# Pages from a server: the same as on disk, for whoever has the token, and SQL that only reads and ends.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
expect_status 0 run best-of-n --db study.db --tasks 4,5 --case tiny --k 4 --seed 1 --name bon-1 -q
expect_status 0 site pages --db study.db -q
cp study.db other.db
expect_status 2 view --db study.db,other.db --no-browser
[ ! -e study.db,other.db ] || complain "view made a database"
"$ROLLBOOK_BIN" view --db study.db --no-browser >address 2>err &
server=$!
at_end='kill $server 2>/dev/null || :'
wait_for "no address" grep -q token= address
cat >ask.py <<'END'
import http.client, re, sqlite3, sys, time, urllib.parse
url = urllib.parse.urlsplit(open("address").read().strip())
faults = []
def ask(path, **headers):
    c = http.client.HTTPConnection(url.hostname, url.port, timeout=600)
    c.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    r = c.getresponse()
    return r.status, r.read().decode(), r.headers
def whole(path):
    for _ in range(600):
        page = ask(path, Cookie=cookie)[1]
        if "data-again" not in page and "Counted at" not in page:
            return page
        time.sleep(0.1)
    faults.append(path + ": a part is never counted")
def want(what, got, wanted):
    if got != wanted:
        faults.append("%s: %r, not %r" % (what, got, wanted))
token = url.query.split("=")[1]
want("no token", ask("/index.html")[0], 401)
want("a part of the token", ask("/?token=" + token[:-1])[0], 401)
want("another cookie", ask("/index.html", Cookie="rollbook=" + token[:-1] + "x")[0], 401)
status, _, headers = ask("/?" + url.query)
cookie = headers["Set-Cookie"].split(";")[0]
want("the token", status, 200)
want("the cookie is for this site", "SameSite=Strict" in headers["Set-Cookie"] and "HttpOnly" in headers["Set-Cookie"], True)
want("another Host", ask("/index.html", Cookie=cookie, Host="example.org")[0], 403)
want("another Origin", ask("/index.html", Cookie=cookie, Origin="http://example.org")[0], 403)
live = '<li><a href="%ssearch.html">Search</a></li><li><a href="%ssql.html">SQL</a></li>'
for path, root in (("index.html", ""), ("run/1.html", "../"), ("task/1.html", "../"), ("sample/0/1.html", "../../"), ("list/1-0.js", ""), ("site.css", "")):
    page = whole("/" + path).replace(live % (root, root), "").replace("form-action 'self'", "form-action 'none'")
    disk = open("pages/" + path).read()
    page, disk = (re.sub(r'data-src="[^"]*"', "", t) for t in (page, disk))  # texts are in packs there
    want(path, page == disk, True)
with sqlite3.connect("study.db") as db:
    db.execute("UPDATE evaluation SET outcome = 'timeout', correct = 0")
want("numbers after a change of the database", "timeout" in whole("/run/1.html").split('id="outcomes"')[1].split("<section")[0], True)
for path in ("nothing.html", "sample/0/99999.html", "run/1.htm", "../study.db", "sample/1/1.html", "list/1-7.js", "group/1-1--1.html", "run/99999999999999999999.html"):
    want(path, ask("/" + path, Cookie=cookie)[0] in (400, 404), True)
def sql(statement):
    return ask("/sql.html?" + urllib.parse.urlencode({"q": statement}), Cookie=cookie)[1]
want("SQL", "<td class=\"n\">8</td>" in sql("SELECT count(*) FROM v_rollout"), True)
want("SQL with an empty column", "nothing at all" in sql("SELECT 1 AS one, NULL AS nothing_at_all").split("</form>")[1], True)
want("SQL that writes", "only statements that read" in sql("DELETE FROM run"), True)
want("SQL that attaches", "only statements that read" in sql("ATTACH '/etc/passwd' AS x"), True)
want("SQL without end", "interrupted" in sql("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"), True)
want("markup in SQL", "<script>x" in sql("SELECT '<script>x' AS \"<script>x\""), False)
found = ask("/search.html?" + urllib.parse.urlencode({"q": "launch"}), Cookie=cookie)[1]
want("search", 'href="sample/0/' in found, True)
want("markup in a search", "<b>x" in ask("/search.html?q=%3Cb%3Ex%22%3E", Cookie=cookie)[1], False)
print("\n".join(faults))
sys.exit(bool(faults))
END
python3 ask.py || complain "what the server answers; $(cat err)"
kill -TERM $server
wait $server || complain "the server ends with $?: $(cat err)"
[ ! -e study.db-spool ] || complain "a spool next to the database"
exit $failures
