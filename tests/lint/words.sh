# Nothing unfinished is left behind, and nothing is fetched from an address while building.
. "$(dirname -- "$0")/lib"
{
    text_files | grep -v '^tests/lint/' | tr '\n' '\0' |
        xargs -0 grep -nIwE 'TODO|FIXME|XXX|HACK|stub|stubs|stubbed'
    text_files | grep -E '(^|/)(CMakeLists\.txt|CMakePresets\.json|bootstrap\.sh)$|^cmake/|^\.ci/' | tr '\n' '\0' |
        xargs -0 -r grep -nIE 'https?://|ftp://' /dev/null
} | sed 's/$/   <- remove this word/' | verdict
