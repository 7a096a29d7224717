#!/bin/sh
# From a bare Debian 12 to a running Rollbook.
#
#   sh bootstrap.sh demo    install what is missing, build, run the study, draw the report
#   sh bootstrap.sh test    install what is missing, build, run every test
#
# Only Debian packages are used, and the network only when one of them is missing.
set -u
# Every message of a tool that this script reads is asked for in one language.
unset CDPATH
LC_ALL=C
export LC_ALL

build_packages="cmake ninja-build gcc g++ libc6-dev pkg-config libsqlite3-dev libcjson-dev
    libcurl4-openssl-dev libmicrohttpd-dev libhpdf-dev zlib1g-dev libseccomp-dev fonts-urw-base35"
test_packages="libcmocka-dev sqlite3 python3 curl poppler-utils qpdf dpkg-dev librsvg2-bin postgresql-15
    iproute2 strace file clang clang-format-14 shellcheck chromium chromium-driver texlive-latex-recommended lmodern
    python3-torch python3-setuptools python3-numpy python3-scipy python3-pytest"

usage() {
    cat <<'EOF'
usage: sh bootstrap.sh demo | test

  demo   installs missing Debian packages, builds the release program, runs best-of-N and
         test-time training for three seeds and draws report.pdf, all in demo/
  test   installs missing Debian packages, builds and runs every test; the last line is
         "N passed, N failed, N skipped"

A demo that was stopped goes on where it stopped when the same command is given again; one that
is complete is moved to demo/previous-N/.

Environment of demo:
  ROLLBOOK_DEMO        quick: a small study that takes less than a minute once Rollbook is built
  ROLLBOOK_DEMO_DIR    folder for rollbook.db and report.pdf   (demo)
  ROLLBOOK_DEMO_K      rollouts a task for best-of-N; test-time training takes half  (32; quick: 6)
  ROLLBOOK_DEMO_STEPS  updates of test-time training           (5; quick: 2)
  ROLLBOOK_DEMO_SEEDS  seeds of the runs                       (42 43 44; quick: 42 43)
  ROLLBOOK_DEMO_TASKS  level 1 problem numbers                 (4,5,12,14,15,18,30,32; quick: 4,5,12)
  ROLLBOOK_DEMO_BIN    a rollbook program that is built already; nothing is installed or built
EOF
}

say() {
    printf '%s\n' "bootstrap: $*" >&2
}

die() {
    say "$*"
    exit 1
}

# Prints the packages of the arguments that are not installed, one a line.
missing_packages() {
    for package in "$@"; do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=absent
        [ "$status" = installed ] || printf '%s\n' "$package"
    done
}

# Sets as_root to the command that gives root's rights, or fails.
find_root() {
    as_root=
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null 2>&1 || return 1
    as_root=sudo
    sudo -n true 2>/dev/null && return 0
    [ -t 0 ] && sudo -v
}

install_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        say "this is no Debian system; assuming that these packages' files are installed:"
        say "$*"
        return
    fi
    # shellcheck disable=SC2046 # one word a package
    set -- $(missing_packages "$@")
    [ $# -eq 0 ] && return
    say "missing packages: $*"
    find_root || die "cannot become root to install them; as root, run:
    apt-get update && apt-get install --no-install-recommends $*"
    apt_log=$(mktemp "${TMPDIR:-/tmp}/rollbook-apt.XXXXXX") || die "no temporary file"
    say "installing them; the output of apt-get goes to $apt_log"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >"$apt_log" 2>&1 ||
        say "apt-get update failed; trying with the package lists that are there"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
        "$@" >>"$apt_log" 2>&1 || {
        tail -n 20 "$apt_log" >&2
        die "apt-get could not install: $* (all of its output is in $apt_log)"
    }
}

# Candidates run in child processes that find the program through /proc/self/exe, and the
# sanitisers read /proc/self/maps.
need_proc() {
    [ -r /proc/self/exe ] && return
    die "/proc is not mounted (a chroot?); as root, run: mount -t proc proc /proc"
}

# A demo that ran before is kept: the database and report get the first free number.
move_aside() {
    [ -e "$1/rollbook.db" ] || return 0
    number=1
    while [ -e "$1/previous-$number" ]; do
        number=$((number + 1))
    done
    mkdir "$1/previous-$number" || return 1
    for name in rollbook.db rollbook.db-wal rollbook.db-shm report.pdf settings; do
        if [ -e "$1/$name" ]; then
            mv "$1/$name" "$1/previous-$number/" || return 1
        fi
    done
    say "the previous demo is now in $1/previous-$number"
}

# Starts a run, goes on with one that was stopped, or leaves one that is complete.
demo_run() {
    name=$1
    shift
    status=$("$rollbook" sql --db "$db" --format csv -q \
        "SELECT status FROM v_run WHERE run = '$name'" | tail -n +2)
    case $status in
    complete) say "$name is complete" ;;
    '') "$rollbook" run "$@" --db "$db" --split l1_seed42 --tasks "$tasks" --name "$name" ;;
    *) "$rollbook" run --resume "$name" --db "$db" ;;
    esac
}

