# A room (a folder of C, headers or Python, not of data or tests) has at most 6,000 lines of them and a
# README.md; the number of its files is free.  Every room of layers.txt exists.
. "$(dirname -- "$0")/lib"
{
    tree_files | grep -E '\.(c|h|py)$' | grep -Ev '^(tests|bench|src/eval/torch/shim)/' | sed 's|/[^/]*$||' | sort -u |
        while IFS= read -r room; do
            n=$(find "$room" -maxdepth 1 -type f \( -name '*.[ch]' -o -name '*.py' \) -exec cat {} + | wc -l)
            [ "$n" -le 6000 ] || echo "$room: $n lines; a room has at most 6000"
            [ -f "$room/README.md" ] || echo "$room: has no README.md"
        done
    if [ -f tests/lint/layers.txt ]; then
        sed -n 's/^\([a-z][^:]*\):.*/\1/p' tests/lint/layers.txt | while IFS= read -r room; do
            [ -d "$room" ] || echo "tests/lint/layers.txt: $room is no folder"
        done
    fi
} | verdict
