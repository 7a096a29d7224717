#!/bin/sh
# Runs one file of python/tests with pytest, in the folder that run_script.sh made.  Cases that are left out are
# printed as cmocka prints them, so that the summary names each with its reason.
set -u
python=${ROLLBOOK_TEST_PYTHON:-python3}
"$python" -c 'import pytest' 2>/dev/null || {
    [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import pytest' 2>/dev/null && python=/usr/bin/python3
} || {
    echo "pytest is missing: apt-get install python3-pytest, or ROLLBOOK_TEST_PYTHON names a Python that has it"
    exit 77
}
export PYTHONPATH="$ROLLBOOK_SOURCE_DIR/python${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1 ROLLBOOK_PROGRAM="$ROLLBOOK_BIN"
exec "$python" -m pytest -q -p no:cacheprovider -c "$ROLLBOOK_SOURCE_DIR/python/pyproject.toml" \
    --rootdir "$ROLLBOOK_SOURCE_DIR/python" "$1"
