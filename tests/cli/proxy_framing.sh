# Requests that two servers could read differently are refused, all but /health want the token, and idle
# connections shut nobody out.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
start_server
start_proxy
address=${url#http://}

python3 "$ROLLBOOK_SOURCE_DIR/tests/support/raw_requests.py" "${address%:*}" "${address##*:}" >raw
cat >wanted <<'RAW'
plain: 200
chunked: 200
blank before colon: 400, closed
two lengths: 400, closed
equal lengths: 400, closed
length and chunked: 400, closed
length with sign: 400, closed
other coding: 400, closed
folded line: 400, closed
blank in a name: 400, closed
no colon: 400, closed
two hosts: 400, closed
80 lines: 200
300 lines: 431, closed
long line: 431, closed
climbing: 400, closed
climbing, encoded: 400, closed
climbing behind a tag: 400, closed
encoded slash: 400, closed
other form: 400, closed
folded name: 400, closed
folded by a tab: 400, closed
folded length: 400, closed
folded coding: 400, closed
folded first line: 400, closed
line of a colon: 400, closed
line without a name: 400, closed
length and a line of a colon: 400, closed
LF alone: 400, closed
one LF alone: 400, closed
CR within a line: 400, closed
NUL: 400, closed
blanks behind a length: 200
no blank before a length: 200
length of blanks: 400, closed
two runs: 400, closed
the proxy's own word: 400, closed
1000 parameters: 200
2000 parameters: 431, closed
two in a row: 200
chunks with words: 200
chunk without CR: 400, closed
chunk with sign: 400, closed
chunk too long: 400, closed
a byte at a time: 200
too large: 413, closed
RAW
diff wanted raw || complain 'raw requests were answered otherwise'
! grep -q smuggled log.jsonl || complain 'a hidden request reached the server'
! grep -qE 'X-Abcd|Content-Length0|X-T' log.jsonl || complain 'a header reached the server that nobody sent'
! grep -q admin log.jsonl || complain 'a path climbed out of the server'

grep -q 'every user and program of this machine' proxy.err || complain "nothing is said of a shared machine: $(cat proxy.err)"
health=$(python3 "$ROLLBOOK_SOURCE_DIR/tests/support/raw_requests.py" "${address%:*}" "${address##*:}" idle 2000 2>&1) || true
[ "$health" = 'health beside 2000 idle: 200' ] || complain "$health"
stop_proxy 0

# The token.
ROLLBOOK_T=secret start_proxy --token-env ROLLBOOK_T
for path in /run/a/health /v1/models /evaluate /run/a/task/b/health /health/x; do
    [ "$(ask -o /dev/null -w '%{http_code}' "$url$path")" = 401 ] || complain "$path passes without the token"
done
[ "$(ask -o /dev/null -w '%{http_code}' "$url/health")" = 200 ] || complain '/health asks for a token'
stop_proxy 0
[ "$failures" -eq 0 ]
