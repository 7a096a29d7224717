# The study at the size that was planned, on one card: full.sh ROLLBOOK FOLDER FROM TO
# One call ends within 480 s.  Give it again, with the TO of the call before as FROM, until its exit status is 0 instead of 75.
set -eu
[ $# -eq 4 ] || { echo "usage: full.sh ROLLBOOK FOLDER FROM TO" >&2; exit 2; }
export STUDY_FROM="$3" STUDY_TO="$4" STUDY_SECONDS="${STUDY_SECONDS:-470}"
export STUDY_CORPUS_K=20 STUDY_TOKENS=600 STUDY_TRAINER="--dtype float32" STUDY_OPTIONS="--case cpu -j 2"
export STUDY_BASE="--steps 9000 --seconds 200 --every 100 --context 1536 --batch-tokens 32768 --tried 12 --answer-tokens 600 --least 0"
export STUDY_PLAN="--split l1_seed42 -k 64 --seeds 42,43,44 --ttt-steps 3 --teacher-k 4 --sft-epochs 2 --group 8 --batch 40"
export STUDY_LEARNING="--learning-rate 2e-3 --sft-learning-rate 1e-3"
exec sh "$(dirname "$0")/study.sh" "$1" "$2"
