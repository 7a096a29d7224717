# A level measured on a device that is not NVIDIA's: what fast-p, summary and sweep say of it.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
result_files

export ROLLBOOK_DB=t.db
"$ROLLBOOK_BIN" ingest kernelbench given/device_level1/eval_results.json --level 1 --run-name one >/dev/null
"$ROLLBOOK_BIN" ingest kernelbench-baseline given/device_level1/baseline_time_torch.json --name torch_eager >/dev/null

expect_status 0 analyze fast-p --run one --baseline torch_eager --p 0,0.5,0.8,1,1.5,2 --format csv
grep '^one,' out | cut -d, -f1-6 >got
cat >want <<'END'
one,torch_eager,0,99,100,0.99
one,torch_eager,0.5,25,100,0.25
one,torch_eager,0.8,13,100,0.13
one,torch_eager,1,7,100,0.07
one,torch_eager,1.5,6,100,0.06
one,torch_eager,2,4,100,0.04
END
cmp got want || fail "fast_p differs: $(cat out)"

expect_status 0 analyze fast-p --run one --baseline torch_eager --p 0 --interval clopper-pearson --json
has '"schema":"rollbook.analyze.fast-p/1"'
has '"interval":"clopper-pearson"'
has '"ci_low":0.94554061460'

expect_status 0 analyze summary --run one --baseline torch_eager --json
has '"attempted":100,"compiled":100,"correct":99,"timed":99'
meets one_device geomean=geomean_speedup median=median_speedup mean=mean_speedup min=min_speedup max=max_speedup
expect_status 0 analyze sweep --baseline torch_eager --json
has '"n":100,"compiled":100,'
meets one_device n=n_measured geomean=geomean_speedup median=median_speedup

# Another device's baseline of the same name: said aloud when it is the only one, a choice when not.
sed 's/"Device X"/"Device Y"/' given/device_level1/baseline_time_torch.json >other.json
"$ROLLBOOK_BIN" ingest kernelbench-baseline other.json --name other >/dev/null
"$ROLLBOOK_BIN" analyze fast-p --explain --run one --baseline other --p 1 >out
grep -Eiq 'hardware (mismatch|not checked)' out || fail "mismatch not reported: $(cat out)"
grep -q 'Device Y' out || fail "hardware not named: $(cat out)"
