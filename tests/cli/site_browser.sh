# The pages in a real browser: nothing on the console, filters and differences work, contrast and labels, and a hostile database.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
support=$ROLLBOOK_SOURCE_DIR/tests/support
for program in chromium chromedriver python3; do
    command -v "$program" >/dev/null || {
        echo "skipped: $program is not installed (Debian: chromium chromium-driver)"
        exit 77
    }
done
expect_status 0 run best-of-n --db study.db --tasks 4,5 --case tiny --k 6 --seed 1 --name bon-1 -q
expect_status 0 run ttt --db study.db --tasks 4,5 --case tiny --k 4 --steps 2 --seed 1 --name ttt-1 -q
expect_status 0 run refine --db study.db --tasks 4 --case tiny --k 2 --turns 3 --seed 1 --name refine-1 -q
settle study.db
expect_status 0 site pages --db study.db --tokens ttt-1 -q
python3 "$support/site_browse.py" works pages || complain "what pages do"
python3 "$support/site_browse.py" pages pages || complain "how pages look"

cp study.db evil.db
python3 "$support/hostile_rows.py" evil.db || fail "no hostile rows"
expect_status 0 site evil --db evil.db -q
python3 "$support/site_check.py" "$ROLLBOOK_BIN" evil.db evil links || complain "links of hostile pages"
python3 "$support/site_browse.py" hostile evil || complain "a hostile database"
"$ROLLBOOK_BIN" view --db evil.db --no-browser >address 2>err &
server=$!
at_end='kill $server 2>/dev/null || :'
wait_for "no address" grep -q token= address
python3 "$support/site_browse.py" hostile evil "$(cat address)" || complain "a hostile database from a server; $(cat err)"
exit $failures
