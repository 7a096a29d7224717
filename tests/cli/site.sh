# A database as pages: links lead somewhere, the numbers are those of the commands, and a folder of somebody else's is left alone.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
for seed in 1 2; do
    expect_status 0 run best-of-n --db study.db --tasks 4,5 --case tiny --k 4 --seed $seed --name bon-$seed -q
done
expect_status 0 run ttt --db study.db --tasks 4,5 --case tiny --k 4 --steps 2 --seed 1 --name ttt-1 -q
expect_status 0 run refine --db study.db --tasks 4 --case tiny --k 2 --turns 3 --seed 1 --name refine-1 -q

expect_status 0 site pages --db study.db --tokens ttt-1 -q
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" study.db pages >checked 2>&1 || fail "$(cat checked)"
[ -z "$(find . -name '*.partial*')" ] || fail "a draft was left behind: $(find . -name '*.partial*')"

expect 2 site pages --db study.db
said "the site exists; --replace writes it again"
expect_status 0 site again --db study.db --tokens ttt-1 -q
diff -r pages again >differs || fail "the same database gives other pages: $(head -5 differs)"
expect 0 site again --db study.db --run bon-1,bon-2 --replace -q
[ ! -e again/run/3.html ] || complain "a page of a run that was not asked for is left"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/site_check.py" "$ROLLBOOK_BIN" study.db again >checked 2>&1 || fail "$(cat checked)"

mkdir mine
echo x >mine/index.html
expect 2 site mine --db study.db
expect 2 site mine --db study.db --replace
said "is not a site"
[ "$(ls mine)" = index.html ] || complain "a foreign folder was changed"
expect 3 site new --db study.db --run nobody
expect_status 0 init empty.db
expect 3 site new --db empty.db
[ ! -e new ] || complain "a site of nothing"
exit $failures
