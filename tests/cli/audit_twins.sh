# Twenty faulty kernels in the style of published ones (inline CUDA, Triton, torch), and an honest twin of each.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

echo '{"suite": "twins", "fields": {"run": "/run", "task": "/task", "code": "/code", "correct": "/ok"}}' >m.json
expect 0 ingest jsonl "$ROLLBOOK_SOURCE_DIR/tests/audit_labels/twins.jsonl" --map m.json --format csv
counts 'faulty and 1 more,40,40,0,0,0'
expect 0 audit --run honest --check code_cached_output --check code_constant_output --check code_timer_patch \
    --check code_stream_escape --check code_lazy_output --check code_harness_access --check code_call_state
expect 1 audit --run faulty --limit 40 --json
# Each is named by an error, and the stored tensor in C++, which may hold weights, by a warning.
for task in cached_output_dict stream_escape_triton stream_escape_cuda constant_output lazy_output timer_patch harness_access \
    cached_output_pointer cached_output_graph thread_escape lru_cache global_get zeros_like no_synchronize perf_counter \
    executor pool_stream gc_objects allclose_patch; do
    grep -q "$task sample 0, line" out || complain "missed: $task"
done
expect 1 audit --run faulty --check code_call_state --limit 40 --json
grep -q 'static_tensor sample 0' out || complain "missed: static_tensor"
