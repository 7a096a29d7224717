"""hostile_rows.py DATABASE: puts markup, scripts and odd characters into every text that the schema allows them in."""
import sqlite3
import sys

MARK = "window.pwned=1"
PAYLOADS = [
    "<script>%s</script>", "</script><script>%s</script>", "\"><img src=x onerror=\"%s\">", "'><svg/onload='%s'>", "</title></head><body onload=%s>",
    "--><script>%s</script>", "]]><script>%s</script>", "</noscript><script>%s</script>", "</pre></code></td></table><iframe srcdoc=\"<script>parent.%s</script>\">",
    "<base href=//example.invalid/>", "<meta http-equiv=refresh content='0;url=//example.invalid'>", "<style>@import'//example.invalid/x.css'</style>",
    "<a href=\"javascript:%s\">x</a>", "\");%s;(\"", "\\u003cscript>%s</script>", "${%s}{{%s}}", "&lt;script&gt;%s&lt;/script&gt;", "&#60;script&#62;%s",
    "\u2028%s\u2029", "\u202eevil\u202c", "\x1b]8;;http://example.invalid\x07x\x1b]8;;\x07", "a\x07b\x08c\x7f", "../../../etc/passwd", "//@ launch <b onclick=%s>",
    "<math><mtext><table><mglyph><style><img src=x onerror=%s>", "<form action=//example.invalid><button formaction='javascript:%s'>x</button></form>", "\ufeff<script>%s</script>",
]
TEXT = "\n".join(PAYLOADS).replace("%s", MARK)


def main():
    db = sqlite3.connect(sys.argv[1])
    db.create_function("fnv1a64", -1, lambda *a: 0)
    done, kept = 0, 0
    tables = [r[0] for r in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")]
    for table in tables:
        if table.startswith(("fact", "migration", "blob_search")):
            continue
        for column in db.execute("SELECT name, type FROM pragma_table_info(?)", (table,)):
            if column[1] != "TEXT" or column[0].endswith("sha256"):
                continue
            name = column[0]
            rows = "rowid" if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%WITHOUT ROWID%'", (table,)).fetchone() else None
            json_text = '{"%s": "%s"}' % (name, TEXT.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\x1b", "").replace("\x07", "").replace("\x08", ""))
            for value in (TEXT, json_text):
                try:
                    with db:
                        if rows:
                            db.execute('UPDATE "%s" SET "%s" = "%s" || ? || rowid' % (table, name, name) if value is TEXT else
                                       'UPDATE "%s" SET "%s" = ?' % (table, name), (value,))
                        else:
                            db.execute('UPDATE "%s" SET "%s" = "%s" || ?' % (table, name, name), (value,))
                    done += 1
                    break
                except sqlite3.Error:
                    kept += 1
    db.execute("UPDATE blob SET text = CAST(CAST(text AS BLOB) || x'fffe00c3' AS TEXT) WHERE blob_id % 7 = 0 AND text IS NOT NULL")
    for i, short in enumerate(("xx\"\xe9'><script>window.pwned=1</script>", "<img src=x onerror=window.pwned=1>")):
        db.execute("UPDATE evaluation SET verdict_sha256 = ? WHERE evaluation_id % 2 = ?", (short.ljust(64, "<"), i))
    for i, (kind, value) in enumerate((("claimed_speedup", 2.5), ("claimed_speedup", 1e308), ("evaluator_version", 1.0), ("evaluator_version", -1e308))):
        db.execute("INSERT INTO evidence (evaluation_id, position, kind, value, pass, detail) SELECT evaluation_id, ?, ?, ?, 1, ? FROM evaluation WHERE evaluation_id % 2 = ?",
                   (9000 + i, kind, value, TEXT, i % 2))
    db.commit()
    print("%d columns, %d refused by the schema" % (done, kept))
    sys.exit(done < 30)


main()
