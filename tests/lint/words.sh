# Nothing unfinished is left behind, nothing is fetched from an address while building, and a judge
# is a language model: what decides in the evaluator is the checker (docs/glossary.md).  Nothing is
# read from a folder beside the repository.
. "$(dirname -- "$0")/lib"
{
    text_files | grep -v '^tests/lint/' | tr '\n' '\0' |
        xargs -0 grep -nIwE 'TODO|FIXME|XXX|HACK|stub|stubs|stubbed' || true
    text_files | grep -E '(^|/)(CMakeLists\.txt|CMakePresets\.json|bootstrap\.sh)$|^cmake/|^\.ci/' | tr '\n' '\0' |
        xargs -0 -r grep -nIE 'https?://|ftp://' /dev/null || true
    text_files | grep -v '^tests/lint/' | tr '\n' '\0' | xargs -0 grep -nIE '(^|[^A-Za-z0-9_-])shared/' || true
    text_files | grep -E '^src/eval/|^docs/evaluator[.]md$' | tr '\n' '\0' | xargs -0 -r grep -nIiE 'judg' /dev/null || true
} | sed 's/$/   <- remove this word/' | verdict