demo_runs() {
    for seed in $seeds; do
        say "best-of-N, $k rollouts a task, seed $seed"
        demo_run "bon-$seed" best-of-n --k "$k" --seed "$seed" || return 1
        say "test-time training, $steps updates of $k_step rollouts a task, seed $seed"
        demo_run "ttt-$seed" ttt --k "$k_step" --steps "$steps" --seed "$seed" || return 1
    done
}

# What the study below measures; a demo goes on only with a database of the same settings.
demo_settings() {
    printf 'k=%s steps=%s seeds=%s tasks=%s\n' "$k" "$steps" "$seeds" "$tasks"
}

# Makes the database, or keeps the one of a demo that was stopped.
open_demo() {
    if [ -e "$db" ] && [ ! -e "$demo_dir/report.pdf" ] && [ -e "$demo_dir/settings" ] &&
        [ "$(cat "$demo_dir/settings")" = "$(demo_settings)" ]; then
        say "going on with the demo in $demo_dir, which was stopped"
        return
    fi
    move_aside "$demo_dir" || die "cannot move the previous demo aside in $demo_dir"
    "$rollbook" init "$db" >&2 || die "cannot make $db"
    demo_settings >"$demo_dir/settings" || die "cannot write $demo_dir/settings"
}

# An argument as a shell reads it back.
quoted() {
    case $1 in
    *[!A-Za-z0-9_./-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
    esac
}

next_commands() {
    program=$(quoted "$rollbook")
    database=$(quoted "$db")
    cat <<EOF
next, from any folder:
  $program analyze selection --db $database
  $program figure trajectory --db $database -o trajectory.pdf
  $program show run ttt-${seeds%% *} --db $database
EOF
}

build_release() {
    cmake --preset release &&
        cmake --build --preset release --target product
}

# Sets rollbook to the program, building it unless there is one.
find_program() {
    rollbook=${ROLLBOOK_DEMO_BIN:-}
    if [ -n "$rollbook" ]; then
        [ -x "$rollbook" ] || die "ROLLBOOK_DEMO_BIN is no program: $rollbook"
        return
    fi
    # shellcheck disable=SC2086 # one word a package
    install_packages $build_packages
    say "building, about 3 minutes of processor time; the output goes to $demo_dir/build.log"
    build_release >"$demo_dir/build.log" 2>&1 || {
        tail -n 40 "$demo_dir/build.log" >&2
        die "the build failed; all of its output is in $demo_dir/build.log"
    }
    rollbook=$PWD/build/release/rollbook
}

demo() {
    # The common settings, or small ones; each can be set by itself.
    set -- 32 5 "42 43 44" 4,5,12,14,15,18,30,32 "about 6 minutes"
    case ${ROLLBOOK_DEMO:-} in
    '') ;;
    quick) set -- 6 2 "42 43" 4,5,12 "less than a minute" ;;
    *) die "ROLLBOOK_DEMO is neither empty nor quick: $ROLLBOOK_DEMO" ;;
    esac
    k=${ROLLBOOK_DEMO_K:-$1}
    case $k in
    '' | *[!0-9]* | 0) die "ROLLBOOK_DEMO_K is no positive number: $k" ;;
    esac
    k_step=$(((k + 1) / 2))
    steps=${ROLLBOOK_DEMO_STEPS:-$2}
    seeds=${ROLLBOOK_DEMO_SEEDS:-$3}
    tasks=${ROLLBOOK_DEMO_TASKS:-$4}
    need_proc
    mkdir -p "$demo_dir" || die "cannot make the folder $demo_dir"
    trap 'say "stopped; the same command goes on from here"; exit 130' INT TERM
    find_program
    db=$demo_dir/rollbook.db
    open_demo
    say "with these settings the study takes $5 of processor time (here are $(nproc) processors);" \
        "Ctrl-C stops it, and the same command goes on"
    demo_runs || die "a run failed; $db holds what was measured until then"
    "$rollbook" report ttt-vs-bon --db "$db" -o "$demo_dir/report.pdf" >&2 ||
        die "the report failed; the measurements are in $db"
    printf 'report:   %s\ndatabase: %s\n' "$demo_dir/report.pdf" "$db"
    next_commands
}

run_tests() {
    need_proc
    # shellcheck disable=SC2086 # one word a package
    install_packages $build_packages $test_packages
    exec sh tests/run_all
}

if [ $# -ne 1 ]; then
    usage >&2
    exit 2
fi
caller_dir=$PWD
cd "$(dirname -- "$0")" || exit 1
demo_dir=${ROLLBOOK_DEMO_DIR:-$PWD/demo}
case $demo_dir in
/*) ;;
*) demo_dir=$caller_dir/$demo_dir ;;
esac

case $1 in
demo) demo ;;
test) run_tests ;;
-h | --help | help) usage ;;
*)
    usage >&2
    exit 2
    ;;
esac
