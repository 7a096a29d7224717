# Splits C into code and strings, for the lints.  Call strip(line) on each line in order: it returns
# the line with comments removed and literals emptied, and sets strings to the text of its string
# literals, each followed by a blank.  Set in_comment to 0 when a new file begins.

function strip(line,    out, rest, at, c, text) {
    strings = ""
    out = ""
    rest = line
    while (rest != "") {
        if (in_comment) {
            at = index(rest, "*/")
            if (at == 0)
                return out
            rest = substr(rest, at + 2)
            in_comment = 0
            continue
        }
        at = match(rest, /["']|\/\*|\/\//)
        if (at == 0)
            return out rest
        out = out substr(rest, 1, at - 1)
        c = substr(rest, at, 1)
        if (c == "/") {
            if (substr(rest, at, 2) == "//")
                return out
            in_comment = 1
            rest = substr(rest, at + 2)
            continue
        }
        rest = substr(rest, at + 1)
        text = literal(rest, c)
        if (c == "\"")
            strings = strings text " "
        out = out c c
        rest = substr(rest, length(text) + 2)
    }
    return out
}

# The text up to the closing quote, escapes kept.
function literal(rest, quote,    i, c) {
    for (i = 1; i <= length(rest); i++) {
        c = substr(rest, i, 1)
        if (c == "\\")
            i++
        else if (c == quote)
            return substr(rest, 1, i - 1)
    }
    return rest
}
