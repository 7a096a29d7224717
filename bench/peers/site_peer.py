"""site_peer.py DATABASE FOLDER: one plain page a rollout, with the code and every value of v_rollout."""
import html
import os
import sqlite3
import sys

db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
rows = db.execute("SELECT * FROM v_rollout")
names = [d[0] for d in rows.description]
for row in rows:
    folder = os.path.join(sys.argv[2], str(row[0] // 1000))
    os.makedirs(folder, exist_ok=True)
    cells = "".join("<tr><th>%s</th><td>%s</td></tr>" % (n, html.escape(str(v))) for n, v in zip(names, row) if v is not None and n != "code")
    code = html.escape(row[names.index("code")] or "")
    with open(os.path.join(folder, "%d.html" % row[0]), "w", encoding="utf-8") as f:
        f.write("<!DOCTYPE html><title>%d</title><pre>%s</pre><table>%s</table>" % (row[0], code, cells))
