# Analyses give the same bytes from one thread and from many, and from rows in any order.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# Three runs a, b and c of 9 tasks x 30 samples; about half are correct, speedups around 1, ties too.
awk 'BEGIN {
    s = 12345
    for (run = 1; run <= 3; run++) for (task = 1; task <= 9; task++) for (k = 0; k < 30; k++) {
        s = (s * 16807) % 2147483647; u = s / 2147483647
        s = (s * 16807) % 2147483647; v = s / 2147483647
        s = (s * 16807) % 2147483647; w = s / 2147483647
        ok = u < 0.2 + task / 15
        printf "{\"run\": \"%c\", \"task\": \"t%d\", \"level\": 1, \"problem\": %d, \"sample\": %d, \"correct\": %s, ", 96 + run, task, task, k, ok ? "true" : "false"
        if (ok) printf "\"time\": %.2f, \"base\": 2, ", 1 + 2.4 * v - 0.1 * run
        printf "\"tokens\": %d, \"sum\": -%.3f, \"mean\": -%.3f}\n", 100 + 400 * v, 50 + 100 * w, w
    }
}' >rows.jsonl
cat >map.json <<'END'
{"suite": "s", "fields": {"task": "/task", "level": "/level", "problem": "/problem", "sample": "/sample",
 "correct": "/correct", "runtime_us": "/time", "baseline_us": "/base", "baseline": {"constant": "reference"},
 "completion_tokens": "/tokens", "sum_logprob": "/sum", "mean_logprob": "/mean"}}
END
# import DB: the rows of rows.jsonl on standard input, run by run.
import() {
    cat >all.jsonl
    for run in $2; do
        grep "\"run\": \"$run\"" all.jsonl >"$run.jsonl"
        "$ROLLBOOK_BIN" ingest jsonl "$run.jsonl" --map map.json --run-name "$run" --db "$1" >said 2>&1 ||
            fail "import: $(cat said)"
    done
}
import first.db "a b c" <rows.jsonl
awk '{ print (NR * 7919) % 1009 "\t" $0 }' rows.jsonl | sort -n | cut -f2- | import second.db "c a b"

analyses() {
    cat <<'END'
fast-p --runs a,b,c
fast-p --runs a,b,c --by all --replicates 3000
fast-p --runs a,b,c --by all --bootstrap crossed
fast-p --runs a,b,c --by all --bootstrap two-level --denominator correct
fast-p --runs a,b,c --by all --bootstrap stratified
scaling --runs a,b,c --k 1,2.5,8,30
scaling --runs a,b --k 1,4 --new-tasks
equivalent-k --base a,b --run c --step 0
compare --a a --b b
selection --runs a,b,c
selection --runs a,b,c --rules all --m 2
END
}
# all DB THREADS OUT
all() {
    : >"$3"
    analyses | while read -r line; do
        # shellcheck disable=SC2086
        "$ROLLBOOK_BIN" analyze $line --db "$1" --threads "$2" --json >>"$3" 2>err </dev/null ||
            echo "analyze $line: $(cat err)" >>failed
    done
    [ ! -e failed ] || fail "$(cat failed)"
}
all first.db 1 one
for threads in 2 4; do
    all first.db $threads many
    cmp one many || fail "$threads threads change the output: $(diff one many | head -n 4)"
done
ROLLBOOK_THREADS=3 "$ROLLBOOK_BIN" analyze fast-p --runs a,b,c --db first.db --json >by_environment
"$ROLLBOOK_BIN" analyze fast-p --runs a,b,c --db first.db --json >by_default
cmp by_environment by_default || fail "ROLLBOOK_THREADS changes the output"
all second.db 2 shuffled
cmp one shuffled || fail "another order of rows changes the output: $(diff one shuffled | head -n 4)"
# What is compared is there: intervals that resampling made, and streams that depend on the seed.
grep -q '"interval": *"bootstrap"' one || fail "no bootstrap interval"
"$ROLLBOOK_BIN" analyze scaling --runs a,b,c --k 1,2.5,8,30 --db first.db --json >one_seed
"$ROLLBOOK_BIN" analyze scaling --runs a,b,c --k 1,2.5,8,30 --db first.db --resample-seed 1 --json >other_seed
cmp -s other_seed one_seed && fail "the seed changes nothing"
for bad in 0 -1 1000 x; do
    status=0
    ROLLBOOK_THREADS=$bad "$ROLLBOOK_BIN" analyze fast-p --runs a --db first.db >out 2>err || status=$?
    [ "$status" -eq 2 ] || fail "ROLLBOOK_THREADS=$bad ends with $status"
done
exit 0
