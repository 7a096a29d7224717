# Demonstrations are learned through the Tinker protocol, also by a server that takes means.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker.sh"

run best-of-n base --name bon --k 6 --temperature 1
: >log.jsonl

# Demonstrations are learned with their weights.
run sft base --name taught --teacher bon --held-out 0 --epochs 1 --batch 6 --k 1 --temperature 1
grep -q '"path": "forward_backward", "status": 200.*"loss": "cross_entropy"' log.jsonl || fail "no demonstration was learned"

# A server that takes means is told what makes the same gradient.
learned() {
    sed -n "s/.*\"learned\": \(.*\), \"base\": \"$1\".*/\1/p" log.jsonl | tail -1
}
run sft mean --name taught2 --teacher bon --held-out 0 --epochs 1 --batch 6 --k 1 --temperature 1
[ -n "$(learned mean)" ] && [ "$(learned mean)" = "$(learned base)" ] || fail "learned: $(learned mean) and $(learned base)"
run sdpo mean --name own --k 2 --steps 1 --temperature 1
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
