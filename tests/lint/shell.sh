# Every script parses as POSIX sh, and as shellcheck sees it where that is installed.
. "$(dirname -- "$0")/lib"
shell_files | while IFS= read -r file; do
    sh -n "$file" 2>&1 | sed "s|^|$file: |"
    if command -v shellcheck >/dev/null 2>&1; then
        shellcheck -s sh -S error -f gcc "$file" || true
    fi
done | verdict
