# Results in the shape that others publish: the ratio of 1089 is found, and nothing that is no finding is.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
result_files
expect_status 0 ingest kernelbench-log given/four_levels/evaluation.log --db x.db
expect_status 1 audit --db x.db --format csv
has '^error,speedup_bound,log_l2,1,"l2/1 sample 0: 1089.22x'
[ "$(grep -c '^error' out)" -eq 1 ] || fail "$(cat out)"
[ "$(tail -n +2 out | cut -d, -f2 | sort -u | tr '\n' ' ')" = 'rounded_times speedup_bound speedup_flagged speedup_in_noise ' ] || fail "$(cat out)"
