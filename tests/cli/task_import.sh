# PyTorch problems of a folder become tasks of a database: all of them or none.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_PYTHON="${ROLLBOOK_PYTHON:-python3}"
"$ROLLBOOK_PYTHON" -c 'import ast' 2>/dev/null || {
    echo "no Python here (ROLLBOOK_PYTHON, python3)"
    exit 77
}
problem() { # FACTOR
    printf 'import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x * %s\n' "$1"
    printf 'def get_inputs():\n    return [torch.rand(8, 4)]\ndef get_init_inputs():\n    return []\n'
}
mkdir -p suite/KernelBench/level1 suite/KernelBench/level2 suite/KernelBench/changelog
problem 2 >suite/KernelBench/level1/1_Twice.py
problem 3 >suite/KernelBench/level1/10_Thrice.py
problem 4 >suite/KernelBench/level2/1_Four.py
echo 'not a module' >suite/KernelBench/level1/notes.txt
echo 'import os' >suite/KernelBench/level1/__init__.py

count() { "$ROLLBOOK_BIN" sql --db "$1" --format csv 'SELECT count(*) FROM v_task' | tail -1; }

expect_status 0 task import-kernelbench suite --db t.db --json
has '"level":1'
has '"problems":2'
has '"version":null'
expect_status 0 task import-kernelbench suite --db t.db --format csv
has '^kernelbench-torch,1,.*,2,0,2,'
expect_status 0 task list --suite kernelbench-torch --db t.db --format csv
has '^kernelbench-torch:l1/1,1_Twice,'
has '^kernelbench-torch:l1/10,10_Thrice,'
has '^kernelbench-torch:l2/1,1_Four,'
has 'level2/1_Four.py'
! grep -q notes out || fail 'a file that is no module was taken'
expect_status 0 task show kernelbench-torch:10_Thrice --db t.db --json
has '"task":"kernelbench-torch:l1/10"'
expect_status 0 task show kernelbench-torch:10 --kernel module --db t.db
has 'return x \* 3'
expect_status 3 task show kernelbench-torch:11 --db t.db
said "no task 'kernelbench-torch:11'"
expect_status 0 sql --db t.db --format csv 'SELECT sha256, kind, module FROM v_task WHERE name = '"'1_Twice'"
has "^$(sha256sum <suite/KernelBench/level1/1_Twice.py | cut -c1-64),torch,"
# One level of it, any folder, and files without a number.
expect_status 0 task import-kernelbench suite/KernelBench/level2 --db one.db --format csv
has '^kernelbench-torch,2,.*,1,1,0,'
mkdir plain
problem 5 >plain/five_times.py
expect_status 0 task import-kernelbench plain --suite plain --db one.db
expect_status 0 task show plain:five_times --db one.db --kernel module
has 'return x \* 5'
[ "$(count one.db)" = 2 ] || fail "two tasks are wanted"

# What is no problem is named with its line, and nothing of the folder is stored.
refused() { # FILE WORDS
    expect_status 4 task import-kernelbench bad --suite bad --db "$3"
    said "$1"
    said "$2"
    [ "$(count "$3")" = 0 ] || fail "a part of the folder is stored"
}
"$ROLLBOOK_BIN" init bad.db >/dev/null
mkdir bad
problem 1 >bad/1_good.py
printf 'import torch\n\nclass Model(:\n' >bad/2_broken.py
refused 'bad/2_broken.py: line 3: ' 'syntax' bad.db
printf 'import torch\nclass Model:\n    pass\ndef get_inputs(): return []\n' >bad/2_broken.py
refused 'bad/2_broken.py: line 5: ' 'get_init_inputs' bad.db
printf 'x = 1\ny = 2\n\377\376' >bad/2_broken.py
refused 'bad/2_broken.py:3: not UTF-8' 'UTF-8' bad.db
printf 'x = 1\n\000' >bad/2_broken.py
refused 'bad/2_broken.py:2: not UTF-8' 'UTF-8' bad.db
head -c 5000000 /dev/zero | tr '\0' '#' >bad/2_broken.py
refused 'bad/2_broken.py' 'larger' bad.db
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "("; print "" }' >bad/2_broken.py
refused 'bad/2_broken.py: line 1: ' 'line 1' bad.db
rm bad/2_broken.py
problem 7 >bad/1_other.py
refused 'bad/1_good.py and bad/1_other.py are both problem 1' 'both problem' bad.db
rm bad/1_other.py
expect_status 0 task import-kernelbench bad --suite bad --db bad.db
problem 8 >bad/1_good.py
problem 9 >bad/3_new.py
expect_status 4 task import-kernelbench bad --suite bad --db bad.db
said "suite 'bad' has problem 1 of level 1 with another text"
[ "$(count bad.db)" = 1 ] || fail "a part of the folder is stored"
expect_status 0 task import-kernelbench bad --suite better --db bad.db

# Merging keeps modules, and does not take one for another.
expect_status 0 merge one.db bad.db --out all.db
[ "$(count all.db)" = 5 ] || fail "five tasks are wanted after the merge"
expect_status 0 task show better:3 --kernel module --db all.db
has 'return x \* 9'
problem 11 >plain/five_times.py
expect_status 0 task import-kernelbench plain --suite plain --db other.db
expect_status 1 merge one.db other.db --out never.db
said 'plain'

mkdir empty
expect_status 2 task import-kernelbench empty --db t.db
said 'no module'
expect_status 2 task import-kernelbench nowhere --db t.db
said 'nowhere'
expect_status 2 task import-kernelbench suite --suite kernelbench --db t.db
said "program's own suite"
expect_status 2 task import-kernelbench suite --suite 'a:b' --db t.db
said 'letters, digits'
expect_status 3 task import-kernelbench suite --levels 3 --db t.db
said 'no module of levels 3'
expect_status 2 task import-kernelbench suite --python /bin/false --db t.db
said 'ROLLBOOK_PYTHON'
expect_status 3 task list --suite nobody --db t.db
said "of suite 'nobody'"
