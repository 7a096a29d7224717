# --correct-trials and --timed-runs: made, stored, shown, kept by replays and by a run that goes on; the mode's without them.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
export ROLLBOOK_DB=x.db
kernel=$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_4_reference.cu

# A machine that is busy may make times that nobody believes; then there are none, and it is asked again.
timed() {
    for i in 1 2 3 4 5 6 7 8; do
        expect_status 0 eval "$kernel" --task l1/4 --case tiny "$@" --json
        n=$(grep -o ',"samples_us":\[[^]]*' out | tr ',' '\n' | grep -c '[0-9]') || n=0
        [ "$n" -eq 0 ] || return 0
    done
}
timed --timed-runs 100 --correct-trials 9
[ "$n" -eq 100 ] || complain "$n samples: $(cat out)"
has '"correct_trials":9'
has '"timed_runs":100'
made=$(grep -o '"trials_run":[0-9]*' out | grep -o '[0-9]*$')
[ "$made" -ge 109 ] || complain "$made runs were checked, not 9 and 100"
expect_status 0 eval "$kernel" --task l1/4 --case tiny --timed-runs 3
has '1 checked and 3 timed runs'
timed
has '"correct_trials":null'
[ "$n" -ge 5 ] || complain "$n samples without numbers: $(cat out)"
expect_status 0 eval "$kernel" --task l1/4 --case tiny --timed-runs 30 --adaptive
for bad in "--timed-runs 0" "--timed-runs -1" "--timed-runs 10001" "--correct-trials 1001" "--timed-runs x" "--timed-runs 10 --adaptive"; do
    expect 2 eval "$kernel" --task l1/4 --case tiny $bad
    expect 2 run best-of-n --tasks 4 --case tiny --k 1 $bad
done

# The GRPO study times 100 runs.
expect_status 0 run best-of-n --tasks 4,19 --case tiny --k 3 --seed 5 --timed-runs 100 --name grpo -q
expect_status 0 run best-of-n --tasks 4 --case tiny --k 2 --seed 5 --correct-trials 12 --name checked -q
expect_status 0 replay grpo -q
rows "SELECT run, eval_mode, coalesce(correct_trials, '-'), coalesce(timed_runs, '-'), min(n_samples) >= coalesce(timed_runs, 5)
      FROM v_evaluation WHERE outcome = 'measured' GROUP BY 1, 2, 3, 4 ORDER BY run" \
    'checked,fast,12,-,1\ngrpo,fast,-,100,1\nreplay-grpo,fast,-,100,1\n'
rows "SELECT min(trials_run) >= 17 FROM v_evaluation WHERE run = 'checked' AND outcome = 'measured'" '1\n'
rows "SELECT json_extract(config, '\$.timed_runs.value'), json_extract(config, '\$.timed_runs.origin'), json_extract(config, '\$.correct_trials.origin') FROM run WHERE name = 'grpo'" \
    '100,option,default\n'
expect_status 0 show evaluation 1
has '^timed_runs  *100$'
expect_status 0 verify --deep
"$ROLLBOOK_BIN" init empty.db >/dev/null
expect_status 0 merge x.db empty.db --out merged.db
ROLLBOOK_DB=merged.db rows "SELECT count(*) FROM v_evaluation WHERE timed_runs = 100" '12\n'
