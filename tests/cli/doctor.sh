# labels: release
# What a new machine is told: what is there, what is missing and why, and whether known verdicts come out.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect 0 doctor --python /nonexistent/python
grep -Eq '^ok +compiler' out || complain "no compiler: $(cat out)"
grep -Eq '^ok +sandbox +seccomp' out || complain "no line about the sandbox: $(cat out)"
grep -Eq '^missing +pytorch .*/nonexistent/python' out || complain "an interpreter that is not there: $(cat out)"
expect 0 doctor --python /nonexistent/python --json
grep -q '"schema":"rollbook.doctor/1"' out || complain "no JSON: $(cat out)"

# Without a compiler: what is missing, and status 1.
mkdir nothing
status=0
PATH=$PWD/nothing "$ROLLBOOK_BIN" doctor >out 2>err || status=$?
[ "$status" -eq 1 ] || complain "without g++ the status is $status"
grep -Eq '^missing +compiler +g\+\+' out && grep -q 'apt-get install g++' out || complain "without g++ it says: $(cat out)"

# A folder that cannot be written is told as such, not as a missing compiler.
status=0
ROLLBOOK_CACHE_DIR=/proc/rollbook "$ROLLBOOK_BIN" doctor >out 2>err || status=$?
[ "$status" -eq 1 ] || complain "without a cache the status is $status"
grep -Eq '^failed +disk +cache.*/proc/rollbook' out || complain "without a cache it says: $(cat out)"
grep -Eq '^ok +compiler' out || complain "the compiler is blamed: $(cat out)"

# A file that is no database, and a folder for temporary files that cannot be written.
echo junk >junk.db
TMPDIR=/proc/rollbook
export TMPDIR
expect 1 doctor --db junk.db --python /nonexistent/python
unset TMPDIR
grep -Eq '^failed +disk +its rows +junk.db: not a Rollbook database' out || complain "a damaged database: $(cat out)"
grep -Eq '^failed +disk +TMPDIR +/proc/rollbook' out || complain "temporary files: $(cat out)"

# A torch that does not start: its own last words, by doctor, device and eval.
if python3 -c '' 2>/dev/null; then
    mkdir -p broken/torch
    echo 'raise ImportError("libbroken.so.7: cannot open shared object file")' >broken/torch/__init__.py
    PYTHONPATH=$PWD/broken
    export PYTHONPATH
    expect 1 doctor --python python3
    grep -Eq '^failed +pytorch +torch +ImportError: libbroken.so.7' out || complain "the cause is lost: $(cat out)"
    expect 0 device --python python3
    grep -q 'libbroken.so.7' out || complain "device does not say why: $(cat out)"
    echo 'class Model: pass' >module.py
    expect 2 eval module.py --problem module.py --python python3
    said 'does not start: ImportError: libbroken.so.7'
    expect 1 doctor --python false
    unset PYTHONPATH
fi

# Known verdicts, kept where a database is named.
expect 0 doctor --certify --db kept.db
grep -q '24 of 24 verdicts are the known ones' out || complain "known verdicts: $(cat out)"
grep -Eq 'sha256 of the program [0-9a-f]{64}, of the set [0-9a-f]{64}' out || complain "no hashes: $(cat out)"
export ROLLBOOK_DB=kept.db
rows "SELECT count(*) FROM v_rollout WHERE run LIKE 'certify-cpu-%'" '24\n'
expect 2 doctor --certify --backend abacus
