"""site_check.py PROGRAM DATABASE SITE [links]: reads a site as files.

Every link leads to a file, nothing leads outside, no page has a script, a style or a handler of its own, and the numbers of
tables that name their command are those that the command prints as JSON (not with links, for names that only a shell reads).
"""
import html.parser
import json
import os
import shlex
import subprocess
import sys
import urllib.parse

VOID = {"meta", "link", "img", "input", "br", "rect", "path", "circle", "polyline"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.ids, self.faults, self.tables = path, [], set(), [], []
        self.open, self.row, self.cell, self.names = [], None, None, None
        with open(path, encoding="utf-8") as f:
            self.feed(f.read())
        self.close()
        if self.open:
            self.faults.append("not closed: %s" % self.open)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.faults.append("attribute %s" % name)
            if name in ("href", "src", "data-src"):
                self.links.append(value)
        if tag == "script" and "src" not in a or tag in ("style", "iframe", "object", "embed", "base", "form"):
            self.faults.append("element " + tag)
        if "id" in a:
            if a["id"] in self.ids:
                self.faults.append("id twice: " + a["id"])
            self.ids.add(a["id"])
        if tag == "table":
            self.tables.append({"command": a.get("data-command"), "names": [], "rows": []})
        elif tag == "th" and "data-name" in a:
            self.tables[-1]["names"].append(a["data-name"])
        elif tag == "tr" and self.tables:
            self.row = []
        elif tag == "td" and self.row is not None:
            self.cell = [a.get("data-v"), ""]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[1] += data

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append("ends out of order: " + tag)
        if tag == "td" and self.cell is not None:
            self.row.append(self.cell[1] if self.cell[0] is None else self.cell[0])
            self.cell = None
        if tag == "tr" and self.row:
            self.tables[-1]["rows"].append(self.row)
            self.row = None


def same(shown, value):
    if value is None:
        return shown == "NA"
    if isinstance(value, bool):
        return shown == ("yes" if value else "no")
    if isinstance(value, (int, float)):
        return float(shown) == value
    if isinstance(value, list):
        return json.loads(shown) == value
    return shown == value.replace("\n", "\\n").replace("\t", "\\t")


def compare(program, database, page, table):
    words = shlex.split(table["command"])[1:]
    done = subprocess.run([program, *words, "--db", database, "--json", "-q"], capture_output=True, text=True, check=False)
    rows = json.loads(done.stdout)["rows"]
    if len(rows) != len(table["rows"]):
        return ["%s: %d rows of %s, which prints %d" % (page, len(table["rows"]), table["command"], len(rows))], 0
    faults, n = [], 0
    for i, (shown, row) in enumerate(zip(table["rows"], rows)):
        for name, text in zip(table["names"], shown):
            n += 1
            if not same(text, row[name]):
                faults.append("%s: %s row %d, %s: %r, but %r" % (page, table["command"], i, name, text, row[name]))
    return faults, n


def main():
    program, database, site = sys.argv[1:4]
    faults, pages, numbers = [], {}, 0
    for folder, _, files in os.walk(site):
        for name in files:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                pages[path] = Page(path)
    for path, page in pages.items():
        faults += ["%s: %s" % (path, fault) for fault in page.faults]
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("/"):
                faults.append("%s leads outside: %s" % (path, link))
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), parts.path)) if parts.path else path
            if not os.path.exists(target):
                faults.append("%s: no file at %s" % (path, link))
            elif parts.fragment and target in pages and parts.fragment not in pages[target].ids:
                faults.append("%s: no place at %s" % (path, link))
    asked, links_alone = set(), sys.argv[4:] == ["links"]
    for path in sorted(pages):
        for table in pages[path].tables:
            if links_alone or table["command"] is None or table["command"] in asked:
                continue
            asked.add(table["command"])
            more, n = compare(program, database, path, table)
            faults += more
            numbers += n
    print("\n".join(faults[:40]))
    print("%d pages, %d links, %d commands, %d values" % (len(pages), sum(len(p.links) for p in pages.values()), len(asked), numbers))
    sys.exit(bool(faults) or not (links_alone or (asked and numbers)))


main()
