#!/usr/bin/env python3
"""Flips one bit in every column of every table and asks verify --deep: flip_bits.py ROLLBOOK DATABASE [SEED [EVERY]]

The bit changes where the row is, and in no index, as on a disk that errs.  EVERY: only every n-th column.  Prints what
was not found; status 1 when UNSEEN does not explain it.
"""
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys

# Nothing holds a second copy of these.
UNSEEN = {
    "references that no index holds": {
        "checkpoint": "parent_id blob_id", "task": "module_blob_id", "run": "model_id split_id device_id import_source_id",
        "run_task": "run_id task_id prompt_blob_id", "step": "checkpoint_id", "evaluation": "device_id import_source_id",
        "baseline": "device_id import_source_id", "judge": "model_id answer_blob_id prompt_blob_id", "judge_setup": "model_id",
        "feedback": "evaluation_id blob_id", "declared_run": "declaration_id", "look": "declaration_id", "score": "checkpoint_id",
        "exchange": "evaluation_id attempt_id", "attempt": "rollout_id", "conversation_turn": "parent_id",
        "ledger": "run_id", "conversation_end": "run_id task_id", "evidence": "evaluation_id", "rollout": "action_blob_id", "reward": "rollout_id",
        "profile_kernel": "evaluation_id", "kernel_counters": "evaluation_id"},
    "keys of rows that stand beside another's": {
        "feedback": "rollout_id", "conversation_turn": "rollout_id", "rollout_tokens": "rollout_id", "profile": "evaluation_id",
        "measurement_clock": "measurement_id", "sample_mask": "rollout_id", "guard": "run_id"},
    "numbers of rows that nothing refers to": {
        t: t + "_id" for t in "look judge judge_attempt score amendment baseline split import_source step exchange attempt declaration "
                              "device measurement".split()},
    "what only says that facts are to be packed again": {"fact_cell": "epoch packed"},
    "what the program says of itself": {"meta": "key value", "migration": "version name sha256 applied_at"},
    "written by people, by SQL": {"amendment": "table_name row_key field old_value new_value who why at"},
    "kept for the texts' first use": {"blob": "kind"},
}
SKIPPED = ("sqlite_", "blob_search")


def is_explained(table, column):
    return any(column in tables.get(table, "").split() for tables in UNSEEN.values())


def flipped(value, rng):
    if isinstance(value, int):
        return value ^ 1 << rng.randrange(max(1, value.bit_length()))
    if isinstance(value, float):
        return struct.unpack("<d", struct.pack("<Q", struct.unpack("<Q", struct.pack("<d", value))[0] ^ 1 << rng.randrange(63)))[0]
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def stored(db):
    """Tables with their stored columns: name, place in the primary key."""
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
        if not table.startswith(SKIPPED):
            yield table, db.execute("SELECT name, pk FROM pragma_table_info(?)", (table,)).fetchall()


def flip(path, table, columns, column, rng):
    """What was changed; None when no row has a value there."""
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = lambda b: b.decode(errors="surrogateescape")
    sql = db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)).fetchone()[0]
    keys = [c for c, pk in sorted(columns, key=lambda x: x[1]) if pk]
    apart = "WITHOUT ROWID" in sql
    where = " AND ".join('"%s" IS ?' % k for k in keys) if apart else "rowid = ?"
    rows = db.execute('SELECT %s FROM "%s" WHERE "%s" IS NOT NULL AND length("%s") > 0' % (
        ", ".join('"%s"' % k for k in keys) if apart else "rowid", table, column, column)).fetchall()
    if not rows:
        return None
    at = rng.choice(rows)
    value = db.execute('SELECT "%s" FROM "%s" WHERE %s' % (column, table, where), at).fetchone()[0]
    new = flipped(value, rng)
    # The table alone, without its indexes, triggers, types and conditions.
    others = db.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE tbl_name = ? AND type <> 'table'", (table,)).fetchall()
    bare = ", ".join('"%s"%s' % (c, " INTEGER PRIMARY KEY" if keys == [c] and '%s INTEGER' % c in " ".join(sql.split()) and not apart and
                                 "PRIMARY KEY" in sql.split(c, 1)[1].split(",")[0] else "") for c, _ in columns)
    if apart:
        bare += ", PRIMARY KEY (%s)" % ", ".join('"%s"' % k for k in keys)
    db.execute("PRAGMA writable_schema = ON")
    db.execute("DELETE FROM sqlite_schema WHERE tbl_name = ? AND type <> 'table'", (table,))
    db.execute("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
               ('CREATE TABLE "%s" (%s)%s' % (table, bare, " WITHOUT ROWID" if apart else ""), table))
    db.close()
    db = sqlite3.connect(path, isolation_level=None)
    as_text = "CAST(? AS TEXT)" if isinstance(value, str) else "?"
    try:
        db.execute('UPDATE "%s" SET "%s" = %s WHERE %s' % (table, column, as_text, where), (new,) + at)
        changed = "%s %s: %r to %r" % (column, at, value if not isinstance(value, (str, bytes)) else value[:40], new if not isinstance(new, bytes) else new[:40])
    except sqlite3.IntegrityError:
        changed = None  # the key of another row
    db.execute("PRAGMA writable_schema = ON")
    db.executemany("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)", others)
    db.execute("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", (sql, table))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    return changed


def main():
    rollbook, source = sys.argv[1:3]
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    copy = source + ".flipped"
    db = sqlite3.connect(source)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    tables = list(stored(db))
    db.close()
    tried = found = empty = wrong = at = 0
    for table, columns in tables:
        for column, _ in columns:
            at += 1
            if (at + seed) % every:
                continue
            shutil.copy(source, copy)
            what = flip(copy, table, columns, column, random.Random("%d %s %s" % (seed, table, column)))
            if what is None:
                empty += 1
                continue
            tried += 1
            done = subprocess.run([rollbook, "verify", "--deep", "--db", copy, "-q"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode in (4, 5):
                found += 1
            elif done.returncode != 0 or not is_explained(table, column):
                wrong += 1
                print("not found (status %d): %s.%s" % (done.returncode, table, what))
    os.remove(copy)
    print("%d columns changed, %d found, %d explained, %d without a value" % (tried, found, tried - found - wrong, empty))
    sys.exit(wrong > 0 or tried == 0)


if __name__ == "__main__":
    main()
