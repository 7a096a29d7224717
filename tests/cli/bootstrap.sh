# bootstrap.sh explains itself, asks for what is missing, and its demo ends at a PDF.
# labels: slow
bootstrap=$ROLLBOOK_SOURCE_DIR/bootstrap.sh
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# status EXPECTED ARGUMENTS...
expect_status() {
    expected=$1
    shift
    status=0
    "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$expected" ] || {
        cat out err
        fail "status $status, not $expected: $*"
    }
}

expect_status 2 sh "$bootstrap"
grep -q '^usage:' err || fail "no usage"
expect_status 2 sh "$bootstrap" frobnicate
expect_status 2 sh "$bootstrap" demo twice
expect_status 0 sh "$bootstrap" --help

# A package is missing and nobody can become root: it says what to install, and installs nothing.
mkdir bin
cat >bin/dpkg-query <<'EOF'
#!/bin/sh
for last in "$@"; do :; done
[ "$last" = libhpdf-dev ] && exit 1
echo installed
EOF
printf '#!/bin/sh\necho 1000\n' >bin/id
printf '#!/bin/sh\nexit 1\n' >bin/sudo
printf '#!/bin/sh\necho "$*" >>%s/apt.log\n' "$PWD" >bin/apt-get
chmod +x bin/*
expect_status 1 env PATH="$PWD/bin:$PATH" ROLLBOOK_DEMO_DIR="$PWD/none" sh "$bootstrap" demo
grep -q 'missing packages: libhpdf-dev$' err || fail "does not name the missing package alone"
grep -q 'apt-get install --no-install-recommends libhpdf-dev' err || fail "does not say what to do"
[ ! -e apt.log ] || fail "ran apt-get without root's rights"

# With sudo it installs exactly that, after an update.
printf '#!/bin/sh\n[ "$1" = -n ] && exit 0\nexec "$@"\n' >bin/sudo
printf '#!/bin/sh\nexit 1\n' >bin/cmake
chmod +x bin/cmake
expect_status 1 env PATH="$PWD/bin:$PATH" ROLLBOOK_DEMO_DIR="$PWD/none" sh "$bootstrap" demo
grep -q 'the build failed' err || fail "does not report a failed build"
printf '%s\n' '-q update' '-q -y install --no-install-recommends libhpdf-dev' | cmp -s - apt.log ||
    fail "apt-get was called otherwise: $(cat apt.log)"

# The whole way, small: stopped in its second run, gone on with; and a second time, which keeps the first.
start_demo() {
    ROLLBOOK_DEMO_DIR="$PWD/demo folder" ROLLBOOK_DEMO_BIN=$ROLLBOOK_BIN ROLLBOOK_DEMO_K=4 ROLLBOOK_DEMO_STEPS=1 \
        ROLLBOOK_DEMO_SEEDS="1 2" ROLLBOOK_DEMO_TASKS=4,28 sh "$bootstrap" demo >out 2>err
}
mkdir "demo folder"
ln -s "demo folder" demo
mkdir wrapped
cat >wrapped/rollbook <<EOF
#!/bin/sh
case "\$*" in *"run ttt"*"seed 1"*) timeout -s INT 1 "$ROLLBOOK_BIN" "\$@" -q; exit 130 ;; esac
exec "$ROLLBOOK_BIN" "\$@"
EOF
chmod +x wrapped/rollbook
real=$ROLLBOOK_BIN
ROLLBOOK_BIN=$PWD/wrapped/rollbook
! start_demo || fail "a demo whose run was stopped succeeds"
ROLLBOOK_BIN=$real
[ ! -e demo/report.pdf ] || fail "a stopped demo has a report"
stopped=$("$ROLLBOOK_BIN" sql --db demo/rollbook.db --format csv "SELECT count(*) FROM v_rollout WHERE run = 'bon-1'" | tail -n 1)
[ "$stopped" -eq 8 ] || fail "the first run was not kept: $stopped"
start_demo || fail "going on with a stopped demo: $(cat err)"
grep -q 'going on with the demo' err || fail "a stopped demo was begun anew: $(cat err)"
grep -q 'bon-1 is complete' err || fail "a complete run was run again: $(cat err)"
[ ! -e demo/previous-1 ] || fail "a stopped demo was moved aside"
grep -q 'of processor time' err || fail "does not say how long it takes"

# Its last lines are commands that work as printed, from another folder.
sed -n 's/^  //p' out >next.sh
[ "$(wc -l <next.sh)" -eq 3 ] || fail "not three commands: $(cat out)"
mkdir other
(cd other && sh -eu ../next.sh >../log 2>&1) || fail "the next commands do not work: $(cat next.sh log)"
[ -s other/trajectory.pdf ] || fail "the figure of the next commands is not there"

demo() {
    start_demo || {
        cat err
        fail "the demo fails"
    }
    grep -qx "report:   $PWD/demo folder/report.pdf" out || fail "does not say where the report is"
    grep -qx "database: $PWD/demo folder/rollbook.db" out || fail "does not say where the database is"
    [ "$(head -c 5 demo/report.pdf)" = %PDF- ] || fail "the report is no PDF"
}
"$ROLLBOOK_BIN" sql --db demo/rollbook.db --format csv \
    'SELECT run, count(*) FROM v_rollout GROUP BY run ORDER BY run' | tail -n +2 >counts
printf '%s\n' bon-1,8 bon-2,8 ttt-1,8 ttt-2,8 | cmp -s - counts ||
    fail "the demo stored other rollouts: $(cat counts)"
demo
[ ! -e demo/rollbook.db-wal ] || fail "the finished database has a log beside it"
[ -e demo/previous-1/rollbook.db ] && [ -e demo/previous-1/report.pdf ] ||
    fail "the second demo did not keep the first"
