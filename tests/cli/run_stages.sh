# run stages: four policies on tasks that none of them learned from; repeated, the command goes on where it stopped.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

command -v sqlite3 >/dev/null || {
    echo "skipped: no sqlite3"
    exit 77
}
export ROLLBOOK_DB=s.db
stages="run stages --tasks 19,20,23 --held 22,25 --case tiny --k 3 --batch 2 --teacher-k 8 --sft-epochs 1 --sft-batch 8 --eval-k 3 --name x"
# shellcheck disable=SC2086
expect_status 0 $stages --format csv
[ "$(cut -d, -f1 out | tr '\n' ' ')" = "run x-held-base x-held-sft x-held-grpo x-held-sft-grpo " ] || complain "rows: $(cat out)"
[ "$(cut -d, -f3 out | tr '\n' ' ')" = "n 6 6 6 6 " ] || complain "samples: $(cat out)"
said "analyze compare --table methods --rule correct --methods base=x-held-base"
rows "SELECT run, strategy, run_tasks FROM v_run r JOIN (SELECT run, group_concat(task, ' ') AS run_tasks FROM (SELECT * FROM v_run_task ORDER BY position)
      GROUP BY run) USING (run) ORDER BY r.run_id" \
    'x-teacher,best-of-n,l1/19 l1/20 l1/23\nx-sft,sft,l1/19 l1/20 l1/23 l1/22 l1/25\nx-grpo,train,l1/19 l1/20 l1/23 l1/22 l1/25\nx-sft-grpo,train,l1/19 l1/20 l1/23 l1/22 l1/25\nx-held-base,best-of-n,l1/22 l1/25\nx-held-sft,best-of-n,l1/22 l1/25\nx-held-grpo,best-of-n,l1/22 l1/25\nx-held-sft-grpo,best-of-n,l1/22 l1/25\n'
# Each begins with the last policy of what it is named after.
rows "SELECT a.run, b.run FROM v_step a JOIN v_step b ON b.checkpoint_sha256 = a.parent_sha256 AND b.run <> a.run
      WHERE a.step = 0 AND b.step = (SELECT max(step) FROM v_step c WHERE c.run = b.run) ORDER BY a.run_id" \
    'x-sft-grpo,x-sft\nx-held-sft,x-sft\nx-held-grpo,x-grpo\nx-held-sft-grpo,x-sft-grpo\n'
rows "SELECT count(*) FROM v_rollout WHERE run IN ('x-sft', 'x-grpo', 'x-sft-grpo') AND task IN ('l1/22', 'l1/25')" '0\n'

# The last stage was killed: it alone goes on.
cp out before
sqlite3 s.db "UPDATE run SET status = 'running', finished_at = NULL WHERE name = 'x-held-sft-grpo'"
# shellcheck disable=SC2086
expect_status 0 $stages --format csv
cmp -s out before || complain "another table: $(cat out)"
said "run 'x-held-grpo' exists and is complete"
rows "SELECT count(*), sum(status = 'complete') FROM v_run" '8,8\n'
expect_status 2 run stages --tasks 19 --case tiny
said "name the held-out tasks"
