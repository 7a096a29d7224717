#!/bin/sh
# Runs one test script in a temporary folder of its own.  Exit 77 of the script means skipped.
set -u
script=$1
dir=$(mktemp -d "${TMPDIR:-/tmp}/rollbook-test.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
# Kernels compiled by another test of the same run are taken as they are (tests/run_all).
export ROLLBOOK_CACHE_DIR="${ROLLBOOK_TEST_CACHE:-$dir/cache}" ROLLBOOK_CONFIG_DIR="$dir/config"
# What a shell, a terminal or a CI server has set must not decide what a test sees.
unset CI COLUMNS ROLLBOOK_DB ROLLBOOK_PROGRESS_SECONDS ROLLBOOK_TRACE
export TERM=xterm LC_ALL=C.UTF-8
cd "$dir" || exit 1
sh -eu ${ROLLBOOK_TEST_TRACE:+-x} "$script"
