# A problem with several shapes through a queue: the worker needs nothing but the job, and its rows are those of a local run.
# A worker without PyTorch, and one of another backend, say what to type.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch, yaml' 2>/dev/null || {
    echo "$python has no torch or no yaml (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
export ROLLBOOK_PYTHON="$python" ROLLBOOK_DB=shapes.db
make_queue
expect_status 0 task import-shapes "$ROLLBOOK_SOURCE_DIR/tests/fixtures/shapes" --suite mine

# Right at all shapes, and wrong at one.
cat >answers.json <<'END'
{"rollouts": [
 {"task": "mine:row_max", "sample": 0, "text": "```python\ndef custom_kernel(data):\n    return data[0].amax(1)\n```"},
 {"task": "mine:row_max", "sample": 1, "text": "```python\ndef custom_kernel(data):\n    return data[0].amax(1) * (len(data[0]) != 40)\n```"}]}
END
run_answers() {
    expect_status 0 run best-of-n --tasks mine:row_max --k 2 --policy replay --policy-config "$(cat answers.json)" -q "$@"
}
run_answers --name here
mkdir elsewhere
(cd elsewhere && exec "$ROLLBOOK_BIN" worker --queue "$queue" -j 1 --stop-after 60 --spool spool --backend torch-cpu 2>../worker.err) &
worker=$!
pids="$pids $worker"
live_workers() {
    [ "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = 'workers'")" -ge 1 ]
}
wait_for "no worker came: $(cat worker.err)" live_workers
run_answers --name far --queue "$queue"
kill "$worker"
wait "$worker" || true
rows "SELECT sample, outcome, correct, substr(message, 1, 50) AS said, count(DISTINCT run) AS runs FROM v_rollout GROUP BY 1, 2, 3, 4" \
    '0,measured,1,NA,2\n1,mismatch,0,at shape rows=40+width=200: output 0: 40 of 40 ele,2\n'
rows "SELECT e.kind, e.detail, count(*) AS n FROM v_rollout r JOIN evidence e USING (evaluation_id)
    WHERE sample = 0 AND kind IN ('shape', 'rule_suite', 'hidden_shape') GROUP BY kind, iif(kind = 'shape', detail, '') HAVING n <> 2" ''

# What a worker lacks.
expect_status 4 run best-of-n --tasks mine:row_max --policy replay --policy-config "$(cat answers.json)" --queue "$queue" --name none --device-class other
said 'type: rollbook worker --queue ADDRESS --backend torch-cpu --device-class other'
printf '#!/bin/sh\nexec %s -S "$@"\n' "$python" >bare
chmod +x bare
expect_status 4 worker --queue "$queue" --backend torch-cpu --python ./bare --spool spool
said 'has no torch; --python or ROLLBOOK_PYTHON names an interpreter that has it'
