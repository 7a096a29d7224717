#!/bin/sh
# The baseline itself: right, and about as fast as the baseline.
set -eu
cp "$(dirname -- "$0")/{{candidate}}" "${ROLLBOOK_HARBOR_APP:-/app}/{{candidate}}"
