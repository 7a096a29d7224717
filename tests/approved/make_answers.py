"""Prints docs/answers.md: ten questions of the cookbook with what they answer about a small study.

usage: make_answers.py ROLLBOOK STUDY.db
The study is study.sql; approved.py study ROLLBOOK makes a database of it.
"""
import os
import re
import subprocess
import sys

QUESTIONS = (1, 3, 4, 9, 14, 16, 17, 19, 23, 25)
ROWS = 8
WIDTH = 150  # longer lines are cut


def shortened(text):
    lines = [line if len(line) <= WIDTH else line[:WIDTH - 1] + "…" for line in text.splitlines()]
    rows = [i for i in range(2, len(lines))]
    if len(rows) > ROWS + 1:
        lines[2 + ROWS:] = [f"({len(rows) - ROWS} more rows)"]
    return "\n".join(line.rstrip() for line in lines)


def main():
    rollbook, study = sys.argv[1:]
    book = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "cookbook.md")
    with open(book, encoding="utf-8") as f:
        blocks = re.findall(r"^### (\d+)\. (.*?)\n(.*?)^```sql\n(.*?)^```", f.read(), re.M | re.S)
    print("# Ten questions and their answers\n")
    print("Ten statements of the [cookbook](cookbook.md), and what they answer about a small study: best-of-n and test-time training on")
    print("six tasks, with two seeds each, and a few other runs. `tests/approved/make_answers.py` makes this page; a test compares it.\n")
    for number, title, _, sql in blocks:
        if int(number) not in QUESTIONS:
            continue
        done = subprocess.run([rollbook, "sql", "-q", "--db", study, sql], check=True, capture_output=True, text=True)
        print(f"## {title.rstrip(' *')}\n\n```sql\n{sql.strip()}\n```\n\n```\n{shortened(done.stdout)}\n```\n")


main()
