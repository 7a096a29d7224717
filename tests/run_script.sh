#!/bin/sh
# Runs one test script in a temporary folder of its own.  Exit 77 of the script means skipped.
set -u
script=$1
dir=$(mktemp -d "${TMPDIR:-/tmp}/rollbook-test.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
export ROLLBOOK_CACHE_DIR="$dir/cache"
cd "$dir" || exit 1
sh -eu ${ROLLBOOK_TEST_TRACE:+-x} "$script"
