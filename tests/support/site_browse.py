"""site_browse.py what SITE...: opens pages in a real browser.

pages SITE: every page loads without a word on the console, in light and dark; text has contrast, fields have names, nothing is wider than its window.
works SITE: sorting, filtering, bins, curves, texts, differences and keys do what they say.
hostile SITE [ADDRESS]: nothing that a database says runs, adds an element or is asked for; with the address that "view" printed, on the pages that it gives.
"""
import os
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser  # noqa: E402

faults = []


def complain(*words):
    faults.append(" ".join(str(w) for w in words))


def pages_of(site, most=400):
    """All pages; of samples and groups a part."""
    found = []
    for folder, folders, files in os.walk(site):
        folders.sort()
        named = [os.path.join(folder, f) for f in sorted(files) if f.endswith(".html")]
        found += named if len(named) <= 40 else named[:: len(named) // 40]
    return found[:most]


ACCESS = r"""
const out = [];
const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
const ground = e => { let stack = []; for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); stack.push(c); if (c[3] === 1) break; }
  return stack.reverse().reduce((b, a) => over(a, b), [255, 255, 255, 1]); };
const light = c => { const f = v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; return .2126 * f(c[0]) + .7152 * f(c[1]) + .0722 * f(c[2]); };
const seen = new Set();
for (const e of document.querySelectorAll("body *")) {
  if (e.closest("svg") && e.localName !== "text") continue;
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
  const style = getComputedStyle(e);
  if (style.visibility === "hidden" || e.disabled) continue;
  const g = ground(e), t = over(parse(e.localName === "text" ? style.fill : style.color), g);
  const [a, b] = [light(t), light(g)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  const key = e.localName + "." + e.className;
  if (ratio < (large ? 3 : 4.5) && !seen.has(key)) { seen.add(key); out.push("contrast " + ratio.toFixed(2) + " of " + key + ": " + e.textContent.trim().slice(0, 40)); }
}
for (const e of document.querySelectorAll("input, select, textarea")) if (!e.labels?.length && !e.getAttribute("aria-label")) out.push("field without a name");
for (const e of document.querySelectorAll("button, a[href]")) if (!e.textContent.trim() && !e.getAttribute("aria-label")) out.push("nameless " + e.localName);
for (const e of document.querySelectorAll("img")) { if (!e.alt) out.push("image without words"); }
for (const e of document.querySelectorAll("svg[role=img]")) if (!e.getAttribute("aria-label")) out.push("drawing without words");
if (!document.documentElement.lang || !document.title) out.push("no language or title");
const levels = [...document.querySelectorAll("h1, h2, h3")].map(h => +h.localName[1]);
if (levels[0] !== 1 || levels.filter(l => l === 1).length !== 1) out.push("headings begin with " + levels[0]);
levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) out.push("a heading is skipped"); });
const label = e => e.getAttribute("aria-label") || e.textContent.trim();
if (document.querySelectorAll("main").length !== 1) out.push("not one main");
for (const e of document.body.children) if (!["header", "nav", "main", "footer", "script"].includes(e.localName) && !(e.localName === "a" && e.hash)) out.push("outside of landmarks: " + e.localName);
const navs = [...document.querySelectorAll("nav")].map(e => e.getAttribute("aria-label"));
if (navs.some(n => !n) || new Set(navs).size < navs.length) out.push("landmarks without a name of their own: " + navs);
const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
ids.forEach((id, i) => { if (ids.indexOf(id) !== i) out.push("two elements are called " + id); });
for (const e of document.querySelectorAll("[tabindex]")) if (e.tabIndex > 0) out.push("tabindex above 0: " + e.localName);
for (const e of document.querySelectorAll("[aria-hidden=true] a, [aria-hidden=true] button, [aria-hidden=true] [tabindex]")) out.push("hidden, and takes the focus: " + e.localName);
for (const e of document.querySelectorAll("svg")) if (!e.getAttribute("aria-label") && !e.closest("[aria-hidden=true], [role=img]")) out.push("a drawing that is neither hidden nor named");
for (const e of document.querySelectorAll("table")) {
  if (!e.caption && !e.getAttribute("aria-label")) out.push("table without a name: " + e.className);
  for (const h of e.querySelectorAll("th")) { if (!h.scope) out.push("heading without scope: " + label(h)); if (!label(h)) out.push("empty heading of a table"); }
}
for (const e of document.querySelectorAll("main *")) {
  const style = getComputedStyle(e), over = (a, b, o) => a > b + 1 && /auto|scroll/.test(o);
  if (!e.getClientRects().length || !(over(e.scrollWidth, e.clientWidth, style.overflowX) || over(e.scrollHeight, e.clientHeight, style.overflowY))) continue;
  if (e.tabIndex < 0 && !e.querySelector("a[href], button, [tabindex='0']")) out.push("no key scrolls " + e.localName + "." + e.className);
}
if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the window: " + document.documentElement.scrollWidth + " of " + innerWidth);
return out;
"""


FOCUS = r"""
const e = document.activeElement, all = [...document.querySelectorAll("*")], style = getComputedStyle(e), box = e.getBoundingClientRect();
return e === document.body ? null : [all.indexOf(e), e.localName + " " + e.textContent.trim().slice(0, 30), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0, box.width > 0 && box.height > 0];
"""


def check_focus(b, path):
    """The tab key goes through the page in the order of its text, and one sees where it is."""
    before = -1
    for _ in range(40):
        b.keys("\ue004")
        at = b.run(FOCUS)
        if at is None:
            break
        if at[0] <= before:
            complain(path, "the focus goes back to", at[1])
            break
        if not at[2] or not at[3]:
            complain(path, "the focus cannot be seen on", at[1])
        before = at[0]
    if before < 0:
        complain(path, "nothing takes the focus")


def check_pages(site):
    n = 0
    for dark, width in ((False, 1280), (True, 1280), (False, 400), (False, 2000)):
        with browser.Browser(width=width, dark=dark) as b:
            paths = pages_of(site)
            for path in paths if width == 1280 and not dark else paths[:: max(1, len(paths) // 25)]:
                b.open(browser.address(path))
                for word in b.log():
                    complain(path, "console:", word)
                for word in b.run(ACCESS):
                    complain(path, "dark" if dark else "light", width, word)
                if width == 1280 and not dark and n % 12 == 0:
                    check_focus(b, path)
                n += 1
    print("%d pages opened" % n)


def run_page(site):
    """How many rollouts the run with most has, and its page."""
    best = None
    for name in sorted(os.listdir(os.path.join(site, "run"))):
        with open(os.path.join(site, "run", name), encoding="utf-8") as f:
            total = int(f.read().split('data-total="')[1].split('"')[0])
        if best is None or total > best[0]:
            best = (total, os.path.join(site, "run", name))
    return best


def check_works(site):
    total, path = run_page(site)
    with browser.Browser() as b:
        b.open(browser.address(path))
        b.wait("return document.querySelector('.status')?.textContent")
        status = "return document.querySelector('.status').textContent"
        if not b.run(status).startswith("%d of %d" % (total, total)):
            complain("the list has not all rollouts:", b.run(status))
        fullest = b.run("""const bins = [...document.querySelectorAll('button.bin')], n = x => +x.querySelector('.count').textContent;
            bins.sort((x, y) => n(y) - n(x)); return [bins[0].dataset.low, bins[0].dataset.high, n(bins[0])];""")
        b.click("button.bin[data-low='%s']" % fullest[0])
        if not b.run(status).startswith("%d of" % fullest[2]):
            complain("a bin of", fullest[2], "filters to:", b.run(status))
        speeds = b.run("return [...document.querySelectorAll('.list tbody tr')].map(r => +r.cells[6].textContent)")
        if not speeds or not all(float(fullest[0]) <= s <= float(fullest[1]) for s in speeds):
            complain("the bin", fullest, "shows", speeds)
        b.run("[...document.querySelectorAll('.controls button')].find(x => x.textContent === 'Clear').click()")
        if not b.run(status).startswith("%d of" % total):
            complain("Clear leaves:", b.run(status))
        b.run("document.querySelectorAll('.list th button')[6].click()")
        b.run("document.querySelectorAll('.list th button')[6].click()")
        column = [float(v) for v in b.run("return [...document.querySelectorAll('.list tbody tr')].map(r => r.cells[6].textContent)") if v != "NA"]
        if not column or column != sorted(column, reverse=True):
            complain("sorted speedups:", column[:5])
        outcome = b.run("return document.querySelectorAll('.controls select')[1].options[1].value")
        b.run("const s = document.querySelectorAll('.controls select')[1]; s.value = arguments[0]; s.dispatchEvent(new Event('input', {bubbles: true}))", outcome)
        shown = set(b.run("return [...document.querySelectorAll('.list tbody tr')].map(r => r.cells[5].textContent)"))
        if shown != {outcome}:
            complain("outcome", outcome, "shows", shown)
        for word in b.log():
            complain("console:", word)
        for name in sorted(os.listdir(os.path.join(site, "run"))):
            b.open(browser.address(os.path.join(site, "run", name)))
            if b.run("return !!document.querySelector('a[data-step=\"1\"]')"):
                b.wait("return document.querySelector('.status')?.textContent")
                b.run("document.querySelector('a[data-step=\"1\"]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
                steps = set(b.run("return [...document.querySelectorAll('.list tbody tr')].map(r => r.cells[2].textContent)"))
                if steps != {"1"}:
                    complain("a point of step 1 shows steps", steps)
                break
        else:
            complain("no run has training curves")
        check_sample(b, site)


def check_sample(b, site):
    folder = os.path.join(site, "sample", "0")
    seen = {"difference": 0, "text": 0, "key": 0, "token": 0}
    for name in sorted(os.listdir(folder), key=lambda n: int(n.split(".")[0])):
        b.open(browser.address(os.path.join(folder, name)))
        if b.run("return document.querySelectorAll('button.differ').length") > 1 and seen["difference"] < 2:
            b.click("li:last-child > button.differ")
            b.wait("return document.querySelector('pre.diff')")
            if not b.run("return !!document.querySelector('pre.diff .gap, pre.diff .add, pre.diff .del')"):
                complain(name, "a difference is empty")
            b.click("li:last-child > button.differ")
            if b.run("return document.getElementById('code-text').hidden || !!document.querySelector('pre.diff')"):
                complain(name, "the code does not come back")
            seen["difference"] += 1
        if seen["text"] < 2:
            b.click("#prompt > summary")
            if len(b.wait("const t = document.querySelector('#prompt pre')?.textContent; return t && t !== '...' && t")) < 100:
                complain(name, "has no prompt")
            seen["text"] += 1
        if b.run("return !!document.querySelector('.tokens span[title]')") and not seen["token"]:
            b.click(".heat > summary")
            b.hover(".tokens span")
            seen["token"] += 1
        if not seen["key"] and b.run("return !!document.querySelector('a[rel=next]')"):
            at = b.run("return location.href")
            b.keys("j")
            b.wait("return location.href !== '%s' && document.readyState === 'complete'" % at)
            b.keys("k")
            b.wait("return location.href === '%s'" % at)
            seen["key"] += 1
        for word in b.log():
            complain(name, "console:", word)
        if all(seen.values()):
            break
    if not all(seen.values()):
        complain("not seen on any page:", seen)


HOSTILE = r"""
const out = [];
if (window.pwned !== undefined) out.push("a script of the database ran");
const known = new Set("html head meta title link script body a header nav ul ol li span main h1 h2 h3 p section div table caption thead tbody tr th td button b strong dl dt dd details summary noscript pre code figure figcaption img svg rect path circle polyline text label input select option".split(" "));
for (const e of document.querySelectorAll("*")) {
  if (!known.has(e.localName) && !(arguments[1] && /^(form|textarea)$/.test(e.localName))) out.push("element " + e.localName);
  for (const a of e.attributes) if (a.name.startsWith("on") || (a.name === "href" && /^\s*javascript:/i.test(a.value))) out.push("attribute " + a.name);
}
if (document.querySelectorAll("script[src$='site.js']").length !== 1 || document.querySelectorAll("head meta[http-equiv]").length !== 1) out.push("the head is not as it was");
for (const r of performance.getEntriesByType("resource")) if (!r.name.startsWith(arguments[0])) out.push("asked for " + r.name);
return [...new Set(out)];
"""


def addresses(site, live):
    """The pages of a site as files, or those of a server, with what it adds."""
    paths = pages_of(site)
    if live is None:
        return browser.address(site) + "/", [browser.address(path) for path in paths]
    here = urllib.parse.urljoin(live, "/")
    payload = "<script>window.pwned=1</script>"
    asked = ["search.html?" + urllib.parse.urlencode({"q": payload}), "sql.html?" + urllib.parse.urlencode({"q": "SELECT '%s' AS '%s'" % (payload, payload)}),
             "sql.html?" + urllib.parse.urlencode({"q": "SELECT * FROM v_run"}), "sql.html?" + urllib.parse.urlencode({"q": payload})]
    return here, [here + os.path.relpath(path, site) for path in paths[:: max(1, len(paths) // 60)]] + [here + a for a in asked]


def check_hostile(site, live=None):
    here, pages = addresses(site, live)
    n, shown = 0, 0
    with browser.Browser() as b:
        if live is not None:
            b.open(live)
            b.wait("return location.pathname === '/index.html'")
        for path in pages:
            b.open(path)
            while live is not None and b.run("return !!document.querySelector('[data-again]')"):
                time.sleep(0.3)
                b.open(path)
            b.run("for (const d of document.querySelectorAll('details')) d.open = true; for (const x of document.querySelectorAll('button.differ')) x.click();")
            if "/run/" in path:
                b.wait("return document.querySelector('.status')?.textContent")
            if "/sample/" in path:
                b.wait("return [...document.querySelectorAll('details.text')].every(d => { const p = d.querySelector('pre'); return p && p.textContent !== '...'; })")
            for word in b.log():
                complain(path, "console:", word)
            for word in b.run(HOSTILE, here, live is not None):
                complain(path, word)
            shown += b.run("return document.body.textContent.includes('<script>window.pwned=1</script>')")
            n += 1
    if shown < n // 2:
        complain("only", shown, "of", n, "pages show what the database says")
    print("%d hostile pages opened" % n)


why = browser.installed()
if why:
    print("skipped: " + why)
    sys.exit(77)
{"pages": check_pages, "works": check_works, "hostile": check_hostile}[sys.argv[1]](*sys.argv[2:])
print("\n".join(faults[:40]))
sys.exit(bool(faults))
