# A room, which is a folder of C, headers or Python, has at most 45 files and a README.md that says
# what lives there.  Every room of layers.txt exists.  Folders of data and of tests are no rooms.
. "$(dirname -- "$0")/lib"
{
    tree_files | grep -E '\.(c|h|py)$' | grep -Ev '^(tests|bench|src/eval/torch/shim)/' | sed 's|/[^/]*$||' | sort -u |
        while IFS= read -r room; do
            n=$(find "$room" -maxdepth 1 -type f | wc -l)
            [ "$n" -le 45 ] || echo "$room: $n files; a room has at most 45"
            [ -f "$room/README.md" ] || echo "$room: has no README.md"
        done
    if [ -f tests/lint/layers.txt ]; then
        sed -n 's/^\([a-z][^:]*\):.*/\1/p' tests/lint/layers.txt | while IFS= read -r room; do
            [ -d "$room" ] || echo "tests/lint/layers.txt: $room is no folder"
        done
    fi
} | verdict
