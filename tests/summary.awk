# Counts the tests in the JUnit files that ctest writes and names those that did not pass.
#
# A skipped test says why in the last line it prints.  A test that could not be started is a
# failure, whatever ctest calls it.  Files named second-* come first: they hold the second try of
# tests that failed in the others.  With names=1 only the names of the failed tests are printed.

function attribute(line, name,    at, rest) {
    at = index(line, " " name "=\"")
    if (at == 0)
        return ""
    rest = substr(line, at + length(name) + 3)
    return plain(substr(rest, 1, index(rest, "\"") - 1))
}

function plain(text) {
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&amp;/, "\\&", text)
    return text
}

function keep_last_line(text) {
    text = plain(text)
    sub(/^[ \t]+/, "", text)
    sub(/[ \t\r]+$/, "", text)
    if (text != "")
        last = text
}

function finish_test() {
    if (name == "")
        return
    if (FILENAME ~ /(^|\/)second-[^\/]*$/) {
        second[name] = verdict
    } else if (verdict == "skipped") {
        skipped++
        skip_list = skip_list "  " name ": " (last == "" ? "no reason given" : last) "\n"
    } else if (verdict == "passed") {
        passed++
    } else if (second[name] == "passed") {
        passed++
        unsteady_list = unsteady_list "  " name (why == "" ? "" : ": " why) "\n"
    } else {
        failed++
        if (names)
            print name
        fail_list = fail_list "  " name (why == "" ? "" : ": " why) "\n"
    }
    name = ""
}

/<testcase / {
    name = attribute($0, "name")
    status = attribute($0, "status")
    verdict = status == "run" ? "passed" : "failed"
    last = ""
    why = status == "run" || status == "fail" ? "" : status
}

name != "" && /<skipped / {
    why = attribute($0, "message")
    if (why ~ /^SKIP_RETURN_CODE=/)
        verdict = "skipped"
}

name != "" && /<failure/ { verdict = "failed" }

# Single cases that a test program leaves out, by cmocka's own words.
name != "" && verdict == "passed" && /\[  SKIPPED \] [A-Za-z_]/ {
    case_name = $0
    sub(/.*\[  SKIPPED \] /, "", case_name)
    if (!((name, case_name) in seen)) {
        seen[name, case_name] = 1
        cases = cases "  " name ", case " plain(case_name) "\n"
    }
}

/<system-out>/ {
    inside = 1
    sub(/.*<system-out>/, "")
}

inside {
    text = $0
    if (sub(/<\/system-out>.*/, "", text))
        inside = 0
    keep_last_line(text)
}

/<\/testcase>/ { finish_test() }

END {
    if (names)
        exit 0
    if (unsteady_list != "")
        printf "failed first and passed at a second try, alone:\n%s", unsteady_list
    if (fail_list != "")
        printf "failed:\n%s", fail_list
    if (cases != "")
        printf "cases left out inside tests that ran:\n%s", cases
    if (skip_list != "")
        printf "skipped:\n%s", skip_list
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0 || passed == 0
}
