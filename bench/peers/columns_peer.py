#!/usr/bin/env python3
"""DuckDB and polars doing what `rollbook analyze` does, from a Parquet file that was made beforehand.

  columns_peer.py make DB FILE.parquet
  columns_peer.py duckdb|polars FILE.parquet summary|fast-p

The file holds the columns that the questions need, so reading SQLite is no part of the time.  No interval is computed.
"""
import sqlite3
import sys

P = [0.0, 0.5, 0.8, 1.0, 1.5, 2.0]
QUERY = """SELECT r.run_id AS run, r.task_id AS task, e.compiled, e.correct,
       CASE WHEN e.correct = 1 THEN b.runtime_us / c.runtime_us END AS speedup
FROM rollout r JOIN evaluation e ON e.rollout_id = r.rollout_id AND e.outcome <> 'infra'
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'"""
SUMMARY = """SELECT run, count(*), sum(compiled), sum(correct), sum((speedup > 1)::INT), exp(avg(ln(speedup))), median(speedup), max(speedup)
FROM '%s' GROUP BY run ORDER BY run"""


def make(db, out):
    import pandas as pd
    with sqlite3.connect(db) as connection:
        pd.read_sql(QUERY, connection).to_parquet(out)


def ask_duckdb(path, what):
    import duckdb
    if what == "summary":
        return duckdb.sql(SUMMARY % path).fetchall()
    shares = ", ".join("avg(s%d)" % i for i in range(len(P)))
    cells = ", ".join("avg(coalesce(speedup > %g, false)::INT) AS s%d" % (p, i) for i, p in enumerate(P))
    return duckdb.sql("SELECT %s FROM (SELECT task, %s FROM '%s' GROUP BY task, run)" % (shares, cells, path)).fetchall()


def ask_polars(path, what):
    import polars as pl
    rows, speedup = pl.scan_parquet(path), pl.col("speedup")
    if what == "summary":
        return rows.group_by("run").agg(
            pl.len(), pl.col("compiled").sum(), pl.col("correct").sum(), (speedup > 1).sum().alias("fast"),
            speedup.log().mean().exp().alias("geomean"), speedup.median().alias("median"), speedup.max().alias("best")).sort("run").collect()
    shares = [(speedup > p).fill_null(False).mean().alias("s%d" % i) for i, p in enumerate(P)]
    return rows.group_by("run", "task").agg(shares).select(pl.col("^s[0-9]$").mean()).collect()


if sys.argv[1] == "make":
    make(*sys.argv[2:4])
else:
    print({"duckdb": ask_duckdb, "polars": ask_polars}[sys.argv[1]](*sys.argv[2:4]))
