# Code without comments and blanks, for evaluator.sh.  Texts stay, since options of compilers are texts; Python stays as it is.
FNR == 1 {
    in_comment = 0
    print FILENAME
}
/^#define EVALUATOR_VERSION / { next }
FILENAME ~ /[.]py$/ {
    print
    next
}
{
    code = strip($0)
    code = code strings
    gsub(/[ \t]+/, "", code)
    if (code != "")
        printf "%s", code
}
