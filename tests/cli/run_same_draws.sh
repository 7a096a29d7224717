# The same seed draws the same rollouts for any number of workers; another seed draws others.
rows="SELECT task, sample, code_sha256, sum_logprob, completion_tokens FROM v_rollout WHERE run = 'r' ORDER BY 1, 2"
for setup in "a 5 1" "b 5 2" "c 6 2"; do
    # shellcheck disable=SC2086
    set -- $setup
    "$ROLLBOOK_BIN" run best-of-n --db "$1.db" --tasks 4,28 --k 8 --case tiny --seed "$2" --workers "$3" --name r -q >/dev/null
    "$ROLLBOOK_BIN" sql --db "$1.db" --format csv "$rows" >"$1.csv"
done
[ "$(wc -l <a.csv)" -eq 17 ]
cmp a.csv b.csv
cmp -s a.csv c.csv && { echo "another seed drew the same rollouts"; exit 1; }
# Step 0 of test-time training is the same draw.
"$ROLLBOOK_BIN" run ttt --db d.db --tasks 4,28 --k 8 --steps 1 --case tiny --seed 5 --name r -q >/dev/null
"$ROLLBOOK_BIN" sql --db d.db --format csv \
    "SELECT task, sample, code_sha256, sum_logprob, completion_tokens FROM v_rollout WHERE run = 'r' AND step = 0 ORDER BY 1, 2" >d.csv
cmp a.csv d.csv
